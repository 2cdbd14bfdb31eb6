import { type ReactNode, useMemo, useState } from 'react'
import { Button } from '../button.tsx'
import { Delayed, EmptyState, StaleBar } from '../states.tsx'
import { createCellCopier } from './cell-copier.ts'
import type { CellMarks } from './cell-marks.ts'
import { isComplete } from './column-filter.ts'
import { GridFrame } from './grid-frame.tsx'
import { GridOpening } from './grid-opening.tsx'
import { words } from './grid-words.ts'
import { LoadFailureState } from './load-failure.tsx'
import type { Opening } from './opening.ts'
import { RowsBar } from './rows-bar.tsx'
import type { Loaded, GridRowSource } from './rows-client.ts'
import styles from './rows-grid.module.css'
import { RowPanel } from './row-panel.tsx'
import { useColumnsByUse } from './use-columns-by-use.ts'
import { useRows, useView } from './use-rows.ts'
import { useSame } from './use-same.ts'
import { type ViewState, visibleColumns } from './view-state.ts'

type Props = {
  readonly source: GridRowSource
  readonly view: ViewState
  readonly onView: (view: ViewState) => void
  /** Further actions, at the end of the bar. */
  readonly actions?: ReactNode
  /** Columns to begin with, besides those that name a row. */
  readonly first?: readonly string[]
  /** How many rows there are, where the source has fewer. */
  readonly total?: number
  /** Opens the history of an object; without it nothing offers one. */
  readonly onTimeline?: ((dn: string) => void) | undefined
  /** Opens the page of an object. */
  readonly onObject?: ((dn: string) => void) | undefined
  /** What changed since an earlier moment is tinted. */
  readonly marks?: CellMarks | undefined
}

const NONE: readonly string[] = []

/** Rows by the hundred thousand: those that are seen are in the page, the others in a worker. */
export function RowsGrid({ source, view, onView, actions, first = NONE, total, onTimeline, onObject, marks }: Props) {
  const { find } = view
  const sort = useSame(view.sort)
  const filters = useSame(view.filters.filter(isComplete))
  const viewOf = (all: readonly string[]) => ({ sort, find, filters, columns: readColumns(all, view, marks) })
  const { client, loaded: read, isStale, onReload } = useRows(source, viewOf)
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
  const [focusRow, setFocusRow] = useState(-1)
  const [isRowOpen, setIsRowOpen] = useState(false)
  const all = read.columns

  return (
    <div className={styles.grid}>
      <RowsBar
        {...{ client, loaded, columns, all, view, onView, isNarrowed, isFiltering, actions }}
        empty={empty.length}
        onFiltering={setIsFiltering}
      />
      <Notes loaded={loaded} isStale={isStale} total={total} onReload={onReload} />
      {failure && count === 0 ? (
        <LoadFailureState failure={failure} onRetry={onReload} />
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Esc closes the row beside the grid
        <div
          className={styles.content}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || !isRowOpen || event.defaultPrevented) return
            setIsRowOpen(false)
            event.preventDefault()
          }}
        >
          <GridFrame
            {...{ client, loaded, isStale, columns, view, onView, isFiltering, marks }}
            onOpen={setOpening}
            onCopy={(range) => copier.cells(range, 'tsv')}
            onRow={() => setIsRowOpen(true)}
            onFocusRow={setFocusRow}
          />
          {isRowOpen && focusRow >= 0 && (
            <RowPanel
              {...{ client, find, onTimeline, onObject }}
              row={focusRow}
              rows={loaded.hits}
              columns={all}
              facts={loaded.facts}
              onClose={() => setIsRowOpen(false)}
            />
          )}
        </div>
      )}
      {loaded.isDone && !failure && loaded.hits === 0 && (
        <Nothing isNarrowed={isNarrowed && count > 0} onShowAll={() => onView({ ...view, find: '', filters: [] })} />
      )}
      {opening && (
        <GridOpening
          {...{ opening, client, shown, view, onView, copier, onTimeline, onObject }}
          all={loaded.columns}
          facts={loaded.facts}
          onRow={() => setIsRowOpen(true)}
          onFiltered={() => setIsFiltering(true)}
          onOpen={setOpening}
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
