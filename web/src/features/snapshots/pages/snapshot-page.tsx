import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { Fact } from '../../../components/fact.tsx'
import { LaunchLink } from '../../../components/launch-link.tsx'
import { Page } from '../../../components/page.tsx'
import { Read } from '../../../components/read.tsx'
import { RowsGrid } from '../../../components/rows-grid/rows-grid.tsx'
import { searchOfView, viewOfSearch } from '../../../components/rows-grid/view-state.ts'
import { TimeText } from '../../../components/time-text.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { formatBytes } from '../../../lib/i18n/bytes.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import { captureList, lineageOf } from '../../../resources/history.ts'
import { snapshotDetail } from '../api.ts'
import { CaptureActions } from '../history/capture-actions.tsx'
import { CountsOfChanges } from '../parts/change-counts.tsx'
import { connectionsOf } from '../parts/connections-of.ts'
import { words } from '../words.ts'
import styles from './snapshot-page.module.css'

const route = getRouteApi('/inside/history/snapshots/$id')

/** What a query gave at one moment. */
export function SnapshotPage() {
  const { id } = route.useParams()
  const navigate = route.useNavigate()
  const found = useQuery(snapshotDetail(useHeddle(), id.toLowerCase()))
  const snapshot = found.data
  return (
    <Page
      isFilled
      title={snapshot ? words.titleOf(snapshot.saved_query_name ?? words.deletedQuery) : words.title}
      trail={
        <Link to="/history" search={snapshot ? { saved_query: snapshot.saved_query } : {}}>
          {words.history}
        </Link>
      }
      note={snapshot && <Links snapshot={snapshot} />}
      actions={
        snapshot && (
          <>
            <LaunchLink source={{ snapshot: snapshot.id }} />
            <Neighbours snapshot={snapshot} />
            <CaptureActions
              capture={snapshot}
              onAt={(at) => void navigate({ to: '/history', search: { saved_query: snapshot.saved_query, at } })}
              onRemoved={() => void navigate({ to: '/history', search: { saved_query: snapshot.saved_query } })}
            />
          </>
        )
      }
    >
      <Read of={found} failure={words.failure} permission="history.view_snapshot">
        {(read) => (
          <>
            <Facts snapshot={read} />
            <div className={styles.rows}>
              <Rows snapshot={read} />
            </div>
          </>
        )}
      </Read>
    </Page>
  )
}

type SnapshotProps = { readonly snapshot: Wire.Snapshot }

const Links = ({ snapshot: { saved_query_name: name, saved_query: query, execution } }: SnapshotProps) => (
  <span className={styles.links}>
    {name !== null && (
      <Link to="/queries/saved-queries/$id/" params={{ id: query }}>
        {words.openQuery}
      </Link>
    )}
    {execution !== null && (
      <Link to="/queries/execution-logs/$id/" params={{ id: execution }}>
        {words.openRun}
      </Link>
    )}
  </span>
)

/** The captures before and after it, and what changed between. */
function Neighbours({ snapshot }: SnapshotProps) {
  const found = useQuery(captureList(useHeddle(), snapshot.saved_query))
  const captures = (found.data?.results ?? []).filter((one) => lineageOf(one) === lineageOf(snapshot))
  const at = captures.findIndex(({ id }) => id === snapshot.id)
  const [later, earlier] = at < 0 ? [] : [captures[at - 1], captures[at + 1]]
  return (
    <span className={styles.links}>
      {earlier && (
        <>
          <Link to="/history/snapshots/$id" params={{ id: earlier.id }}>
            {words.earlier}
          </Link>
          <Link to="/history/compare" search={{ snapshot_a: earlier.id, snapshot_b: snapshot.id }}>
            {words.compareEarlier}
          </Link>
        </>
      )}
      {later && (
        <>
          <Link to="/history/compare" search={{ snapshot_a: snapshot.id, snapshot_b: later.id }}>
            {words.compareLater}
          </Link>
          <Link to="/history/snapshots/$id" params={{ id: later.id }}>
            {words.later}
          </Link>
        </>
      )}
    </span>
  )
}

function Facts({ snapshot }: SnapshotProps) {
  const { captured_at, captured_by, row_count, changes, annotation, expires_at, pinned, stored_bytes } = snapshot
  const kept = expires_at === null ? words.forever : <TimeText at={expires_at} isAbsolute />
  return (
    <dl className={styles.facts}>
      <Fact name={words.captured} value={<TimeText at={captured_at} isAbsolute />} />
      <Fact name={words.by} value={captured_by} />
      <Fact name={words.rows} value={words.rowCount(row_count)} />
      <Fact name={words.cost} value={formatBytes(stored_bytes)} />
      <Fact name={words.connection} value={connectionsOf(snapshot)} />
      <Fact name={words.changes} value={<CountsOfChanges changes={changes} />} />
      <Fact name={words.kept} value={pinned ? words.pinned : kept} />
      {annotation !== null && <Fact name={words.note} value={<span dir="auto">{annotation}</span>} />}
    </dl>
  )
}

function Rows({ snapshot }: SnapshotProps) {
  const { id, columns, row_count: total, saved_query: query, controller_connection: connection } = snapshot
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const view = useMemo(() => viewOfSearch(search), [search])
  const why = useMemo(() => ({ queryId: query, asked: {}, snapshot: id }), [query, id])
  const source = useMemo(
    () => ({ kind: 'url' as const, url: `/api/history/snapshots/${id}/results/?format=ndjson`, columns }),
    [id, columns],
  )
  return (
    <RowsGrid
      source={source}
      view={view}
      onView={(next) =>
        void navigate({ search: (before) => ({ ...before, ...searchOfView(next, before) }), replace: true })
      }
      total={total}
      place={`rows ${query}`}
      why={why}
      onTimeline={(dn) => void navigate({ to: '/history/timeline', search: { saved_query_id: query, dn } })}
      onObject={
        connection === null
          ? undefined
          : (dn) => void navigate({ to: '/controller/objects', search: { connection, dn } })
      }
    />
  )
}
