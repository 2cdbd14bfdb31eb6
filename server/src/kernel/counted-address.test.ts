import { describe, expect, it } from 'vitest'
import { countedAddress } from './counted-address.ts'

describe('a limit per address', () => {
  it.each([
    ['an IPv4 address', '192.0.2.7', '192.0.2.7'],
    ['an IPv4 address seen through an IPv6 socket', '::ffff:192.0.2.7', '192.0.2.7'],
    ['the same in hexadecimal', '::ffff:c000:207', '192.0.2.7'],
    ['the same without an abbreviation', '0:0:0:0:0:FFFF:C000:0207', '192.0.2.7'],
    ['the /64 of an IPv6 address', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['the same /64 in capitals and with zeros', '2001:0DB8:0001:0002:FFFF::', '2001:db8:1:2::/64'],
    ['an abbreviated /64', '2001:db8::1', '2001:db8:0:0::/64'],
    ['an abbreviation that ends inside the /64', '2001::2:3:4:5:6', '2001:0:0:2::/64'],
    ['another /64', '2001:db8:1:3:3:4:5:6', '2001:db8:1:3::/64'],
    ['this machine', '::1', '0:0:0:0::/64'],
    ['a local address with its interface', 'fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['an IPv6 address that merely ends like IPv4', '64:ff9b::192.0.2.7', '64:ff9b:0:0::/64'],
    ['an interface with a dash and a dot in its name', 'fe80::1%br-lan.100', 'fe80:0:0:0::/64'],
    ['a mapped IPv4 address with its interface', '::ffff:192.0.2.7%eth0', '192.0.2.7'],
    ['the deprecated compatible form', '::192.0.2.7', '192.0.2.7'],
    ['a 6to4 address by its own /64', '2002:c000:0207:1::1', '2002:c000:207:1::/64'],
    ['a NAT64 address in hexadecimal', '64:ff9b::c000:207', '64:ff9b:0:0::/64'],
    ['a dotted end of an ordinary address', '2001:db8:1:2:3:4:192.0.2.7', '2001:db8:1:2::/64'],
    ['all eight groups but the last', '1:2:3:4:5:6:7::', '1:2:3:4::/64'],
    ['an octal spelling', '0300.0.2.7', 'unknown'],
    ['a hexadecimal spelling', '0xc0000207', 'unknown'],
    ['a number', '3221225991', 'unknown'],
    ['a short IPv4 address', '192.519', 'unknown'],
    ['an octal end of an IPv6 address', '::ffff:0300.0.2.7', 'unknown'],
    ['two abbreviations', '2001::1::2', 'unknown'],
    ['a range', '192.0.2.0/24', 'unknown'],
    ['text that is not an address', '192.0.2.7:50123', 'unknown'],
    ['nothing', '', 'unknown'],
    ['a very long text', 'a'.repeat(9000), 'unknown'],
  ])('counts %s by its address or /64', (_, ip, counted) => {
    expect(countedAddress(ip)).toBe(counted)
  })
})
