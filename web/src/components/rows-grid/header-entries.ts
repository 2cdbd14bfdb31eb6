import type { MenuEntry } from '../menu.tsx'
import { isDnColumn } from './readable-dn.ts'
import { fitWidth, isSorted, movedColumn, togglePin, type ViewState, visibleColumns } from './view-state.ts'

type Given = {
  readonly column: string
  readonly columns: readonly string[]
  readonly width: number
  readonly view: ViewState
  readonly onView: (view: ViewState) => void
  readonly onFilter: () => void
}

const WIDER = 60

/** What one can do with a column: whatever a drag does is here too. */
export function headerEntries({ column, columns, width, view, onView, onFilter }: Given): readonly MenuEntry[] {
  const sorted = isSorted(view.sort, column)
  const shown = visibleColumns(columns, view)
  const place = shown.indexOf(column)
  const isPinned = view.pinned.includes(column)
  const isSplit = view.split.includes(column)
  const sortBy = (isDescending: boolean) => onView({ ...view, sort: [{ column, isDescending }] })
  const moveTo = (to: number) => onView(movedColumn(columns, view, column, to))
  const resize = (next: number) => onView({ ...view, widths: { ...view.widths, [column]: fitWidth(next) } })
  const { [column]: _own, ...otherWidths } = view.widths
  return [
    {
      text: 'Sort upwards',
      impossible: sorted === 'ascending' ? 'It is sorted this way.' : undefined,
      onSelect: () => sortBy(false),
    },
    {
      text: 'Sort downwards',
      impossible: sorted === 'descending' ? 'It is sorted this way.' : undefined,
      onSelect: () => sortBy(true),
    },
    ...(sorted === 'none'
      ? []
      : [
          {
            text: 'Do not sort',
            onSelect: () => onView({ ...view, sort: view.sort.filter((one) => one.column !== column) }),
          },
        ]),
    'line',
    { text: 'Filter and values…', onSelect: onFilter },
    ...(isDnColumn(column)
      ? [
          {
            text: isSplit ? 'Show whole DNs' : 'Split into parts',
            onSelect: () =>
              onView({
                ...view,
                split: isSplit ? view.split.filter((one) => one !== column) : [...view.split, column],
              }),
          },
        ]
      : []),
    'line',
    { text: isPinned ? 'Unpin' : 'Pin', onSelect: () => onView(togglePin(view, column)) },
    {
      text: 'Hide',
      impossible: shown.length === 1 ? 'One column has to stay.' : undefined,
      onSelect: () => onView({ ...view, hidden: [...view.hidden, column] }),
    },
    { text: 'Move left', keys: 'Shift ←', onSelect: () => moveTo(place - 1) },
    { text: 'Move right', keys: 'Shift →', onSelect: () => moveTo(place + 1) },
    { text: 'Wider', keys: 'Alt →', onSelect: () => resize(width + WIDER) },
    { text: 'Narrower', keys: 'Alt ←', onSelect: () => resize(width - WIDER) },
    { text: 'Fit to its values', onSelect: () => onView({ ...view, widths: otherWidths }) },
  ]
}
