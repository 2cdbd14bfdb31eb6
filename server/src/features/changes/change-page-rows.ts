import type { ReportedQuery } from '@heddle/contract/changes.ts'
import type { RowBlame } from '@heddle/contract/blame.ts'
import { rfc8785Json } from '@heddle/domain/automation/canonical-json.ts'
import { type Html, markup } from '../../platform/text/markup.ts'
import { whoChanged } from '../snapshots/index.ts'

/** On paper; the JSON has more. */
const MOST_ROWS = 100
const MOST_FIELDS = 12

type Difference = {
  readonly change: 'added' | 'removed' | 'changed'
  readonly object: string
  readonly what: Html
  readonly blame: RowBlame | undefined
}

/** What differs in one query, row by row, with who changed it. */
export function* rowTable(query: ReportedQuery): Generator<string> {
  const { name, summary, blame } = query
  const all = differencesOf(query)
  const counts = Object.entries(summary ?? {}).filter(([kind, count]) => kind !== 'unchanged' && count > 0)
  yield markup`<h3>${name} <small>${counts.map(([kind, count]) => `${count.toLocaleString('en')} ${kind}`).join(', ')}</small></h3>
${blame?.message ? markup`<p class="note">Who changed it is not known, or not for all: ${blame.message}</p>\n` : ''}<table class="rows">
<thead><tr><th>Change</th><th>Object</th><th>What</th><th>Who</th></tr></thead>
<tbody>
`.text
  for (const one of all.slice(0, MOST_ROWS)) yield rowOf(one).text
  yield '</tbody>\n</table>\n'
  const total = counts.reduce((sum, [, count]) => sum + count, 0)
  const left = total - Math.min(all.length, MOST_ROWS)
  if (left > 0)
    yield markup`<p class="note">and ${left.toLocaleString('en')} more, in the JSON or the comparison</p>\n`.text
}

function differencesOf({ added, removed, changed }: ReportedQuery): Difference[] {
  return [
    ...removed.map((row) => whole('removed', row)),
    ...added.map((row) => whole('added', row)),
    ...changed.map(({ key, fields, blame }) => ({
      change: 'changed' as const,
      object: nameOf(key),
      what: listOf(Object.entries(fields), ([name, { before, after }]) => changedField(name, before, after)),
      blame,
    })),
  ]
}

function whole(change: 'added' | 'removed', { blame, ...row }: Readonly<Record<string, unknown>>): Difference {
  const cells = Object.entries(row).filter(([name, value]) => name !== 'dn' && value !== null && value !== '')
  const what = listOf(cells, ([name, value]) => markup`<li><b>${name}</b> ${textOf(value)}</li>`)
  return { change, object: nameOf(row), what, blame: blame as RowBlame | undefined }
}

/** The DN, else whatever tells the row from others. */
const nameOf = (row: Readonly<Record<string, unknown>>): string =>
  typeof row.dn === 'string'
    ? row.dn
    : Object.entries(row)
        .slice(0, 3)
        .map(([name, value]) => `${name} ${textOf(value)}`)
        .join(', ')

function listOf<Item>(items: readonly Item[], show: (item: Item) => Html): Html {
  const left = items.length - MOST_FIELDS
  return markup`<ul>${items.slice(0, MOST_FIELDS).map(show)}${left > 0 ? markup`<li>and ${left} more</li>` : ''}</ul>`
}

const changedField = (name: string, before: unknown, after: unknown): Html =>
  markup`<li><b>${name}</b> <span class="was">${textOf(before)}</span> ${textOf(after)}</li>`

function textOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return '(none)'
  return typeof value === 'string' ? value : rfc8785Json(value)
}

const KIND = { added: 'good', removed: 'bad', changed: 'wait' } as const

const rowOf = ({ change, object, what, blame }: Difference): Html =>
  markup`<tr><td data-name="Change"><span class="${KIND[change]}">${change}</span></td><td data-name="Object">${object}</td><td data-name="What">${what}</td><td data-name="Who">${whoChanged(blame)}</td></tr>\n`
