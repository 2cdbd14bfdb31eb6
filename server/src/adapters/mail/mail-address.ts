// One plain address: what separates addresses, quotes, comments and line ends has no place in it, so nothing can be smuggled in.
const ADDRESS = /^[^\s\p{Cc}@<>()[\],;:"\\]+@[^\s\p{Cc}@<>()[\],;:"\\]+$/u
const LONGEST_ADDRESS = 254
const SENDER_DOMAIN = /@(?<domain>[^\s@<>]+)>?\s*$/

/** Whether a text is the address of one recipient and nothing else. */
export function isMailAddress(text: string): boolean {
  return text.length <= LONGEST_ADDRESS && ADDRESS.test(text)
}

/** The part behind the `@` of an address or of `Name <address>`. */
export function domainOf(address: string): string {
  return SENDER_DOMAIN.exec(address)?.groups?.['domain'] ?? 'localhost'
}

/** A header's value: a line end in it would begin another header. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}
