import { Link } from '@tanstack/react-router'
import { Chip } from '../../../components/chip.tsx'
import { Light } from '../../../components/light.tsx'
import { TimeText } from '../../../components/time-text.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { formatNumber } from '../../../lib/i18n/plural.ts'
import { words } from '../words.ts'
import { FavoriteButton } from './favorite-button.tsx'
import styles from './query-cells.module.css'

type Query = Wire.SavedQueryListItem

export const NameCell = ({ query }: { readonly query: Query }) => (
  <div className={styles.name}>
    <FavoriteButton query={query} />
    <div className={styles.text}>
      <Link to="/queries/saved-queries/$id/" params={{ id: query.id }} dir="auto" title={query.name}>
        {query.name}
      </Link>
      <p className={styles.description} title={query.description} dir="auto">
        {query.description}
      </p>
    </div>
  </div>
)

const MOST_CLASSES = 2

/** What it asks about, in the controller's words. */
function classesOf({ nodes }: Query): readonly string[] {
  const names = nodes.flatMap(({ class_name, class_names }) =>
    typeof class_name === 'string' ? [class_name] : Array.isArray(class_names) ? class_names.map(String) : [],
  )
  return [...new Set(names)]
}

export function ClassesCell({ query }: { readonly query: Query }) {
  const names = classesOf(query)
  return (
    <span className={styles.classes} title={names.join(' ')}>
      {names.slice(0, MOST_CLASSES).map((name) => (
        <Chip key={name} as="span" className={styles.class ?? ''}>
          {name}
        </Chip>
      ))}
      {names.length > MOST_CLASSES && <span className={styles.minor}>+{names.length - MOST_CLASSES}</span>}
    </span>
  )
}

const COLORS = { success: 'ok', running: 'busy', failure: 'bad', timeout: 'bad' } as const

export function LastRunCell({ run }: { readonly run: Wire.ExecutionLogItem | undefined }) {
  if (!run) return <span className={styles.minor}>{words.neverRan}</span>
  return (
    <Link to="/queries/execution-logs/$id/" params={{ id: run.id }} className={styles.run}>
      {run.status === 'success' && run.expectation?.status === 'failed' ? (
        <Light color="bad" text={words.unexpected} />
      ) : (
        <Light color={COLORS[run.status]} text={run.status === 'success' ? words.rows(run.row_count) : run.status} />
      )}
      <span className={styles.minor}>
        <TimeText at={run.executed_at} />
      </span>
    </Link>
  )
}

/** The schedule that fires next; the others are counted. */
export function ScheduleCell({ schedules = [] }: { readonly schedules?: readonly Wire.ScheduledTask[] | undefined }) {
  const [first, ...others] = [...schedules].sort((a, b) => (a.next_run_at ?? '~').localeCompare(b.next_run_at ?? '~'))
  if (!first) return <span className={styles.minor}>–</span>
  return (
    <span className={styles.lines} title={schedules.map(({ name }) => name).join('\n')}>
      <Light {...lightOf(first)} />
      <span className={styles.minor}>
        {isWaiting(first) && <TimeText at={first.next_run_at} />}
        {others.length > 0 && ` ${words.schedules.more(others.length)}`}
      </span>
    </span>
  )
}

const isWaiting = ({ enabled, paused, running, next_run_at }: Wire.ScheduledTask): boolean =>
  enabled && !paused && !running && next_run_at !== null

/** How it is, else how its last run ended. */
function lightOf({ enabled, paused, running, last_run_status }: Wire.ScheduledTask) {
  if (paused) return { color: 'warn', text: words.schedules.paused } as const
  if (!enabled) return { color: 'off', text: words.schedules.off } as const
  if (running) return { color: 'busy', text: words.schedules.running } as const
  if (last_run_status === null) return { color: 'off', text: words.schedules.new } as const
  return last_run_status === 'success'
    ? ({ color: 'ok', text: words.schedules.ok } as const)
    : ({ color: 'bad', text: words.schedules.failed } as const)
}

export function SnapshotsCell({
  snapshots,
}: {
  readonly snapshots: Wire.HistoryQueries['queries'][number] | undefined
}) {
  if (!snapshots) return <span className={styles.minor}>–</span>
  return (
    <span className={styles.lines}>
      <span>{formatNumber(snapshots.snapshot_count)}</span>
      <span className={styles.minor}>
        <TimeText at={snapshots.latest_snapshot_at} />
      </span>
    </span>
  )
}
