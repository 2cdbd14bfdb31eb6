const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
  '\r': '&#13;',
  '\t': '&#9;',
}
// XML 1.0 has no way to write other control characters, or the two last code points of the basic plane.
const UNWRITABLE = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu

/** Any text, for an attribute or between tags. */
export function escapeMarkup(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(UNWRITABLE, '\ufffd')
    .replaceAll(/[&<>"\n\r\t]/g, (character) => ENTITIES[character] ?? character)
}
