import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { Button } from '../../../components/button.tsx'
import { Read } from '../../../components/read.tsx'
import { EmptyState } from '../../../components/states.tsx'
import { DataTable, LoadingTable, Pager, type TableColumn, type TableSelection } from '../../../components/table.tsx'
import { TimeText, useMinute } from '../../../components/time-text.tsx'
import type { Heddle } from '../../../lib/api/heddle.ts'
import type { Wire } from '../../../lib/api/wire.ts'
import { formatBytes } from '../../../lib/i18n/bytes.ts'
import { formatNumber } from '../../../lib/i18n/plural.ts'
import { useHeddle, useProfile } from '../../../lib/session/context.tsx'
import { dayBounds } from '../../../lib/time/day-bounds.ts'
import { formatTime } from '../../../lib/time/format-time.ts'
import { SNAPSHOTS_KEY } from '../api.ts'
import { CountsOfChanges } from '../parts/change-counts.tsx'
import { connectionsOf } from '../parts/connections-of.ts'
import { CaptureActions } from './capture-actions.tsx'
import { words } from './words.ts'
import styles from './history.module.css'

const PAGE_SIZE = 50

type Props = {
  readonly query: string
  readonly connection: string | undefined
  /** YYYY-MM-DD. */
  readonly day: string | undefined
  readonly page: number
  /** Several connections: the table says which. */
  readonly hasSeveral: boolean
  readonly chosen: ReadonlySet<string>
  readonly onChoose: (ids: ReadonlySet<string>) => void
  readonly onPage: (page: number) => void
  readonly onAllDays: () => void
  readonly onAt: (at: string) => void
}

/** What was captured: what changed, what it cost, who did it and why. */
export function CaptureTable(props: Props) {
  const { query, connection, day, page, hasSeveral, chosen, onChoose, onPage, onAllDays, onAt } = props
  const { preferences } = useProfile()
  const bounds = day === undefined ? undefined : dayBounds(day, preferences.timezone)
  const found = useQuery(
    capturePage(useHeddle(), {
      saved_query: query,
      page,
      page_size: PAGE_SIZE,
      ...(connection !== undefined && { controller_connection: connection }),
      ...(bounds && { captured_after: bounds.from, captured_before: bounds.to }),
    }),
  )
  const columns = useMemo(() => columnsOf(hasSeveral, onAt), [hasSeveral, onAt])
  const selection: TableSelection<Wire.SnapshotItem> = {
    keys: chosen,
    // A comparison takes two: a third takes the place of the first.
    onSelect: (keys) => onChoose(new Set([...keys].slice(-2))),
    nameOf: ({ captured_at }) => words.captureOf(formatTime(captured_at, preferences)),
  }
  return (
    <div className={styles.list}>
      {day !== undefined && (
        <div className={styles.ofDay}>
          <span>{words.day(formatTime(bounds!.from, preferences).replace(/ .*/, ''))}</span>
          <Button look="link" onClick={onAllDays}>
            {words.allDays}
          </Button>
        </div>
      )}
      <Read
        of={found}
        failure={words.failure}
        permission="history.view_snapshot"
        goesStale
        skeleton={<LoadingTable columns={columns} isSelectable />}
      >
        {({ results, count }) =>
          results.length === 0 ? (
            <EmptyState title={day === undefined ? words.none : words.noneOfDay}>
              {day === undefined && words.noneText}
            </EmptyState>
          ) : (
            <>
              <DataTable
                label={words.captures}
                columns={columns}
                rows={results}
                keyOf={({ id }) => id}
                selection={selection}
              />
              <Pager page={page} pageSize={PAGE_SIZE} count={count} onPage={onPage} />
            </>
          )
        }
      </Read>
    </div>
  )
}

const capturePage = (heddle: Heddle, query: Wire.SnapshotListQuery) =>
  queryOptions({
    queryKey: [...SNAPSHOTS_KEY, 'page', query],
    queryFn: ({ signal }) => heddle.history.snapshots.list(query, { signal }),
    placeholderData: keepPreviousData,
  })

function columnsOf(hasSeveral: boolean, onAt: (at: string) => void): readonly TableColumn<Wire.SnapshotItem>[] {
  return [
    {
      name: 'when',
      title: words.when,
      cell: ({ id, captured_at }) => (
        <Link to="/history/snapshots/$id" params={{ id }}>
          <TimeText at={captured_at} isAbsolute />
        </Link>
      ),
    },
    { name: 'who', title: words.who, cell: ({ captured_by }) => captured_by },
    ...(hasSeveral ? [{ name: 'connection', title: words.connection, isWideOnly: true, cell: connectionsOf }] : []),
    { name: 'changes', title: words.changes, cell: ({ changes }) => <CountsOfChanges changes={changes} /> },
    { name: 'rows', title: words.rows, isNumber: true, cell: ({ row_count }) => formatNumber(row_count) },
    {
      name: 'cost',
      title: words.cost,
      isNumber: true,
      isWideOnly: true,
      cell: ({ stored_bytes, size_bytes }) => (
        <span className={styles.cost} title={words.costTitle(formatBytes(size_bytes))}>
          {formatBytes(stored_bytes)}
        </span>
      ),
    },
    {
      name: 'note',
      title: words.note,
      isGrowing: true,
      cell: ({ annotation }) =>
        annotation !== null && (
          <span dir="auto" className={styles.note} title={annotation}>
            {annotation}
          </span>
        ),
    },
    { name: 'keep', title: words.keep, isWideOnly: true, cell: (capture) => <Kept capture={capture} /> },
    {
      name: 'actions',
      title: words.actions,
      isTitleHidden: true,
      width: '56px',
      cell: (capture) => <CaptureActions capture={capture} onAt={onAt} />,
    },
  ]
}

function Kept({ capture: { pinned, expires_at: at } }: { readonly capture: Wire.SnapshotItem }) {
  const now = useMinute()
  // Its time is over, and nobody has cleaned up since.
  if (!pinned && at !== null && Date.parse(at) <= now) return <span className={styles.minor}>{words.untilCleanup}</span>
  return pinned ? (
    <>
      <span aria-hidden>◆ </span>
      {words.pinned}
    </>
  ) : at === null ? (
    words.forever
  ) : (
    <span className={styles.minor}>
      <TimeText at={at} />
    </span>
  )
}
