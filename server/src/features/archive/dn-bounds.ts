/** An index entry holds about 2,700 bytes at most. */
const MOST_BYTES = 1_000
/** Greater than any byte of UTF-8. */
const ABOVE_ALL = 0xff

/** The DN or, if it is long, its first bytes, which sort before every DN that begins with them. */
export function lowerBound(dn: string): Buffer {
  return Buffer.from(dn).subarray(0, MOST_BYTES)
}

/** The DN or, if it is long, a bound that sorts after every DN that begins with the same bytes. */
export function upperBound(dn: string): Buffer {
  const bytes = Buffer.from(dn)
  return bytes.length <= MOST_BYTES ? bytes : Buffer.concat([bytes.subarray(0, MOST_BYTES), Buffer.of(ABOVE_ALL)])
}

/**
 * Whether the bound proves that the chunk begins before this DN. Among sorted rows, the first row with the DN is then
 * in this chunk or a later one. A cut bound proves nothing.
 */
export function isSurelyBelow(bound: Buffer, dn: Buffer): boolean {
  return bound.length < MOST_BYTES && bound.compare(dn) < 0
}
