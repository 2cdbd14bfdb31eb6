import { isIPv4, isIPv6 } from 'node:net'

/**
 * Whom a limit per address counts: an IPv4 address, or the /64 of an IPv6 one, all of which belongs to one client. What is no
 * address (a proxy in front that sends something else) is counted together: a fault that shows, rather than a way around the limits.
 */
export function countedAddress(ip: string): string {
  if (isIPv4(ip)) return ip
  if (!isIPv6(ip)) return 'unknown'
  const groups = groupsOf(ip)
  return isMapped(groups) ? dotted(groups) : `${groups.slice(0, 4).map(hex).join(':')}::/64`
}

const hex = (group: number): string => group.toString(16)

/** The eight numbers of an IPv6 address, which is valid. */
function groupsOf(ip: string): number[] {
  const [address = ''] = ip.split('%', 1)
  const [head = '', tail] = address.split('::')
  const left = parseGroups(head)
  const right = parseGroups(tail ?? '')
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length
  return [...left, ...Array<number>(zeros).fill(0), ...right]
}

/** The last part may be a dotted IPv4 address, which stands for two groups. */
function parseGroups(text: string): number[] {
  if (text === '') return []
  return text.split(':').flatMap((part) => {
    if (!part.includes('.')) return [Number.parseInt(part, 16)]
    const [a = 0, b = 0, c = 0, d = 0] = part.split('.').map(Number)
    return [a * 256 + b, c * 256 + d]
  })
}

/** `::ffff:a.b.c.d`, how a socket that listens on IPv6 shows a client on IPv4. */
const isMapped = (groups: readonly number[]): boolean => groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff

function dotted(groups: readonly number[]): string {
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 255])
    .join('.')
}
