import { JOBS_SCHEMA } from '@heddle/server/platform/jobs/boss.ts'
import type { Ledger } from '../life/people.ts'
import type { Outside } from '../life/outside-world.ts'
import type { OpenWorld } from '../world/open-worlds.ts'

/** Until then, runs may still feel the trouble there was. */
const FINE_AFTER_MS = 20_000

/** Jobs that take longer than anything that is left to do once all is well; the queue expires its own after minutes. */
const LONG_JOBS = `select id, name from ${JOBS_SCHEMA}.job where state = 'active'
  and started_on < now() - interval '20 seconds' and not starts_with(name, '__pgboss')`
const OPEN_OUTPUTS = `select id from automation_executions where job_id is not null and finished_at is not null
  and (output_complete_at is null or collect_until is not null)`

/** Whether anything is still under way. */
export async function isQuiet({ sql, session }: OpenWorld): Promise<boolean> {
  if (session.isHeld) return false
  const [row] = await sql<{ open: number }>(
    `select ((select count(*) from executions where status = 'running' and trigger <> 'schedule')
          + (select count(*) from executions where status = 'running' and executed_at < now() - interval '150 seconds')
          + (select count(*) from notification_deliveries where status = 'waiting')
          + (select count(*) from automation_requests where finished_at is null)
          + (select count(*) from (${OPEN_OUTPUTS}) o)
          + (select count(*) from (${LONG_JOBS}) j)
          + (select count(*) from mail_outbox where state in ('waiting', 'sending')))::int as open`,
  )
  return row!.open === 0
}

/** What holds once the world has healed and had its time. */
export async function checkFinally(open: OpenWorld, ledger: Ledger, outside: Outside, healedAt: number): Promise<void> {
  await checkRuns(open, ledger, healedAt)
  await checkMessages(open, ledger, outside)
  await checkTasks(open)
  await checkNames(open, ledger)
  await checkLaunches(open, ledger, outside)
  await checkJobs(open)
}

async function checkRuns({ world, sql }: OpenWorld, { runs, cancelled }: Ledger, healedAt: number): Promise<void> {
  const rows = await sql<{ id: string; status: string; user_id: number; reason: string | null; error_message: string }>(
    'select id, status, user_id, reason, error_message from executions',
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  for (const [id, person] of runs) {
    const row = byId.get(id)
    if (!row) world.fault(`a confirmed run is gone: ${id}`)
    else if (row.user_id !== person.id) world.fault(`a run has another owner: ${id}`)
    else if (row.status === 'running') world.fault(`a run never ended: ${id}`)
    else if (cancelled.has(id) && row.status === 'success') world.fault(`a cancelled run succeeded: ${id}`)
  }
  const failed = await sql<{ id: string; error_message: string }>(
    `select id, error_message from executions where status = 'failure' and executed_at > to_timestamp($1)`,
    [(healedAt + FINE_AFTER_MS) / 1000],
  )
  for (const { id, error_message } of failed) world.fault(`a run failed although all was well: ${id}, ${error_message}`)
  const stuck = await sql<{ id: string }>(
    `select id from executions where status = 'running' and executed_at < now() - interval '5 minutes'`,
  )
  for (const { id } of stuck) world.fault(`a run never ended: ${id}`)
}

async function checkMessages({ world, sql }: OpenWorld, { messages }: Ledger, outside: Outside): Promise<void> {
  const rows = await sql<{ id: string; key: string; status: string; position: string }>(
    `select event_id as id, occurrence ->> 'key' as key, status, position from notification_deliveries order by position`,
  )
  const keys = new Map<string, number>()
  for (const { key } of rows) keys.set(key, (keys.get(key) ?? 0) + 1)
  for (const key of messages)
    if (keys.get(key) !== 1) world.fault(`confirmed news have ${keys.get(key) ?? 0} deliveries: ${key}`)
  for (const { id, status } of rows) {
    const times = outside.messages.get(id) ?? 0
    if (status === 'waiting') world.fault(`a delivery still waits: ${id}`)
    else if (status === 'delivered' && times === 0)
      world.fault(`a delivery counts as delivered and never arrived: ${id}`)
  }
  const arrived = [...outside.messages.keys()]
  const order = rows.map(({ id }) => arrived.indexOf(id)).filter((at) => at >= 0)
  if (order.some((at, index) => index > 0 && at < order[index - 1]!))
    world.fault('messages of a channel overtook each other')
  const mails = await sql<{ id: string; state: string }>(`select id, state from mail_outbox`)
  for (const { id, state } of mails)
    if (state === 'sent' && !outside.mails.has(id)) world.fault(`a mail never arrived: ${id}`)
}

async function checkTasks({ world, sql }: OpenWorld): Promise<void> {
  const late = await sql<{ name: string; next_run_at: Date }>(
    `select name, next_run_at from scheduled_tasks
     where enabled and paused_at is null and open_firing is null and next_run_at < now() - interval '30 seconds'`,
  )
  for (const { name, next_run_at } of late)
    world.fault(`${name} was due at ${next_run_at.toISOString()} and did not fire`)
  const gone = await sql<{ name: string }>(
    `select name from scheduled_tasks t where open_firing is not null and not exists (
       select from scheduled_executions s where s.firing_id = t.open_firing and s.status = 'running'
       and s.started_at > now() - interval '5 minutes')`,
  )
  for (const { name } of gone) world.fault(`${name} waits for a firing that is over`)
}

async function checkNames({ world, sql }: OpenWorld, { names }: Ledger): Promise<void> {
  const rows = await sql<{ description: string; count: string }>(
    `select description, count(*) from audit_entries where action = 'query_update' group by description`,
  )
  const text = rows.map(({ description }) => description).join('\n')
  for (const name of names.keys()) {
    const count = rows
      .filter(({ description }) => description.includes(name))
      .reduce((sum, row) => sum + Number(row.count), 0)
    if (text !== '' && count > 1) world.fault(`one change is in the audit log ${count} times: ${name}`)
  }
}

async function checkLaunches({ world, sql }: OpenWorld, { launches }: Ledger, { jobs }: Outside): Promise<void> {
  const requests = await sql<{ id: string; finished_at: Date | null }>(
    'select id, finished_at from automation_requests',
  )
  const byId = new Map(requests.map((request) => [request.id, request]))
  for (const id of launches) {
    const request = byId.get(id)
    if (!request) world.fault(`a confirmed request is gone: ${id}`)
    else if (request.finished_at === null) world.fault(`a request never ended: ${id}`)
  }
  const executions = await sql<{ id: string; status: string; job_id: string | null; extra_vars: object }>(
    `select id, status, job_id, extra_vars from automation_executions`,
  )
  for (const { id, status, job_id: jobId, extra_vars: variables } of executions) {
    const job = jobId === null ? undefined : jobs.get(Number(jobId))
    if (jobId !== null && !job?.rows.every((row) => JSON.stringify(variables).includes(row)))
      world.fault(`an execution follows a job of other rows: ${id}`)
    if (status === 'successful' && !job) world.fault(`an execution succeeded without a job: ${id}`)
  }
}

async function checkJobs({ world, sql }: OpenWorld): Promise<void> {
  for (const { id } of await sql<{ id: string }>(OPEN_OUTPUTS)) world.fault(`an output is never complete: ${id}`)
  for (const { id, name } of await sql<{ id: string; name: string }>(LONG_JOBS))
    world.fault(`a job never ends: ${name} ${id}`)
}
