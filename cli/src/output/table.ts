import Table from 'cli-table3'

const NO_LINES = Object.fromEntries(
  ['top', 'top-mid', 'top-left', 'top-right', 'bottom', 'bottom-mid', 'bottom-left', 'bottom-right'].map((place) => [
    place,
    '',
  ]),
)
const CHARS = {
  ...NO_LINES,
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: '  ',
}

const GAP = 2
/** Characters of East Asian scripts, and pictures. */
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u
/** Shorter, a column says nothing. */
const NARROWEST = 8

/**
 * Rows below their headings, without lines, as `ls` and `kubectl` show them. If the terminal is too narrow, the widest
 * columns are cut; ids stay whole, so that they can be copied.
 */
export function table(
  columns: readonly string[],
  rows: readonly (readonly unknown[])[],
  terminalWidth = Infinity,
  { headings = columns.map((name) => name.toUpperCase()) }: { readonly headings?: readonly string[] } = {},
): string {
  const style = { head: [], border: [], 'padding-left': 0, 'padding-right': 0 }
  const head = [...headings]
  const cells = rows.map((row) => row.map(plainValue))
  const widths = fitWidths([head, ...cells], columns, terminalWidth)
  const made = new Table({ chars: CHARS, style, head })
  made.push(...cells.map((row) => row.map((text, index) => cutToWidth(text, widths[index] ?? Infinity))))
  return `${made.toString().replaceAll(/[ \t]+$/gm, '')}\n`
}

/** How wide each column may be. */
function fitWidths(
  rows: readonly (readonly string[])[],
  columns: readonly string[],
  terminalWidth: number,
): readonly number[] {
  const widths = columns.map((_, index) => rows.reduce((most, row) => Math.max(most, widthOf(row[index] ?? '')), 0))
  const total = (): number => widths.reduce((sum, width) => sum + width + GAP, -GAP)
  while (total() > terminalWidth) {
    const widest = widths.reduce<number>((best, width, index) => {
      const isFree = columns[index] !== 'id' && width > Math.max(NARROWEST, widthOf(columns[index] ?? ''))
      return isFree && width > (widths[best] ?? 0) ? index : best
    }, -1)
    if (widest === -1) break
    widths[widest]! -= 1
  }
  return widths
}

/** How many cells of a terminal a text takes. */
function widthOf(text: string): number {
  let width = 0
  for (const character of text) width += WIDE.test(character) ? 2 : 1
  return width
}

/** A text cut to a width, with an ellipsis where something is missing. */
export function cutToWidth(text: string, width: number): string {
  if (text.length <= width && widthOf(text) <= width) return text
  let kept = ''
  for (const character of text) {
    if (widthOf(kept + character) > width - 1) break
    kept += character
  }
  return `${kept}…`
}

/** A value on one line, as a person reads it. */
export function plainValue(value: unknown): string {
  if (value === null || value === undefined) return ''
  return harmless(typeof value === 'string' ? value : JSON.stringify(value)).replaceAll('\n', ' ')
}

/** Text without control characters but line ends: what a controller sent must not control the terminal. */
export const harmless = (text: string): string => text.replaceAll(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g, ' ')
