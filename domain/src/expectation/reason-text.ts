import type { Row, Value } from '../values/row.ts'

export const LONGEST_REASON = 2_000
const PLACE = /\{\{\s*([^{}]*?)\s*\}\}/g

/** The columns that a reason quotes, each once. */
export const reasonColumns = (template: string): string[] => [
  ...new Set([...template.matchAll(PLACE)].map(([, column = '']) => column)),
]

/** Why a reason cannot be used; undefined if it can. */
export function reasonFault(template: string): string | undefined {
  if (template.length > LONGEST_REASON)
    return `The reason has ${template.length} characters: expected at most ${LONGEST_REASON}.`
  if (reasonColumns(template).includes('')) return '{{}} names no column.'
  const rest = template.replaceAll(PLACE, '')
  return rest.includes('{{') || rest.includes('}}')
    ? 'A column is written {{column}}: there are braces without a partner.'
    : undefined
}

/** A reason for one row. What a row has no value for is a dash. */
export function reasonText(template: string, row: Row): string {
  const text = template.replaceAll(PLACE, (_, column: string) =>
    shown(Object.hasOwn(row, column) ? (row[column] ?? null) : null),
  )
  return text.length > LONGEST_REASON ? `${text.slice(0, LONGEST_REASON - 1)}…` : text
}

const shown = (value: Value): string =>
  value === null || value === '' ? '–' : Array.isArray(value) ? value.map(shown).join(', ') : String(value)

export const rowsText = (count: number): string => (count === 1 ? '1 row' : `${count} rows`)
