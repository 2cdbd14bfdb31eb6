import type { MenuEntry } from '../menu.tsx'
import type { Facts } from './column-facts.ts'
import { fittedTo } from './fitted.ts'
import { isDnColumn } from './readable-dn.ts'
import { fitWidth, isSorted, movedColumn, togglePin, type ViewState, visibleColumns } from './view-state.ts'
import { words } from './grid-words.ts'

type Given = {
  readonly column: string
  readonly columns: readonly string[]
  readonly width: number
  readonly facts: Facts
  readonly view: ViewState
  readonly onView: (view: ViewState) => void
  readonly onFilter: () => void
}

const WIDER = 60

/** What one can do with a column: whatever a drag does is here too. */
export function headerEntries({ column, columns, width, facts, view, onView, onFilter }: Given): readonly MenuEntry[] {
  const sorted = isSorted(view.sort, column)
  const shown = visibleColumns(columns, view)
  const place = shown.indexOf(column)
  const isPinned = view.pinned.includes(column)
  const isSplit = view.split.includes(column)
  const sortBy = (isDescending: boolean) => onView({ ...view, sort: [{ column, isDescending }] })
  const moveTo = (to: number) => onView(movedColumn(columns, view, column, to))
  const resize = (next: number) => onView({ ...view, widths: { ...view.widths, [column]: fitWidth(next) } })
  return [
    {
      text: words.sortUp,
      impossible: sorted === 'ascending' ? words.sortedSo : undefined,
      onSelect: () => sortBy(false),
    },
    {
      text: words.sortDown,
      impossible: sorted === 'descending' ? words.sortedSo : undefined,
      onSelect: () => sortBy(true),
    },
    ...(sorted === 'none'
      ? []
      : [
          {
            text: words.unsort,
            onSelect: () => onView({ ...view, sort: view.sort.filter((one) => one.column !== column) }),
          },
        ]),
    'line',
    { text: words.filterAndValues, onSelect: onFilter },
    ...(isDnColumn(column)
      ? [
          {
            text: isSplit ? words.wholeDns : words.splitDns,
            onSelect: () =>
              onView({
                ...view,
                split: isSplit ? view.split.filter((one) => one !== column) : [...view.split, column],
              }),
          },
        ]
      : []),
    'line',
    { text: isPinned ? words.unpin : words.pin, onSelect: () => onView(togglePin(view, column)) },
    {
      text: words.hide,
      impossible: shown.length === 1 ? words.lastColumn : undefined,
      onSelect: () => onView({ ...view, hidden: [...view.hidden, column] }),
    },
    { text: words.moveLeft, keys: 'Shift ←', onSelect: () => moveTo(place - 1) },
    { text: words.moveRight, keys: 'Shift →', onSelect: () => moveTo(place + 1) },
    { text: words.wider, keys: 'Alt →', onSelect: () => resize(width + WIDER) },
    { text: words.narrower, keys: 'Alt ←', onSelect: () => resize(width - WIDER) },
    { text: words.fit, onSelect: () => onView(fittedTo(facts, view, column)) },
  ]
}
