/** An index entry takes some 2,700 bytes at most. */
const MOST_BYTES = 1_000
/** Greater than any byte of UTF-8. */
const ABOVE_ALL = 0xff

/** The DN, or for a long one its beginning, which is less than all that begin so. */
export function lowerBound(dn: string): Buffer {
  return Buffer.from(dn).subarray(0, MOST_BYTES)
}

/** The DN, or for a long one what is greater than all that begin like it. */
export function upperBound(dn: string): Buffer {
  const bytes = Buffer.from(dn)
  return bytes.length <= MOST_BYTES ? bytes : Buffer.concat([bytes.subarray(0, MOST_BYTES), Buffer.of(ABOVE_ALL)])
}

/** Whether a lower bound says surely that rows before this DN are in the chunk, so that its first row can not stand in an earlier chunk of sorted rows only. */
export function isSurelyBelow(bound: Buffer, dn: Buffer): boolean {
  return bound.length < MOST_BYTES && bound.compare(dn) < 0
}
