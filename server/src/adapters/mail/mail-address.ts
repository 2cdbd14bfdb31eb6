// One plain address without separators, quotes, comments or line breaks, so nothing can be smuggled in.
const ADDRESS = /^[^\s\p{Cc}@<>()[\],;:"\\]+@[^\s\p{Cc}@<>()[\],;:"\\]+$/u
const LONGEST_ADDRESS = 254
const SENDER_DOMAIN = /@(?<domain>[^\s@<>]+)>?\s*$/

/** Whether a text is the address of one recipient and nothing else. */
export function isMailAddress(text: string): boolean {
  return text.length <= LONGEST_ADDRESS && ADDRESS.test(text)
}

/** The part after the `@` of an address or of `Name <address>`. */
export function domainOf(address: string): string {
  return SENDER_DOMAIN.exec(address)?.groups?.['domain'] ?? 'localhost'
}

/** A header value: a line break in it would start another header. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}
