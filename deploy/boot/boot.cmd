# Chooses the slot that is started, and counts the attempt before the kernel is. U-Boot runs it on every board, and in QEMU.
# State: two copies of 512 bytes, in sectors 0 and 200 (hexadecimal, as all numbers here) of the partition named state; U-Boot's
# own form with a checksum, as deploy/boot/slot.py writes it too. The older copy is overwritten: a power cut costs no more than one
# count. Both damaged: slot a first, three attempts each.
setenv base 0
if test "${board}" = "qemu-arm"; then setenv base 40000000; fi
setexpr copy_1 ${base} + 3000000
setexpr copy_2 ${base} + 3000400
setexpr args_at ${base} + 3001000
setexpr kernel_at ${base} + 4000000
setexpr initrd_at ${base} + a000000
if test "${devtype}" = "mmc"; then mmc dev ${devnum}; fi
part start ${devtype} ${devnum} state sector_1
setexpr sector_2 ${sector_1} + 200
${devtype} read ${copy_1} ${sector_1} 1
${devtype} read ${copy_2} ${sector_2} 1

setenv names "first good_a good_b left_a left_b seq"
setenv seq_1 none
if env import -c ${copy_1} 200 seq; then setenv seq_1 ${seq}; fi
setenv seq_2 none
if env import -c ${copy_2} 200 seq; then setenv seq_2 ${seq}; fi
setenv newest none
if test "${seq_1}" != "none"; then setenv newest 1; fi
if test "${seq_2}" != "none"; then
  if test "${seq_1}" = "none"; then setenv newest 2; elif itest ${seq_2} -gt ${seq_1}; then setenv newest 2; fi
fi
setenv first a; setenv good_a 0; setenv good_b 0; setenv left_a 3; setenv left_b 3; setenv seq 0
setenv older_copy ${copy_1}; setenv older_sector ${sector_1}
if test "${newest}" = "1"; then
  env import -c ${copy_1} 200 ${names}
  setenv older_copy ${copy_2}; setenv older_sector ${sector_2}
fi
if test "${newest}" = "2"; then env import -c ${copy_2} 200 ${names}; fi
if test "${newest}" = "none"; then echo "rapid-table: both copies of the state are damaged"; fi

setenv order "a b"
if test "${first}" = "b"; then setenv order "b a"; fi
for slot in ${order}; do
  setenv left ${left_a}
  if test "${slot}" = "b"; then setenv left ${left_b}; fi
  if itest ${left} -gt 0; then
    setexpr left ${left} - 1
    if test "${slot}" = "a"; then setenv left_a ${left}; else setenv left_b ${left}; fi
    setexpr seq ${seq} + 1
    env export -c -s 200 ${older_copy} ${names}
    ${devtype} write ${older_copy} ${older_sector} 1
    if test "${older_sector}" = "${sector_1}"; then
      setenv older_copy ${copy_2}; setenv older_sector ${sector_2}
    else
      setenv older_copy ${copy_1}; setenv older_sector ${sector_1}
    fi
    echo "rapid-table: slot ${slot}, attempts left ${left}"
    setenv number 4
    if test "${slot}" = "b"; then setenv number 6; fi
    if load ${devtype} ${devnum}:${number} ${args_at} system/args && env import -t ${args_at} ${filesize} args; then
      if load ${devtype} ${devnum}:${number} ${kernel_at} system/kernel; then
        if load ${devtype} ${devnum}:${number} ${initrd_at} system/initrd; then
          setenv bootargs "rt.slot=${slot} ${args}"
          booti ${kernel_at} ${initrd_at}:${filesize} ${fdt_addr}
        fi
      fi
    fi
    echo "rapid-table: slot ${slot} cannot be started"
  fi
done
echo "rapid-table: both_slots_bad: neither slot can be started any more; write the card anew (docs/technician.md)"
while true; do sleep 3600; done
