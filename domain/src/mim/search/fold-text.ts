const encoder = new TextEncoder()
const ASCII = /^[\0-\x7f]*$/
const ASCII_WORDS = /[a-z0-9]+/g
const WORDS = /[\p{L}\p{M}\p{N}]+/gu

/**
 * Converts text to lower case, with one character per UTF-8 byte. Comparing folded texts as strings compares their
 * bytes, so a list sorted here can later be searched as bytes.
 */
export function foldText(text: string): string {
  const lower = text.toLowerCase()
  if (ASCII.test(lower)) return lower
  let folded = ''
  for (const byte of encoder.encode(lower)) folded += String.fromCharCode(byte)
  return folded
}

/** The bytes of a folded text. */
export function foldedBytes(folded: string): Uint8Array {
  return Uint8Array.from(folded, (character) => character.charCodeAt(0))
}

/** The folded words of a label, a description or a query: runs of letters and digits. */
export function foldedWords(text: string): string[] {
  const lower = text.toLowerCase()
  if (ASCII.test(lower)) return lower.match(ASCII_WORDS) ?? []
  return (lower.match(WORDS) ?? []).map(foldText)
}
