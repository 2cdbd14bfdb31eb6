/** How many bytes a text has in UTF-8, without encoding it. Half a surrogate pair counts three, as its replacement. */
export function utf8Length(text: string): number {
  let bytes = text.length
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code < 0x80) continue
    bytes += code < 0x800 ? 1 : 2
    // The two units of a pair have four bytes together.
    if (code >= 0xd800 && code <= 0xdbff && isLowSurrogate(text.charCodeAt(index + 1))) index++
  }
  return bytes
}

const isLowSurrogate = (code: number) => code >= 0xdc00 && code <= 0xdfff
