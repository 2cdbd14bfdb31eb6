const SENDER_DOMAIN = /@(?<domain>[^\s@<>]+)>?\s*$/

/** The part after the `@` of an address or of `Name <address>`. */
export function domainOf(address: string): string {
  return SENDER_DOMAIN.exec(address)?.groups?.['domain'] ?? 'localhost'
}

/** A header value: a line break in it would start another header. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}
