import ipaddr from 'ipaddr.js'
import { BlockList, isIPv4, isIPv6 } from 'node:net'

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
export function buildDenyList(
  ranges: readonly string[],
): { ok: true; deny: BlockList } | { ok: false; message: string } {
  const deny = new BlockList()
  for (const range of ranges) {
    if (!addRange(deny, range))
      return { ok: false, message: `${JSON.stringify(range)}: expected a range such as 169.254.0.0/16 or fe80::/10` }
  }
  return { ok: true, deny }
}

/**
 * True when the address, or an IPv4 address embedded in an IPv6 form of it, is on the list. Octal, hexadecimal and
 * short spellings of IPv4 count, because resolvers accept them. The unspecified address leads to this machine, and is
 * denied with loopback.
 */
export function isDenied(text: string, deny: BlockList): boolean {
  const [bare = ''] = text.split('%', 1)
  if (!ipaddr.isValid(bare)) return false
  const address = ipaddr.parse(bare)
  const carried = address instanceof ipaddr.IPv6 ? carriedIPv4(address) : []
  const leadsTo = [address.toString(), ...carried]
  const isUnspecified = leadsTo.some((one) => UNSPECIFIED.has(one))
  return [...leadsTo, ...(isUnspecified ? LOOPBACK : [])].some((one) => deny.check(one, isIPv6(one) ? 'ipv6' : 'ipv4'))
}

const UNSPECIFIED = new Set(['0.0.0.0', '::'])
const LOOPBACK = ['127.0.0.1', '::1']

/** Forms of IPv6 that stand for an IPv4 address: what matters is the one they carry. */
const CARRIERS = new Set(['ipv4Mapped', 'rfc6145', 'rfc6052', '6to4', 'teredo'])

/**
 * True for what the internet does not route to: loopback, private, shared, link-local and reserved addresses, in every
 * form. Text that is no address counts as one, because nothing is known about it.
 */
export function isInternal(text: string): boolean {
  const [bare = ''] = text.split('%', 1)
  if (!ipaddr.isValid(bare)) return true
  const address = ipaddr.parse(bare)
  const range = address.range()
  if (address instanceof ipaddr.IPv4) return range !== 'unicast'
  if (range !== 'unicast' && !CARRIERS.has(range)) return true
  return carriedIPv4(address).some((inner) => ipaddr.IPv4.parse(inner).range() !== 'unicast')
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

const range = (cidr: string) => ipaddr.IPv6.parseCIDR(cidr)
const SIX_TO_FOUR = range('2002::/16')
const TEREDO = range('2001::/32')
/** For networks that translate with a prefix of their own, of any length that RFC 6052 allows. */
const LOCAL_NAT64 = range('64:ff9b:1::/48')
/**
 * Compatible (::a.b.c.d), mapped (::ffff:a.b.c.d), translated (::ffff:0:a.b.c.d) and NAT64 addresses end in an IPv4
 * address.
 */
const ENDS_IN_IPV4 = ['::/96', '::ffff:0:0/96', '::ffff:0:0:0/96', '64:ff9b::/96'].map(range)

/** The IPv4 addresses at which a packet to this address may arrive. */
function carriedIPv4(address: ipaddr.IPv6): string[] {
  const bytes = address.toByteArray()
  const at = (...places: number[]) => places.map((place) => bytes[place]).join('.')
  const last = at(12, 13, 14, 15)
  if (address.match(SIX_TO_FOUR)) return [at(2, 3, 4, 5)]
  // The server, and the client with its bits flipped.
  if (address.match(TEREDO))
    return [
      at(4, 5, 6, 7),
      bytes
        .slice(12)
        .map((byte) => byte ^ 0xff)
        .join('.'),
    ]
  if (address.match(LOCAL_NAT64)) return [at(6, 7, 9, 10), at(7, 9, 10, 11), at(9, 10, 11, 12), last]
  return isIsatap(bytes) || ENDS_IN_IPV4.some((prefix) => address.match(prefix)) ? [last] : []
}

/** An interface identifier 0:5efe:a.b.c.d or 200:5efe:a.b.c.d, below any prefix. */
const isIsatap = (bytes: readonly number[]): boolean =>
  (bytes[8]! & 0xfd) === 0 && bytes[9] === 0 && bytes[10] === 0x5e && bytes[11] === 0xfe
