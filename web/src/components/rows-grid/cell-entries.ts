import { words as whyWords } from '../why/words.ts'
import type { MenuEntry } from '../menu.tsx'
import { ABSENT, type Cell, cellText } from './cell.ts'
import { onlyValue, withoutValue } from './column-filter.ts'
import { words } from './grid-words.ts'
import type { TextFormat } from './text-of-cells.ts'
import type { ViewState } from './view-state.ts'

type Given = {
  readonly column: string
  readonly cell: Cell
  /** Of the row, when it has one. */
  readonly dn: string | undefined
  readonly hasDns: boolean
  readonly view: ViewState
  readonly onView: (view: ViewState) => void
  readonly onCopy: (format: TextFormat) => void
  readonly onCopyDns: () => void
  readonly onRow: () => void
  readonly onTimeline: ((dn: string) => void) | undefined
  readonly onObject?: ((dn: string) => void) | undefined
  readonly onWhy?: ((dn: string) => void) | undefined
  /** Takes the selected rows to a job. */
  readonly onFix?: (() => void) | undefined
}

const LONGEST = 32

/** What one can do with a cell, or with all that is selected. */
export function cellEntries({
  column,
  cell,
  dn,
  hasDns,
  view,
  onView,
  onCopy,
  onCopyDns,
  onRow,
  onTimeline,
  onObject,
  onWhy,
  onFix,
}: Given): readonly MenuEntry[] {
  const value = shortened(cell)
  return [
    { text: words.showRow, keys: 'Space', onSelect: onRow },
    { text: words.copy, keys: 'Ctrl C', onSelect: () => onCopy('tsv') },
    { text: words.copyAs('CSV'), onSelect: () => onCopy('csv') },
    { text: words.copyAs('JSON'), onSelect: () => onCopy('json') },
    { text: words.copyAs('Markdown'), onSelect: () => onCopy('markdown') },
    { text: words.copyDns, impossible: hasDns ? undefined : words.noDn, onSelect: onCopyDns },
    ...(onFix ? [{ text: words.fix, impossible: hasDns ? undefined : words.noDn, onSelect: onFix }] : []),
    'line',
    {
      text: words.filterBy(value),
      onSelect: () => onView({ ...view, filters: onlyValue(view.filters, column, cell) }),
    },
    {
      text: words.exclude(value),
      onSelect: () => onView({ ...view, filters: withoutValue(view.filters, column, cell) }),
    },
    ...(dn === undefined || (!onTimeline && !onObject && !onWhy) ? [] : ['line' as const]),
    ...(onTimeline && dn !== undefined ? [{ text: words.openTimeline, onSelect: () => onTimeline(dn) }] : []),
    ...(onObject && dn !== undefined ? [{ text: words.openObject, onSelect: () => onObject(dn) }] : []),
    ...(onWhy && dn !== undefined ? [{ text: whyWords.ofRow, onSelect: () => onWhy(dn) }] : []),
  ]
}

function shortened(cell: Cell): string {
  const text = cell === ABSENT ? '' : cellText(cell)
  if (text === '') return words.empty
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}
