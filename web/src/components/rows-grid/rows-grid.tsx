import { type ReactNode, useMemo, useState } from 'react'
import { Button } from '../button.tsx'
import { EmptyState, StaleBar } from '../states.tsx'
import { createCellCopier } from './cell-copier.ts'
import { isComplete } from './column-filter.ts'
import { GridFrame } from './grid-frame.tsx'
import { GridOpening } from './grid-opening.tsx'
import { words } from './grid-words.ts'
import { LoadFailureState } from './load-failure.tsx'
import type { Opening } from './opening.ts'
import { RowsBar } from './rows-bar.tsx'
import type { Loaded, GridRowSource } from './rows-client.ts'
import styles from './rows-grid.module.css'
import { useRows, useView } from './use-rows.ts'
import { useSame } from './use-same.ts'
import { type ViewState, visibleColumns } from './view-state.ts'

type Props = {
  readonly source: GridRowSource
  readonly view: ViewState
  readonly onView: (view: ViewState) => void
  /** Further actions, at the end of the bar. */
  readonly actions?: ReactNode
  /** How many rows there are, where the source has fewer. */
  readonly total?: number
  /** Opens the history of an object; without it nothing offers one. */
  readonly onTimeline?: (dn: string) => void
}

/** Rows by the hundred thousand: those that are seen are in the page, the others in a worker. */
export function RowsGrid({ source, view, onView, actions, total, onTimeline }: Props) {
  const { find } = view
  const sort = useSame(view.sort)
  const filters = useSame(view.filters.filter(isComplete))
  const viewOf = (all: readonly string[]) => ({ sort, find, filters, columns: visibleColumns(all, view) })
  const { client, loaded, isStale, onReload } = useRows(source, viewOf)
  const columns = useSame(visibleColumns(loaded.columns, view))
  const shown = { sort, find, columns, filters }
  useView(client, shown)
  const copier = useMemo(() => createCellCopier(client, columns), [client, columns])
  const [opening, setOpening] = useState<Opening>()
  const [isFiltering, setIsFiltering] = useState(view.filters.length > 0)
  const isNarrowed = find !== '' || filters.length > 0
  const { count, failure } = loaded

  return (
    <div className={styles.grid}>
      <RowsBar
        {...{ client, loaded, columns, view, onView, isNarrowed, isFiltering, actions }}
        onFiltering={setIsFiltering}
      />
      <Notes loaded={loaded} isStale={isStale} total={total} onReload={onReload} />
      {failure && count === 0 ? (
        <LoadFailureState failure={failure} onRetry={onReload} />
      ) : (
        <GridFrame
          {...{ client, loaded, isStale, columns, view, onView, isFiltering }}
          onOpen={setOpening}
          onCopy={(range) => copier.cells(range, 'tsv')}
        />
      )}
      {loaded.isDone && !failure && loaded.hits === 0 && (
        <Nothing isNarrowed={isNarrowed && count > 0} onShowAll={() => onView({ ...view, find: '', filters: [] })} />
      )}
      {opening && (
        <GridOpening
          {...{ opening, client, shown, view, onView, copier, onTimeline }}
          all={loaded.columns}
          onFiltered={() => setIsFiltering(true)}
          onOpen={setOpening}
        />
      )}
    </div>
  )
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
      {isStale && <StaleBar>{words.stale}</StaleBar>}
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
