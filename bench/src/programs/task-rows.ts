import type { Pool } from 'pg'

/** Intervals with slots spread evenly over the minute, or a cron expression that makes all tasks due at once. */
export type TaskShape = 'spread' | 'together'

/** One scheduled run; times in milliseconds. */
export type ScheduledRun = {
  readonly slot: number
  /** From the slot to the claim, and to the moment a process started the run. */
  readonly claimedAfter: number
  readonly startedAfter: number
  readonly endedAt: number
  readonly status: string
}

/** Adds tasks that run the one stored query every minute. */
export async function addTasks(
  pool: Pool,
  { count, shape }: { readonly count: number; readonly shape: TaskShape },
): Promise<void> {
  await pool.query(shape === 'spread' ? ADD_INTERVALS : ADD_CRONS, [count])
}

/** Disables all tasks; runs in progress continue. */
export async function endTasks(pool: Pool): Promise<void> {
  await pool.query('update scheduled_tasks set enabled = false, next_run_at = null')
}

/** The runs whose slots lie between two instants; a run still in progress is undefined. */
export async function readRuns(
  pool: Pool,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<(ScheduledRun | undefined)[]> {
  const { rows } = await pool.query<ScheduledRun & { readonly running: boolean }>(RUNS, [new Date(from), new Date(to)])
  return rows.map(({ running, ...run }) => (running ? undefined : run))
}

const COLUMNS = `
  id, owner_id, name, saved_query_id, controller_connections, schedule_type, cron_expression, interval_minutes, anchor_at, timezone, enabled,
  notify_on_failure, notify_on_changes, next_run_at, created_at, updated_at`

const ADD_INTERVALS = `
  insert into scheduled_tasks (${COLUMNS})
  select gen_random_uuid(), owner_id, 'task ' || n, query_id, array[connection_id], 'interval', null, 1, anchor, 'UTC', true, false, false,
         anchor + interval '1 minute', now(), now()
  from (
    select n, q.id as query_id, q.controller_connection_id as connection_id, q.created_by as owner_id,
           now() - interval '55 seconds' + n * (interval '1 minute' / $1::int) as anchor
    from saved_queries q, generate_series(1, $1::int) as n
  ) as spread`

const ADD_CRONS = `
  insert into scheduled_tasks (${COLUMNS})
  select gen_random_uuid(), q.created_by, 'task ' || n, q.id, array[q.controller_connection_id], 'cron', '* * * * *', null, now(), 'UTC', true, false,
         false, date_trunc('minute', now()) + interval '1 minute', now(), now()
  from saved_queries q, generate_series(1, $1::int) as n`

const RUNS = `
  select extract(epoch from s.scheduled_for)::float8 * 1000 as slot,
         extract(epoch from s.started_at - s.scheduled_for)::float8 * 1000 as "claimedAfter",
         extract(epoch from e.started_at - s.scheduled_for)::float8 * 1000 as "startedAfter",
         extract(epoch from s.finished_at)::float8 * 1000 as "endedAt",
         s.status, s.status = 'running' as running
  from scheduled_executions s left join executions e on e.id = s.execution_id
  where s.scheduled_for >= $1 and s.scheduled_for < $2`
