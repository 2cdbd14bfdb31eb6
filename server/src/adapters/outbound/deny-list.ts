import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net'
import { expandIPv6 } from './expand-ipv6.ts'

/** Link-local ranges and the addresses at which clouds hand out credentials to any caller. */
export const DEFAULT_DENIED_RANGES: readonly string[] = [
  '169.254.0.0/16',
  'fe80::/10',
  'fd00:ec2::/32',
  '100.100.100.200/32',
  '168.63.129.16/32',
  '192.0.0.192/32',
]

/** Builds the list of denied addresses from CIDR ranges (a plain address is a range of one). */
export function buildDenyList(ranges: readonly string[]): { ok: true; deny: BlockList } | { ok: false; message: string } {
  const deny = new BlockList()
  for (const range of ranges) {
    if (!addRange(deny, range))
      return { ok: false, message: `${JSON.stringify(range)}: expected a range such as 169.254.0.0/16 or fe80::/10` }
  }
  return { ok: true, deny }
}

/** True when the address, or the IPv4 address embedded in an IPv6 form of it, is on the list. */
export function isDenied(address: string, deny: BlockList): boolean {
  const family = isIP(address)
  if (family === 4) return deny.check(address, 'ipv4')
  if (family === 0) return false
  const carried = carriedIPv4(address)
  return deny.check(address, 'ipv6') || (carried !== undefined && deny.check(carried, 'ipv4'))
}

export function deniedMessage(hostname: string): string {
  return `${hostname} is or resolves to an address that OUTBOUND_DENY forbids.`
}

function addRange(deny: BlockList, range: string): boolean {
  const [address = '', prefixText, ...rest] = range.trim().split('/')
  const bits = isIPv4(address) ? 32 : isIPv6(address) ? 128 : 0
  const prefix = prefixText === undefined ? bits : /^\d{1,3}$/.test(prefixText) ? Number(prefixText) : -1
  if (bits === 0 || rest.length > 0 || prefix < 0 || prefix > bits) return false
  deny.addSubnet(address, prefix, bits === 32 ? 'ipv4' : 'ipv6')
  return true
}

/**
 * Mapped (::ffff:a.b.c.d), compatible (::a.b.c.d) and NAT64 (64:ff9b::a.b.c.d) forms reach the embedded IPv4 address.
 */
function carriedIPv4(address: string): string | undefined {
  const groups = expandIPv6(address)
  const prefix = groups.slice(0, 6).join(':')
  if (prefix !== '0:0:0:0:0:ffff' && prefix !== '0:0:0:0:0:0' && prefix !== '64:ff9b:0:0:0:0') return undefined
  return groups
    .slice(6)
    .map((group) => Number.parseInt(group, 16))
    .flatMap((value) => [value >> 8, value & 0xff])
    .join('.')
}
