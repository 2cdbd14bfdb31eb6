/** The eight groups of a valid IPv6 address, lower-case hexadecimal without leading zeros. */
export function expandIPv6(address: string): readonly string[] {
  const plain = dottedTailAsGroups(address.split('%')[0] ?? '')
  const [head = '', tail] = plain.split('::')
  const front = groupsOf(head)
  const back = groupsOf(tail ?? '')
  const gap = tail === undefined ? 0 : 8 - front.length - back.length
  return [...front, ...Array<string>(Math.max(0, gap)).fill('0'), ...back].map((group) => Number.parseInt(group, 16).toString(16))
}

function groupsOf(text: string): readonly string[] {
  return text === '' ? [] : text.split(':')
}

function dottedTailAsGroups(address: string): string {
  return address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_match, a: string, b: string, c: string, d: string) => {
    return `${hexPair(a, b)}:${hexPair(c, d)}`
  })
}

function hexPair(high: string, low: string): string {
  return ((Number(high) << 8) | Number(low)).toString(16)
}
