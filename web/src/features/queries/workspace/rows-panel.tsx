import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useCanvas } from '../../../canvas/canvas-context.tsx'
import type { RunView } from '../../../canvas/run/run-view.ts'
import { RowsGrid } from '../../../components/rows-grid/rows-grid.tsx'
import { searchOfView, viewOfSearch } from '../../../components/rows-grid/view-state.ts'
import { EmptyState, ErrorState } from '../../../components/states.tsx'
import { useHeddle } from '../../../lib/session/context.tsx'
import { formatDuration } from '../../../lib/time/format-time.ts'
import { captureAt } from '../../../resources/history.ts'
import { useAddress } from './use-address.ts'
import type { Ran } from './use-run.ts'
import { words } from './words.ts'
import styles from './workspace-screen.module.css'

type Props = {
  readonly queryId: string | undefined
  readonly asOf: string | undefined
  /** The last run that gave rows; they stay while the next one goes on. */
  readonly ran: Ran | undefined
}

const ENDINGS = { failure: words.rows.failed, timeout: words.rows.timeout, cancelled: words.rows.cancelled } as const

/** The rows of the last run, or of a capture. */
export function RowsPanel({ queryId, asOf, ran }: Props) {
  const run = useCanvas((state) => state.run)
  if (asOf !== undefined && queryId !== undefined) return <RowsOfThen queryId={queryId} asOf={asOf} />
  const ending =
    run.state === 'failure' || run.state === 'timeout' || run.state === 'cancelled' ? ENDINGS[run.state] : undefined
  return (
    <>
      {ending !== undefined && (
        <div role={run.state === 'cancelled' ? 'status' : 'alert'} className={styles.ending}>
          <strong>{ending}.</strong> {run.state !== 'cancelled' && run.failure}{' '}
          {run.id !== undefined && (
            <Link to="/queries/execution-logs/$id/" params={{ id: run.id }}>
              {words.rows.openRun}
            </Link>
          )}
        </div>
      )}
      {ran ? <RowsOfRun ran={ran} /> : ending === undefined && <NoRows run={run} />}
    </>
  )
}

const NoRows = ({ run }: { readonly run: RunView }) =>
  run.state === 'none' ? (
    <EmptyState title={words.rows.none}>{words.rows.noneText}</EmptyState>
  ) : (
    <p role="status" className={styles.waiting}>
      {run.waits ? words.rows.waiting(run.waits.for, formatDuration(run.waits.milliseconds)) : words.rows.running}
    </p>
  )

function RowsOfRun({ ran: { log } }: { readonly ran: Ran }) {
  const source = useMemo(
    () => ({
      kind: 'url' as const,
      url: `/api/queries/execution-logs/${log.id}/results/?format=ndjson`,
      columns: log.columns,
    }),
    [log.id, log.columns],
  )
  return <Rows source={source} />
}

function RowsOfThen({ queryId, asOf }: { readonly queryId: string; readonly asOf: string }) {
  const found = useQuery(captureAt(useHeddle(), queryId, asOf))
  const snapshot = found.data?.snapshot
  const source = useMemo(
    () =>
      snapshot === undefined
        ? undefined
        : { kind: 'url' as const, url: `/api/history/snapshots/${snapshot}/results/?format=ndjson`, columns: [] },
    [snapshot],
  )
  if (found.error)
    return <ErrorState what={words.rows.atFailure} error={found.error} onRetry={() => void found.refetch()} />
  return source && <Rows source={source} />
}

function Rows({
  source,
}: {
  readonly source: { readonly kind: 'url'; readonly url: string; readonly columns: readonly string[] }
}) {
  const { search, change } = useAddress()
  const view = useMemo(() => viewOfSearch(search), [search])
  return <RowsGrid source={source} view={view} onView={(next) => change(searchOfView(next))} />
}
