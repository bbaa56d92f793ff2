"""What a tournament adds to a player's screen: their place, what is compulsory, a page to read, and the early end."""

from msgspec.structs import replace

from firmware.game.state import Phase
from firmware.kit.words import Words
from firmware.link.messages import AccountView, PublicView
from firmware.pictures.cup_words import cup_lines, place_notice, points, wagered_notice
from firmware.terminal.view import Info, InfoLine

TOPIC = "cup"


def notices_of_cup(public: PublicView, account: AccountView | None, words: Words) -> tuple[str, ...]:
    """Return brief notices to the player."""
    if public.cup is None or account is None:
        return ()
    agreed = (words("agree.said"),) if account.agreed and public.session else ()
    return (*place_notice(public.cup, account, words), *wagered_notice(public.cup, words), *agreed)


def may_agree(public: PublicView, account: AccountView | None) -> bool:
    """Whether the player can agree to an early end (12.3.5(b))."""
    return (
        public.cup is not None and public.cup.may_agree and account is not None and account.open and not account.agreed
    )


def warning(public: PublicView, account: AccountView | None, words: Words) -> tuple[str, int]:
    """Return the player's warning, and from when on it is shown: the compulsory wager, before the last seconds."""
    # crown 12.2.1(c)
    cup = public.cup
    if cup is None or account is None or not account.open or public.phase is not Phase.BETTING or not public.closes_at:
        return "", 0
    owes = cup.compulsory - sum(account.wagers.values())
    if owes <= 0:
        return "", 0
    return words("cup.warning", amount=points(owes, words)), public.closes_at - cup.warning * 1000


def with_cup(info: Info, topic: str, public: PublicView, account: AccountView | None, words: Words) -> Info:
    """Return a page of information, with the tournament's topic added."""
    if public.cup is None:
        return info
    topics = (*info.topics, TOPIC)
    if topic != TOPIC:
        return replace(info, topics=topics)
    lines = tuple(InfoLine(title, text) for title, text in cup_lines(public.cup, account, words))
    return Info(topics, TOPIC, lines)
