import { useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useCanvas } from '../../../canvas/canvas-context.tsx'
import type { RunView } from '../../../canvas/run/run-view.ts'
import { Button } from '../../../components/button.tsx'
import { useLaunchRows } from '../../../components/launch-link.tsx'
import { RowsGrid } from '../../../components/rows-grid/rows-grid.tsx'
import { searchOfView, viewOfSearch } from '../../../components/rows-grid/view-state.ts'
import { EmptyState, ErrorState, LoadingState } from '../../../components/states.tsx'
import { momentOf } from '../../../components/time-bar/moment-of.ts'
import { TimeBar } from '../../../components/time-bar/time-bar.tsx'
import type { WhyQuestion } from '../../../components/why/question.ts'
import { useMinute } from '../../../components/time-text.tsx'
import { WriteFailure } from '../../../components/write-failure.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle, useMay, useProfile } from '../../../lib/session/context.tsx'
import { formatDuration, formatTime, relativeTime } from '../../../lib/time/format-time.ts'
import { captureAt, captureList, lineageOf } from '../../../resources/history.ts'
import { NoRowsOfRun } from './no-rows.tsx'
import { type PartRows, RowsOfPart, usePartRows } from './part-rows.tsx'
import { useAddress } from './use-address.ts'
import type { Age } from './use-age.ts'
import { questionOf, type Ran } from './use-run.ts'
import type { Running } from './use-running.ts'
import { words } from './words.ts'
import styles from './workspace-screen.module.css'

type Props = {
  readonly queryId: string | undefined
  readonly asOf: string | undefined
  /** The rows of its last run stay while the next one goes on. */
  readonly running: Running
  readonly age: Age
  /** They are drawn instead of listed. */
  readonly isChart?: boolean
}

const ENDINGS = { failure: words.rows.failed, timeout: words.rows.timeout, cancelled: words.rows.cancelled } as const

/** The rows of the last run, or of a capture. */
export function RowsPanel({
  queryId,
  asOf,
  running: { ran, refused, run: onRun, isLooking },
  age,
  isChart = false,
}: Props) {
  const run = useCanvas((state) => state.run)
  const partRows = usePartRows(ran)
  if (asOf !== undefined && queryId !== undefined) return <RowsOfThen queryId={queryId} asOf={asOf} isChart={isChart} />
  const ending =
    run.state === 'failure' || run.state === 'timeout' || run.state === 'cancelled' ? ENDINGS[run.state] : undefined
  return (
    <>
      {refused && <WriteFailure what={words.notStarted} error={refused.error} onRetry={refused.onRetry} />}
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
      {ran && <WhichRows log={ran.log} age={age} onRun={() => onRun()} />}
      {ran && <FoundRows ran={ran} partRows={partRows} isChart={isChart} onRun={onRun} />}
      {!ran && ending === undefined && <NoRows run={run} isLooking={isLooking} />}
    </>
  )
}

type WhichProps = { readonly log: Wire.ExecutionLog; readonly age: Age; readonly onRun: () => void }

/** When the rows were read, and whether the screen still asks for them. */
function WhichRows({ log, age, onRun }: WhichProps) {
  const { preferences } = useProfile()
  const now = useMinute()
  const at = formatTime(log.executed_at, preferences)
  return (
    <div role="status" className={styles.which} data-old={age === 'old' || undefined}>
      <span>
        {words.rows.of(at)}
        {age === 'old' ? words.rows.beforeEdits : ` · ${relativeTime(log.executed_at, now) ?? preferences.timezone}`}
      </span>
      {age === 'old' && (
        <Button look="link" onClick={onRun}>
          {words.rows.runAgain}
        </Button>
      )}
      <Link to="/queries/execution-logs/$id/" params={{ id: log.id }}>
        {words.rows.openRun}
      </Link>
    </div>
  )
}

const NoRows = ({ run, isLooking }: { readonly run: RunView; readonly isLooking: boolean }) =>
  run.state === 'none' && isLooking ? (
    <LoadingState />
  ) : run.state === 'none' ? (
    <EmptyState title={words.rows.none}>{words.rows.noneText}</EmptyState>
  ) : (
    <p role="status" className={styles.waiting}>
      {run.waits ? words.rows.waiting(run.waits.for, formatDuration(run.waits.milliseconds)) : words.rows.running}
    </p>
  )

type FoundProps = {
  readonly ran: Ran
  readonly partRows: PartRows | undefined
  readonly isChart: boolean
  readonly onRun: Running['run']
}

/** The result, or what was read for the part of the canvas that somebody looks at. */
function FoundRows({ ran, partRows, isChart, onRun }: FoundProps) {
  if (partRows) return <RowsOfPart {...partRows} onRun={onRun} />
  return ran.log.row_count === 0 ? <NoRowsOfRun ran={ran} onRun={onRun} /> : <RowsOfRun ran={ran} isChart={isChart} />
}

