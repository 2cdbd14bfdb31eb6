import type { Counter } from 'prom-client'
import { type AutomationJob } from '../../../adapters/automation-server/automation-server.ts'
import type { Database } from '../../../adapters/database/database.ts'
import { AutomationFailure } from '../../../adapters/automation-server/automation-failure.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { ExecutionReports } from './execution-reports.ts'
import { type DueExecution, noteMisses, planPolls } from './poll.store.ts'
import type { Servers } from './servers.ts'

type AskingParts = {
  readonly database: Database
  readonly servers: Servers
  readonly reports: ExecutionReports
  readonly polls: Pick<Counter<'result'>, 'inc'>
  readonly pollIntervalMs: number
  readonly clock: Clock
}

const MISSES_OF_A_GONE_JOB = 3

/** One call, for jobs of one kind: those of the other are due at the next turn. */
export async function askForJobs(
  parts: AskingParts,
  connectionId: string,
  due: readonly DueExecution[],
  signal: AbortSignal,
): Promise<void> {
  const kind = due[0]?.ref.kind
  if (kind === undefined) return
  const asked = due.filter(({ ref }) => ref.kind === kind)
  const server = await parts.servers.server(connectionId)
  if (!server) {
    for (const { id } of asked) await parts.reports.giveUp(id, 'The automation connection was deleted.')
    return
  }
  const ids = asked.map(({ ref }) => ref.id)
  const jobs = await server.jobs(kind, ids, signal).catch((error: unknown) => {
    if (!signal.aborted) parts.polls.inc({ result: error instanceof AutomationFailure ? error.reason : 'error' })
    throw error
  })
  parts.polls.inc({ result: 'ok' })
  await applyAll(parts, asked, new Map(jobs.map((job) => [job.id, job])))
}

async function applyAll(
  { database: { db }, reports, pollIntervalMs, clock }: AskingParts,
  asked: readonly DueExecution[],
  jobs: ReadonlyMap<number, AutomationJob>,
): Promise<void> {
  const pollAt = (): Date => new Date(clock.now().getTime() + pollIntervalMs)
  const isThere = ({ ref }: DueExecution): boolean => jobs.has(ref.id)
  await planPolls(db, asked.filter(isThere).map(idOf), pollAt())
  for (const execution of asked.filter(isThere)) {
    const job = jobs.get(execution.ref.id)!
    if (saysOf(job) !== execution.seen) await reports.apply(execution.id, job)
  }
  const missing = asked.filter((execution) => !isThere(execution))
  await noteMisses(db, missing.map(idOf), pollAt())
  for (const { id, ref, misses } of missing) {
    if (misses + 1 < MISSES_OF_A_GONE_JOB) continue
    await reports.giveUp(id, `The job is gone: the automation server no longer knows job ${ref.id}.`)
  }
}

const idOf = ({ id }: DueExecution): string => id

/** As the store puts together what is known. */
const saysOf = (job: AutomationJob): string =>
  [job.status, shown(job.startedAt !== null), shown(job.revision !== ''), shown(job.explanation !== '')].join(' ')
const shown = (is: boolean): string => (is ? 't' : 'f')
