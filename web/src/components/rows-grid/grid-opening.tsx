import { MenuAt } from '../menu-at.tsx'
import { PanelAt } from '../panel-at.tsx'
import { cellText } from './cell.ts'
import type { CellCopier } from './cell-copier.ts'
import { cellEntries } from './cell-entries.ts'
import { isComplete, withFilter } from './column-filter.ts'
import type { Facts } from './column-facts.ts'
import { FilterForm } from './filter-form.tsx'
import { words } from './grid-words.ts'
import { headerEntries } from './header-entries.ts'
import type { Opening } from './opening.ts'
import type { StoreView } from './row-store.ts'
import type { WhyObject } from '../why/question.ts'
import type { RowsClient } from './rows-client.ts'
import type { ViewState } from './view-state.ts'

const MOST_VALUES = 200

type Props<O extends Opening = Opening> = {
  readonly opening: O
  readonly client: RowsClient
  /** All columns; those that are shown are in `shown`. */
  readonly all: readonly string[]
  readonly shown: StoreView
  readonly view: ViewState
  readonly onView: (view: ViewState) => void
  readonly facts: Facts
  readonly copier: CellCopier
  readonly onRow: () => void
  readonly onTimeline: ((dn: string) => void) | undefined
  readonly onObject: ((dn: string) => void) | undefined
  readonly onWhy: ((object: WhyObject) => void) | undefined
  readonly onFix: ((dns: readonly string[]) => void) | undefined
  /** A filter was set: what columns are filtered by is to be seen. */
  readonly onFiltered: () => void
  readonly onOpen: (change: (now: Opening | undefined) => Opening | undefined) => void
}

/** What is open beside the grid: the menu of a cell or of a column, or the filter of one. */
export function GridOpening({ opening, ...rest }: Props) {
  if (opening.kind === 'cell') return <CellMenu {...rest} opening={opening} />
  if (opening.kind === 'head') return <HeadMenu {...rest} opening={opening} />
  return <FilterPanel {...rest} opening={opening} />
}

function CellMenu(props: Props<Extract<Opening, { kind: 'cell' }>>) {
  const { client, all, shown, view, copier, onTimeline, onObject, onWhy, onFix, onOpen } = props
  const { place, range, at } = props.opening
  const cells = client.rowAt(place.row)
  const textAt = (column: string) => {
    const at = shown.columns.indexOf(column)
    return at < 0 ? '' : cellText(cells?.[at] ?? null)
  }
  const [dn, controller] = [textAt('dn'), textAt('@controller') || undefined]
  const entries = cellEntries({
    column: shown.columns[place.column]!,
    cell: cells?.[place.column] ?? null,
    dn: dn === '' ? undefined : dn,
    hasDns: all.includes('dn'),
    view,
    onView: (next) => {
      props.onFiltered()
      props.onView(next)
    },
    onCopy: (format) => copier.cells(range, format),
    onCopyDns: () => copier.dns(range),
    onRow: props.onRow,
    onTimeline,
    onObject,
    onWhy: onWhy && ((of) => onWhy({ dn: of, controller })),
    onFix: onFix && (() => void copier.dnsOf(range).then(onFix)),
  })
  return <MenuAt label={words.cell} at={at} entries={entries} onClose={() => onOpen(() => undefined)} />
}

function HeadMenu({ opening, all, facts, view, onView, onOpen }: Props<Extract<Opening, { kind: 'head' }>>) {
  const { column, at } = opening
  const onFilter = () => onOpen(() => ({ kind: 'filter', column, at }))
  return (
    <MenuAt
      label={column}
      at={at}
      entries={headerEntries({ ...opening, columns: all, facts, view, onView, onFilter })}
      // The filter that it opened stays open.
      onClose={() => onOpen((now) => (now === opening ? undefined : now))}
    />
  )
}

function FilterPanel(props: Props<Extract<Opening, { kind: 'filter' }>>) {
  const { client, shown, view, onView, onOpen } = props
  const { column, at } = props.opening
  const close = () => onOpen(() => undefined)
  return (
    <PanelAt label={words.filterOf(column)} at={at} onClose={close}>
      <FilterForm
        key={column}
        column={column}
        filter={view.filters.find((filter) => filter.column === column)}
        onDistinct={(text) =>
          client.ask({
            kind: 'distinct',
            column,
            text,
            most: MOST_VALUES,
            view: { ...shown, sort: [], filters: withFilter(shown.filters, column, undefined) },
          })
        }
        onFilter={(filter) => {
          const complete = filter && isComplete(filter) ? filter : undefined
          onView({ ...view, filters: withFilter(view.filters, column, complete) })
        }}
        onClose={close}
      />
    </PanelAt>
  )
}
