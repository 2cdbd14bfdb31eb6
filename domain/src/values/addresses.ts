import ipaddr from 'ipaddr.js'

/** An address as digits, so that all its spellings are the same: 8 hexadecimal ones for IPv4, 32 for IPv6. */
export type Address = { readonly family: 4 | 6; readonly digits: string }

/** An address, and how many of its leading bits name the network. The other bits are kept. */
export type Network = { readonly address: Address; readonly length: number }

const LONGEST = 60
const IPV4 = /^\d{1,3}(?:\.\d{1,3}){3}$/
const LENGTH = /^(?:0|[1-9]\d{0,2})$/

/** An IPv4 address in four decimal parts, or an IPv6 address without a zone; undefined for any other text. */
export function addressOf(text: string): Address | undefined {
  // Most texts are names; this skips the library for them.
  if (text.length < 2 || text.length > LONGEST) return undefined
  if (IPV4.test(text)) {
    const digits = digitsOfIpv4(text)
    return digits === undefined ? undefined : { family: 4, digits }
  }
  if (!text.includes(':') || text.includes('%') || !ipaddr.IPv6.isValid(text)) return undefined
  return { family: 6, digits: hex(ipaddr.IPv6.parse(text)) }
}

const BYTES = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/** A column may have a million of them, and the library takes several patterns for each. */
function digitsOfIpv4(text: string): string | undefined {
  let digits = ''
  for (const part of text.split('.')) {
    const byte = BYTES[Number(part)]
    // With a zero in front, some read it as octal.
    if (byte === undefined || (part.length > 1 && part.startsWith('0'))) return undefined
    digits += byte
  }
  return digits
}

const hex = (address: ipaddr.IPv6): string =>
  address
    .toByteArray()
    .map((byte) => BYTES[byte])
    .join('')

/** A network such as `10.1.0.0/16`; host bits may be set. An address alone is a network of one. */
export function networkOf(text: string): Network | undefined {
  const slash = text.indexOf('/')
  const address = addressOf(slash < 0 ? text : text.slice(0, slash))
  if (address === undefined) return undefined
  const most = address.digits.length * 4
  if (slash < 0) return { address, length: most }
  const length = text.slice(slash + 1)
  return LENGTH.test(length) && Number(length) <= most ? { address, length: Number(length) } : undefined
}

/** The address of a text that may name a length as well, as subnets do: `10.1.0.1/16`. */
export function hostOf(text: string): Address | undefined {
  return networkOf(text)?.address
}

/** Whether a network contains an address. Families never meet. */
export function containsAddress({ address, length }: Network, other: Address): boolean {
  return address.family === other.family && sharesBits(address.digits, other.digits, length)
}

/** Whether one network contains all of another. */
export function containsNetwork(network: Network, other: Network): boolean {
  return network.length <= other.length && containsAddress(network, other.address)
}

/** Whether two networks have an address in common: then one contains the other. */
export function overlap(one: Network, other: Network): boolean {
  return containsNetwork(one, other) || containsNetwork(other, one)
}

/** Text whose order by code units is that of the addresses, those of one family side by side. */
export const addressKeyOf = ({ family, digits }: Address): string => `${family}${digits}`

/** The keys of the first and the last address of a network. */
export function networkRange({ address: { family, digits }, length }: Network): {
  readonly low: string
  readonly high: string
} {
  const whole = length >> 2
  const start = `${family}${digits.slice(0, whole)}`
  const free = digits.length - whole - 1
  if (free < 0) return { low: start, high: start }
  const open = 0xf >> (length & 3)
  const digit = nibble(digits, whole)
  return {
    low: start + (digit & ~open).toString(16) + '0'.repeat(free),
    high: start + (digit | open).toString(16) + 'f'.repeat(free),
  }
}

function sharesBits(one: string, other: string, bits: number): boolean {
  const whole = bits >> 2
  for (let index = 0; index < whole; index++) if (one.charCodeAt(index) !== other.charCodeAt(index)) return false
  const rest = bits & 3
  return rest === 0 || (nibble(one, whole) ^ nibble(other, whole)) >> (4 - rest) === 0
}

const nibble = (digits: string, index: number): number => Number.parseInt(digits.charAt(index), 16)

/** Text that is the same for all spellings of an address, with its length if it has one; undefined for other texts. */
export function addressKey(text: string): string | undefined {
  const network = networkOf(text)
  if (network === undefined) return undefined
  return text.includes('/') ? `${network.address.digits}/${network.length}` : network.address.digits
}

/** Text that orders addresses: IPv4 before IPv6, each by value, then by length; undefined for other texts. */
export function addressOrder(text: string): string | undefined {
  const first = text.charCodeAt(0)
  // Addresses begin with a hexadecimal digit or a colon.
  if (!((first >= 48 && first <= 58) || (first >= 65 && first <= 70) || (first >= 97 && first <= 102))) return undefined
  const network = networkOf(text)
  if (network === undefined) return undefined
  const length = text.includes('/') ? String(network.length).padStart(3, '0') : ''
  return `${network.address.family}${network.address.digits}${length}`
}

/** An address as controllers write it, with its length if it has one. */
export function addressText(text: string): string | undefined {
  if (networkOf(text) === undefined) return undefined
  const [address = '', length] = text.split('/')
  const shortest = address.includes(':') ? ipaddr.IPv6.parse(address).toRFC5952String() : address
  return length === undefined ? shortest : `${shortest}/${length}`
}

const MAC_FORMS = [
  /^(?:[0-9a-f]{2}:){5}[0-9a-f]{2}$/i,
  /^(?:[0-9a-f]{2}-){5}[0-9a-f]{2}$/i,
  /^(?:[0-9a-f]{4}\.){2}[0-9a-f]{4}$/i,
]
const BARE_MAC = /^[0-9a-f]{12}$/i

/** A MAC address as controllers write it (`00:22:BD:F8:19:FF`), from any usual spelling; undefined for other texts. */
export function macOf(text: string): string | undefined {
  if (text.length < 12 || text.length > 17) return undefined
  if (!BARE_MAC.test(text) && !MAC_FORMS.some((form) => form.test(text))) return undefined
  const digits = text.replaceAll(/[^0-9a-f]/gi, '').toUpperCase()
  return digits.match(/../g)?.join(':')
}
