"""From a profile's `port` to its outlet."""

from drivers.ports.printer_ports import TCP, USB_PRINTER, NetworkOutlet, UsbPrinterOutlet
from drivers.ports.serial_line import SerialOutlet
from hal.port import LineSettings, Outlet


def outlet_for(where: str, settings: LineSettings) -> Outlet:
    """Return the outlet that a profile names.

    A path or a udev name, `usb:` and a serial number; for printers also `/dev/usb/lp0` and `tcp:HOST:9100`.
    """
    if where.startswith(TCP):
        return NetworkOutlet(where, settings.write_timeout)
    if where.startswith(USB_PRINTER):
        return UsbPrinterOutlet(where, settings.write_timeout)
    return SerialOutlet(where, settings)
