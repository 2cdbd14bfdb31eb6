import { createHash } from 'node:crypto'
import { groupBy } from '../group-by.ts'

/** Characters that a file system refuses, and `%`, which marks the escaped ones. */
const REFUSED = /[\u0000-\u001f\u007f<>:"/\\|?*%]/g
/** Names of devices on Windows, with any ending. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i
/** Most file systems take 255 bytes; the ending needs five. */
const LONGEST_BYTES = 240

/** Every character of it as a percent escape. */
export const escapeText = (text: string): string =>
  [...new TextEncoder().encode(text)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('')

/**
 * A name as every file system takes it; percent escapes stand for what some refuse. Names that begin with a dot are
 * escaped too: they would be hidden, or lead out of the folder.
 *
 * @internal for its test
 */
export function escapeName(name: string): string {
  const escaped = name
    .replaceAll(REFUSED, escapeText)
    .replace(/^[. ]/, escapeText)
    .replace(/[. ]$/, escapeText)
    .replace(DEVICE, (device) => escapeText(device.slice(0, 1)) + device.slice(1))
  return shorten(escaped, name)
}

/** A name that is too long loses its end; its hash tells it from others. */
function shorten(escaped: string, name: string): string {
  if (Buffer.byteLength(escaped) <= LONGEST_BYTES) return escaped
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 12)
  let kept = ''
  for (const part of escaped.match(/%[0-9A-F]{2}|[^]/gu) ?? []) {
    if (Buffer.byteLength(kept + part) > LONGEST_BYTES - hash.length - 1) break
    kept += part
  }
  return `${kept}~${hash}`
}

/** How file systems compare names that ignore case and the spelling of accents. */
export const fold = (text: string): string => text.normalize('NFKC').toUpperCase().toLowerCase()

/**
 * File names without their ending, for things in one folder. Where two would be one file on some file system, what
 * tells them apart is escaped: `bd` and `BD` become `bd` and `%42%44`.
 */
export function fileNames(names: readonly string[]): ReadonlyMap<string, string> {
  const groups = groupBy(new Set(names), (name) => fold(escapeName(name)))
  return new Map(
    [...groups.values()].flatMap((group) =>
      group.map((name) => [name, group.length === 1 ? escapeName(name) : tellApart(name)] as const),
    ),
  )
}

const tellApart = (name: string): string =>
  shorten(
    [...escapeName(name).matchAll(/%[0-9A-F]{2}|[^]/gu)]
      .map(([part]) => (part.length > 1 || (fold(part) === part && !/\p{M}/u.test(part)) ? part : escapeText(part)))
      .join(''),
    name,
  )
