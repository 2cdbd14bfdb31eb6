import type { Static } from 'typebox'
import type { taskChangesFound } from '../schedules/index.ts'
import { cutPlainText, onOneLine } from './plain-text.ts'

type Found = Pick<Static<typeof taskChangesFound.schema>, 'added' | 'removed' | 'changed' | 'changed_rows' | 'people'>
type ChangedRow = Found['changed_rows'][number]

const MOST_ROWS = 10
const MOST_FIELDS = 5
const LONGEST_KEY = 150
const LONGEST_NAME = 60
const LONGEST_VALUE = 80

/** How many rows differ, and the first changed ones before and after, as lines of plain text. */
export function describeChanges({ added, removed, changed, changed_rows, people = [] }: Found): string {
  const counts = `${added} added, ${removed} removed, ${changed} changed since the previous snapshot.`
  const shown = changed_rows.slice(0, MOST_ROWS)
  const more = changed - shown.length
  const rows = shown.map((row) => describeRow(row).join('\n'))
  const by =
    people.length === 0
      ? []
      : [`By ${people.map((name) => text(name, LONGEST_NAME)).join(', ')}, according to the controller.`]
  return [counts, ...by, ...rows, ...(shown.length > 0 && more > 0 ? [`And ${more} more.`] : [])].join('\n\n')
}

function describeRow({ key, fields }: ChangedRow): string[] {
  const all = Object.entries(fields)
  const lines = all
    .slice(0, MOST_FIELDS)
    .map(([name, { before, after }]) => `  ${text(name, LONGEST_NAME)}: ${valueText(before)} → ${valueText(after)}`)
  const more = all.length - lines.length
  return [keyText(key), ...lines, ...(more > 0 ? [`  and ${more} more fields`] : [])]
}

/** A DN is shown as it is; other columns with their names. */
function keyText(key: ChangedRow['key']): string {
  const { dn, ...others } = key
  if (typeof dn === 'string' && Object.keys(others).length === 0) return text(dn, LONGEST_KEY)
  const columns = Object.entries(key).map(([name, value]) => `${text(name, LONGEST_NAME)} ${valueText(value)}`)
  return cutPlainText(columns.join(', '), LONGEST_KEY)
}

function valueText(value: unknown): string {
  if (value == null) return '(none)'
  if (value === '') return '(empty)'
  return text(typeof value === 'string' ? value : JSON.stringify(value), LONGEST_VALUE)
}

const text = (whole: string, longest: number): string => cutPlainText(onOneLine(whole), longest)
