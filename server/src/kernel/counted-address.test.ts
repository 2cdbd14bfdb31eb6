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
    ['text that is not an address', '192.0.2.7:50123', 'unknown'],
    ['nothing', '', 'unknown'],
    ['a very long text', 'a'.repeat(9000), 'unknown'],
  ])('counts %s by its address or /64', (_, ip, counted) => {
    expect(countedAddress(ip)).toBe(counted)
  })
})
