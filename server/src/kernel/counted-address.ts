import ipaddr from 'ipaddr.js'
import { isIP } from 'node:net'

/**
 * The key that a limit per address counts by: an IPv4 address, or the /64 of an IPv6 one, which belongs to one client.
 * Anything else (from a misconfigured proxy) shares one key: a visible error rather than a way around the limits.
 */
export function countedAddress(ip: string): string {
  if (isIP(ip) === 0) return 'unknown'
  // Without the zone, which for the library must not contain a dot or a dash.
  const [bare = ''] = ip.split('%', 1)
  // An IPv6 socket shows an IPv4 client as ::ffff:a.b.c.d.
  const address = ipaddr.process(bare)
  if (address instanceof ipaddr.IPv4) return address.toString()
  return `${address.parts
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}
