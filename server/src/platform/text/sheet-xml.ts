/** Limits of the format: a file that exceeds one does not open. */
export const SHEET_ROWS = 1_048_576
export const SHEET_COLUMNS = 16_384
const CELL_LENGTH = 32_767

export const XML_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
export const SHEET_HEAD = `${XML_HEAD}<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>`
export const SHEET_END = '</sheetData></worksheet>'

/** `A` to `Z`, then `AA`: the letters of the first columns. */
export const columnLetters = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => lettersOf(index))

const lettersOf = (index: number): string =>
  (index < 26 ? '' : lettersOf(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26))

/** One row of a sheet, counted from 1. Text is inline and never a formula; null is an empty cell. */
export function rowXml(number: number, letters: readonly string[], values: readonly unknown[]): string {
  let cells = ''
  for (const [index, value] of values.entries()) cells += cellXml(`${letters[index]!}${number}`, value)
  return `<row r="${number}">${cells}</row>`
}

function cellXml(reference: string, value: unknown): string {
  if (typeof value === 'number') return `<c r="${reference}"><v>${value}</v></c>`
  if (typeof value === 'boolean') return `<c r="${reference}" t="b"><v>${value ? 1 : 0}</v></c>`
  if (value == null || value === '') return ''
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const space = /^\s|\s$/.test(text) ? ' xml:space="preserve"' : ''
  return `<c r="${reference}" t="inlineStr"><is><t${space}>${escapeText(fitCell(text))}</t></is></c>`
}

const fitCell = (text: string): string =>
  text.length <= CELL_LENGTH ? text : text.slice(0, CELL_LENGTH).replace(/[\uD800-\uDBFF]$/, '')

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' }
const NEEDS_CARE = /[&<>\p{Cc}\p{Cs}\uFFFE\uFFFF]|_x/iu
/** What XML 1.0 does not allow. */
const NOT_XML = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g

/** Spreadsheets read `_x0041_` as a character by its number, unless its first underscore is written the same way. */
function escapeText(text: string): string {
  if (!NEEDS_CARE.test(text)) return text
  return text
    .toWellFormed()
    .replace(NOT_XML, '\uFFFD')
    .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    .replace(/[&<>\r]/g, (character) => ENTITIES[character]!)
}
