import Table from 'cli-table3'

const NO_LINES = Object.fromEntries(
  ['top', 'top-mid', 'top-left', 'top-right', 'bottom', 'bottom-mid', 'bottom-left', 'bottom-right'].map((place) => [place, '']),
)
const CHARS = { ...NO_LINES, left: '', 'left-mid': '', mid: '', 'mid-mid': '', right: '', 'right-mid': '', middle: '  ' }

/** Rows below their headings, without lines, as `ls` and `kubectl` show them. */
export function table(columns: readonly string[], rows: readonly (readonly unknown[])[]): string {
  const style = { head: [], border: [], 'padding-left': 0, 'padding-right': 0 }
  const made = new Table({ chars: CHARS, style, head: columns.map((name) => name.toUpperCase()) })
  made.push(...rows.map((row) => row.map(cellText)))
  return `${made.toString().replaceAll(/[ \t]+$/gm, '')}\n`
}

/** A value on one line, as a person reads it. */
export function cellText(value: unknown): string {
  if (value === null || value === undefined) return ''
  return harmless(typeof value === 'string' ? value : JSON.stringify(value)).replaceAll('\n', ' ')
}

/** Text without control characters but line ends: what a controller sent must not control the terminal. */
export const harmless = (text: string): string => text.replaceAll(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g, ' ')
