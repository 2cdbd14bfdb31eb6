import type { ReactNode } from 'react'
import { Button } from '../button.tsx'
import { SearchField } from '../search-field.tsx'
import { ColumnMenu } from './column-menu.tsx'
import { ExportMenu } from './export-menu.tsx'
import { words } from './grid-words.ts'
import type { Loaded, RowsClient } from './rows-client.ts'
import styles from './rows-grid.module.css'
import { words as whyWords } from '../why/words.ts'
import { ViewMenu } from './view-menu.tsx'
import { searchOfView, type ViewState, viewOfSearch } from './view-state.ts'

type Props = {
  readonly client: RowsClient
  readonly loaded: Loaded
  readonly columns: readonly string[]
  /** All of them, also those that are folded away. */
  readonly all: readonly string[]
  readonly empty: number
  readonly view: ViewState
  readonly onView: (view: ViewState) => void
  readonly isNarrowed: boolean
  readonly isFiltering: boolean
  readonly onFiltering: (isFiltering: boolean) => void
  readonly actions: ReactNode
  /** Asks about an object that may not be among the rows. */
  readonly onWhy: (() => void) | undefined
  /** Where views of these rows are kept; without it, none are. */
  readonly place: string | undefined
}

/** Above the rows: how many there are, and what narrows, arranges and exports them. */
export function RowsBar(props: Props) {
  const {
    client,
    loaded,
    columns,
    all,
    empty,
    view,
    onView,
    isNarrowed,
    isFiltering,
    onFiltering,
    actions,
    place,
    onWhy,
  } = props
  const { hits, count, isDone } = loaded
  return (
    <div className={styles.bar}>
      <div className={styles.find}>
        <SearchField label={words.find} value={view.find} onSearch={(text) => onView({ ...view, find: text })} />
      </div>
      {onWhy && (
        <Button look="quiet" onClick={onWhy}>
          {whyWords.entry}
        </Button>
      )}
      <span role="status" className={styles.count}>
        {isNarrowed ? words.hits(hits, count) : words.count(count)}
        {!isDone && words.loading}
      </span>
      {view.filters.length > 0 && (
        <Button look="quiet" onClick={() => onView({ ...view, filters: [] })}>
          {words.clearFilters}
        </Button>
      )}
      <Button aria-pressed={isFiltering} onClick={() => onFiltering(!isFiltering)}>
        {words.filterCount(view.filters.length)}
      </Button>
      <ColumnMenu
        columns={loaded.columns}
        hidden={view.hidden}
        onHidden={(hidden) => onView({ ...view, hidden })}
        empty={empty}
        showsEmpty={view.showsEmpty}
        onShowsEmpty={(showsEmpty) => onView({ ...view, showsEmpty })}
        rowHeight={view.rowHeight}
        onRowHeight={(rowHeight) => onView({ ...view, rowHeight })}
      />
      {place !== undefined && (
        <ViewMenu place={place} view={searchOfView(view)} onView={(next) => onView(viewOfSearch(next))} />
      )}
      <ExportMenu client={client} all={all} shown={columns} />
      {actions}
    </div>
  )
}