function RowsOfRun({ ran: { log, given }, isChart }: { readonly ran: Ran; readonly isChart: boolean }) {
  const source = useMemo(
    () => ({
      kind: 'url' as const,
      url: `/api/queries/execution-logs/${log.id}/results/?format=ndjson`,
      columns: log.columns,
    }),
    [log.id, log.columns],
  )
  return (
    <Rows
      {...{ source, isChart }}
      run={log}
      why={useMemo(() => questionOf(given), [given])}
      queryId={log.saved_query ?? undefined}
      connection={log.controller_connection ?? undefined}
    />
  )
}

type ThenProps = { readonly queryId: string; readonly asOf: string; readonly isChart: boolean }

function RowsOfThen({ queryId, asOf, isChart }: ThenProps) {
  const { preferences } = useProfile()
  const { change } = useAddress()
  const found = useQuery(captureAt(useHeddle(), queryId, asOf))
  const snapshot = found.data?.snapshot
  const list = useQuery(captureList(useHeddle(), queryId))
  const captures = useMemo(() => ofSameLineage(list.data?.results ?? [], snapshot), [list.data, snapshot])
  const moments = useMemo(() => captures.map(momentOf), [captures])
  const index = captures.findIndex(({ id }) => id === snapshot)
  const source = useMemo(
    () =>
      snapshot === undefined
        ? undefined
        : { kind: 'url' as const, url: `/api/history/snapshots/${snapshot}/results/?format=ndjson`, columns: [] },
    [snapshot],
  )
  if (found.error)
    return <ErrorState what={words.rows.atFailure} error={found.error} onRetry={() => void found.refetch()} />
  return (
    <>
      <div role="status" className={styles.which} data-old>
        <span>{words.rows.ofThen(formatTime(asOf, preferences), preferences.timezone)}</span>
        <Link to="/history" search={{ saved_query: queryId, at: asOf }}>
          {words.rows.inHistory}
        </Link>
        <Button look="link" onClick={() => change({ as_of: undefined })}>
          {words.rows.backToNow}
        </Button>
      </div>
      {captures.length > 1 && (
        <div className={styles.time}>
          <TimeBar
            label={words.rows.captures}
            moments={moments}
            hasNow
            handles={[
              {
                label: words.rows.asOf,
                index: Math.max(0, index),
                onMove: (next) => change({ as_of: captures[next]?.captured_at }),
              },
            ]}
          />
        </div>
      )}
      {source && (
        <Rows
          source={source}
          isChart={isChart}
          queryId={queryId}
          why={{ queryId, asked: {}, snapshot }}
          connection={captures[0]?.controller_connection ?? undefined}
        />
      )}
    </>
  )
}

/** The captures that a capture is one of, oldest first. */
function ofSameLineage(captures: readonly Wire.SnapshotItem[], id: string | undefined): readonly Wire.SnapshotItem[] {
  const known = captures.find((capture) => capture.id === id)
  return known ? captures.filter((one) => lineageOf(one) === lineageOf(known)).toReversed() : []
}

function Rows({
  source,
  run,
  isChart,
  queryId,
  connection,
  why,
}: {
  readonly queryId: string | undefined
  readonly why: WhyQuestion
  readonly isChart: boolean
  /** That the rows are of; those of a capture are fixed from its page. */
  readonly run?: Wire.ExecutionLog
  /** Undefined for merged rows, whose objects are of several fabrics. */
  readonly connection: string | undefined
  readonly source: { readonly kind: 'url'; readonly url: string; readonly columns: readonly string[] }
}) {
  const { search, change } = useAddress()
  const view = useMemo(() => viewOfSearch(search), [search])
  const router = useRouter()
  const mayHistory = useMay('history.view_snapshot')
  const onTimeline =
    queryId !== undefined && mayHistory
      ? (dn: string) => void router.navigate({ to: '/history/timeline', search: { saved_query_id: queryId, dn } })
      : undefined
  const onFix = useLaunchRows(run)
  const mayRead = useMay('queries.execute_savedquery')
  const onObject =
    connection !== undefined && mayRead
      ? (dn: string) => void router.navigate({ to: '/controller/objects', search: { connection, dn } })
      : undefined
  return (
    <RowsGrid
      {...{ source, view, isChart, onTimeline, onObject, onFix }}
      why={mayRead || why.snapshot !== undefined ? why : undefined}
      place={queryId === undefined ? 'rows' : `rows ${queryId}`}
      onView={(next) => change(searchOfView(next, search))}
    />
  )
}
