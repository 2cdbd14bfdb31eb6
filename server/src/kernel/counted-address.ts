import { isIPv4, isIPv6 } from 'node:net'

/**
 * The key that a limit per address counts by: an IPv4 address, or the /64 of an IPv6 one, which belongs to one client.
 * Anything else (from a misconfigured proxy) shares one key: a visible error rather than a way around the limits.
 */
export function countedAddress(ip: string): string {
  if (isIPv4(ip)) return ip
  if (!isIPv6(ip)) return 'unknown'
  const groups = groupsOf(ip)
  return isMapped(groups) ? dotted(groups) : `${groups.slice(0, 4).map(hex).join(':')}::/64`
}

const hex = (group: number): string => group.toString(16)

/** The eight numbers of a valid IPv6 address. */
function groupsOf(ip: string): number[] {
  const [address = ''] = ip.split('%', 1)
  const [head = '', tail] = address.split('::')
  const left = parseGroups(head)
  const right = parseGroups(tail ?? '')
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length
  return [...left, ...Array<number>(zeros).fill(0), ...right]
}

/** The last part may be a dotted IPv4 address, which counts as two groups. */
function parseGroups(text: string): number[] {
  if (text === '') return []
  return text.split(':').flatMap((part) => {
    if (!part.includes('.')) return [Number.parseInt(part, 16)]
    const [a = 0, b = 0, c = 0, d = 0] = part.split('.').map(Number)
    return [a * 256 + b, c * 256 + d]
  })
}

/** `::ffff:a.b.c.d`, how an IPv6 socket shows an IPv4 client. */
const isMapped = (groups: readonly number[]): boolean => groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff

function dotted(groups: readonly number[]): string {
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 255])
    .join('.')
}
