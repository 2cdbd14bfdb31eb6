// A DN's separators. Escaped characters are prefixed with NUL before this is matched, so they are not separators.
const SEPARATOR = / *(?<!\0)([,;+=]) */g
const ESCAPE = /(?:\\[0-9a-f]{2})+|\\([\s\S])/gi
const NEEDS_PROTECTION = /[,;+]/g

/**
 * Whether two spellings name the same entry, ignoring letter case, spaces around separators and the form of escaping.
 */
export function sameDn(a: string, b: string): boolean {
  return canonicalDn(a) === canonicalDn(b)
}

/** The canonical spelling of a DN, for comparing and looking up; not for showing or sending. */
export function canonicalDn(dn: string): string {
  return decodeEscapes(dn.replaceAll('\0', ''))
    .normalize('NFC')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()
    .replace(SEPARATOR, '$1')
}

/** Directories write `\2C` where people write `\,`. */
function decodeEscapes(dn: string): string {
  return dn.replace(ESCAPE, (escape, plain: string | undefined) => protect(plain ?? decodeHex(escape)))
}

function decodeHex(run: string): string {
  const bytes = run.split('\\').slice(1)
  return new TextDecoder().decode(Uint8Array.from(bytes, (byte) => parseInt(byte, 16))).replaceAll('\0', '')
}

function protect(text: string): string {
  return text.replace(NEEDS_PROTECTION, '\0$&')
}
