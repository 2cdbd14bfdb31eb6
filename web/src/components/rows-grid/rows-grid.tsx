import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { Button } from '../button.tsx'
import { Delayed, EmptyState, LoadingState, StaleBar } from '../states.tsx'
import { createCellCopier } from './cell-copier.ts'
import type { CellMarks } from './cell-marks.ts'
import { isComplete } from './column-filter.ts'
import { FoundIn } from './found-in.tsx'
import { GridFrame } from './grid-frame.tsx'
import { GridOpening } from './grid-opening.tsx'
import { words } from './grid-words.ts'
import { LoadFailureState } from './load-failure.tsx'
import type { Opening } from './opening.ts'
import { RowsBar } from './rows-bar.tsx'
import type { Loaded, GridRowSource, RowsClient } from './rows-client.ts'
import styles from './rows-grid.module.css'
import { RowPanel } from './row-panel.tsx'
import type { WhyObject, WhyQuestion } from '../why/question.ts'
import { WhyDialog } from '../why/why-dialog.tsx'
import { useColumnsByUse } from './use-columns-by-use.ts'
import { useRows, useView } from './use-rows.ts'
import { useSame } from './use-same.ts'
import { type ViewState, visibleColumns } from './view-state.ts'

type Props = {
  readonly source: GridRowSource
  /** What may be shown next, best kept in a memo: it is read ahead. */
  readonly ahead?: readonly GridRowSource[]
  readonly view: ViewState
  readonly onView: (view: ViewState) => void
  /** Further actions, at the end of the bar. */
  readonly actions?: ReactNode
  /** They are drawn instead of listed. */
  readonly isChart?: boolean
  /** Where views of these rows are kept: `rows`, and what they are of. */
  readonly place?: string | undefined
  /** Columns to begin with, besides those that name a row. */
  readonly first?: readonly string[]
  /** How many rows there are, where the source has fewer. */
  readonly total?: number
  /** Opens the history of an object; without it nothing offers one. */
  readonly onTimeline?: ((dn: string) => void) | undefined
  /** Opens the page of an object. */
  readonly onObject?: ((dn: string) => void) | undefined
  /** Takes rows, by their DNs, to a job that fixes them. */
  readonly onFix?: ((dns: readonly string[]) => void) | undefined
  /** What can be asked about objects that are among the rows, or are not. */
  readonly why?: WhyQuestion | undefined
  /** What changed since an earlier moment is tinted. */
  readonly marks?: CellMarks | undefined
}

// Most people look at the table only.
const RowsChart = lazy(async () => ({ default: (await import('./rows-chart.tsx')).RowsChart }))
const NONE: readonly string[] = []

/** Rows by the hundred thousand: those that are seen are in the page, the others in a worker. */
export function RowsGrid({
  source,
  ahead,
  view,
  onView,
  actions,
  place,
  isChart = false,
  first = NONE,
  total,
  onTimeline,
  onObject,
  onFix,
  why,
  marks,
}: Props) {
  const { find } = view
  const sort = useSame(view.sort)
  const filters = useSame(view.filters.filter(isComplete))
  const viewOf = (all: readonly string[]) => ({ sort, find, filters, columns: readColumns(all, view, marks) })
  const { client, loaded: read, isStale, onReload } = useRows(source, viewOf, ahead)
  const { loaded, empty } = useColumnsByUse(read, view, first)
  const columns = useSame(visibleColumns(loaded.columns, view))
  const shown = { sort, find, columns, filters }
  const asked = useSame(readColumns(loaded.columns, view, marks))
  useView(client, { ...shown, columns: asked })
  const copier = useMemo(() => createCellCopier(client, columns), [client, columns])
  const [opening, setOpening] = useState<Opening>()
  const [isFiltering, setIsFiltering] = useState(view.filters.length > 0)
  const isNarrowed = find !== '' || filters.length > 0
  const { count, failure } = loaded
  const [isRowOpen, setIsRowOpen] = useState(false)
  const [wanted, setWanted] = useState<string>()
  const showFound = (names: readonly string[]) => {
    setWanted(names[0])
    if (names.some((name) => view.hidden.includes(name)))
      onView({ ...view, hidden: view.hidden.filter((name) => !names.includes(name)) })
  }
  // Null: which object is asked about is still to be entered.
  const [asking, setAsking] = useState<WhyObject | null>()
  const all = read.columns

  return (
    <div className={styles.grid}>
      <RowsBar
        {...{ client, loaded, columns, all, view, onView, isNarrowed, isFiltering, actions, place }}
        empty={empty.length}
        onFiltering={setIsFiltering}
        onWhy={why && (() => setAsking(null))}
      />
      {!isChart && <FoundIn found={loaded.found} shown={columns} onShow={showFound} />}
      <Notes loaded={loaded} isStale={isStale} total={total} onReload={onReload} />
      <Body
        {...{ client, loaded, isStale, columns, all, view, onView, isFiltering, marks, onTimeline, onObject }}
        {...{ copier, isRowOpen, isChart, onReload, wanted }}
        onShown={() => setWanted(undefined)}
        onOpen={setOpening}
        onRowOpen={setIsRowOpen}
      />
      {loaded.isDone && !failure && loaded.hits === 0 && (
        <Nothing isNarrowed={isNarrowed && count > 0} onShowAll={() => onView({ ...view, find: '', filters: [] })} />
      )}
      {opening && (
        <GridOpening
          {...{ opening, client, shown, view, onView, copier, onTimeline, onObject, onFix }}
          all={loaded.columns}
          facts={loaded.facts}
          onRow={() => setIsRowOpen(true)}
          onFiltered={() => setIsFiltering(true)}
          onOpen={setOpening}
          onWhy={why && setAsking}
        />
      )}
      {why && asking !== undefined && (
        <WhyDialog question={why} object={asking ?? undefined} onClose={() => setAsking(undefined)} />
      )}
    </div>
  )
}

type GridAndRowProps = Pick<Props, 'view' | 'onView' | 'onTimeline' | 'onObject' | 'marks'> & {
  readonly client: RowsClient
  readonly loaded: Loaded
  readonly isStale: boolean
  readonly columns: readonly string[]
  readonly all: readonly string[]
  readonly isFiltering: boolean
  readonly copier: ReturnType<typeof createCellCopier>
  readonly isRowOpen: boolean
  readonly onOpen: (opening: Opening | undefined) => void
  readonly onRowOpen: (isOpen: boolean) => void
  readonly wanted: string | undefined
  readonly onShown: () => void
}

type BodyProps = GridAndRowProps & { readonly isChart: boolean; readonly onReload: () => void }

/** The rows, or what is drawn of them; or why there are none. */
function Body({ isChart, onReload, ...grid }: BodyProps) {
  const { client, loaded, all, view, onView } = grid
  const { failure, count } = loaded
  if (failure && count === 0) return <LoadFailureState failure={failure} onRetry={onReload} />
  if (!isChart) return <GridAndRow {...grid} />
  return (
    <Suspense fallback={<LoadingState />}>
      <RowsChart {...{ client, loaded, view, onView }} columns={all} />
    </Suspense>
  )
}

/** The table, and beside it the row that somebody looks at. */
function GridAndRow(props: GridAndRowProps) {
  const { client, loaded, isStale, columns, all, view, onView, isFiltering, marks } = props
  const { copier, isRowOpen, onOpen, onRowOpen, onTimeline, onObject, wanted, onShown } = props
  const [focusRow, setFocusRow] = useState(-1)
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Esc closes the row beside the grid
    <div
      className={styles.content}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isRowOpen || event.defaultPrevented) return
        onRowOpen(false)
        event.preventDefault()
      }}
    >
      <GridFrame
        {...{ client, loaded, isStale, columns, view, onView, isFiltering, marks, onOpen, wanted, onShown }}
        onCopy={(range) => copier.cells(range, 'tsv')}
        onRow={() => onRowOpen(true)}
        onFocusRow={setFocusRow}
      />
      {isRowOpen && focusRow >= 0 && (
        <RowPanel
          {...{ client, onTimeline, onObject }}
          find={view.find}
          row={focusRow}
          rows={loaded.hits}
          columns={all}
          facts={loaded.facts}
          onClose={() => onRowOpen(false)}
        />
      )}
    </div>
  )
}

/** Marks are found by DN: it is read even where its column is hidden. */
function readColumns(all: readonly string[], view: ViewState, marks: CellMarks | undefined): readonly string[] {
  const columns = visibleColumns(all, view)
  return marks && !columns.includes('dn') && all.includes('dn') ? [...columns, 'dn'] : columns
}

type NotesProps = {
  readonly loaded: Loaded
  readonly isStale: boolean
  readonly total: number | undefined
  readonly onReload: () => void
}

/** That these are not all rows, or not the newest. */
function Notes({ loaded: { count, failure, isDone, ...loaded }, isStale, total, onReload }: NotesProps) {
  const all = loaded.total ?? total ?? count
  return (
    <>
      {isStale && (
        <Delayed>
          <StaleBar>{words.stale}</StaleBar>
        </Delayed>
      )}
      {isDone && all > count && !failure && <StaleBar>{words.cut(count, all)}</StaleBar>}
      {failure && count > 0 && (
        <StaleBar onReload={onReload}>
          {words.partly(count)} {failure.message}
        </StaleBar>
      )}
    </>
  )
}

type NothingProps = { readonly isNarrowed: boolean; readonly onShowAll: () => void }

const Nothing = ({ isNarrowed, onShowAll }: NothingProps) => (
  <div className={styles.nothing}>
    {isNarrowed ? (
      <EmptyState title={words.noHit} action={<Button onClick={onShowAll}>{words.clear}</Button>}>
        {words.noHitText}
      </EmptyState>
    ) : (
      <EmptyState title={words.none} />
    )}
  </div>
)
