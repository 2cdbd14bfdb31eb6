import { and, eq, not, type SQL } from 'drizzle-orm'
import type { Executor } from '../../../adapters/database/database.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Events } from '../../../platform/events/events.ts'
import type { Audit } from '../../audit/index.ts'
import { type Ending, isCancelled } from '../ending.ts'
import { runEnded } from '../executions.events.ts'
import { executions } from '../executions.tables.ts'
import { auditEntry, endedEvent } from './describe-end.ts'
import type { EndingRun, RunEnd, RunEndedEvent } from './run-end.ts'
import { endRun } from './runs.store.ts'

type Parts = {
  readonly events: Pick<Events, 'concern'>
  readonly audit: Pick<Audit, 'prepare'>
  readonly clock: Clock
  /** Called once the end is stored. */
  readonly told: (ended: RunEndedEvent) => void
}

/**
 * Ends a run in one statement, together with its pipeline, its rows and its audit entry. That is possible where this
 * process knows what the log says and the end leaves nothing else to do, as for most manual runs. Otherwise, or if the
 * run must not end like this, nothing happens, and the answer is undefined.
 */
export async function endAtOnce(
  { events, audit, clock, told }: Parts,
  db: Executor,
  { id, logged }: EndingRun,
  end: RunEnd,
): Promise<Ending | undefined> {
  const { ending, stages, facts = {}, attempt, chunks = [] } = end
  if (!logged || logged.trigger !== 'manual' || !stages || !isSmall(end)) return undefined
  const event = endedEvent(logged, ending, null, end.setAside === true)
  const concern = events.concern(runEnded, event)
  const entry = audit.prepare(auditEntry(logged, ending, end.subject))
  if (concern === true || !entry) return undefined
  const ended = await endRun(
    db,
    id,
    { ending, facts, rest: { stages, finishedAt: clock.now(), chunk: chunks[0], entry } },
    {
      attempt,
      cancelRequested: false,
      and: and(entry.isCurrent, hasItsUser(logged), concern === false ? undefined : not(concern)),
    },
  )
  if (!ended) return undefined
  entry.noteWritten()
  told(event)
  return ending
}

const isSmall = ({ ending, chunks = [], rowsBefore, findings, measurement }: RunEnd): boolean =>
  !isCancelled(ending) && chunks.length <= 1 && !rowsBefore && !findings && !measurement

/** The audit entry names the user of the run unless they were deleted. */
export const hasItsUser = ({ userId }: { readonly userId: number | null }): SQL | undefined =>
  userId === null ? undefined : eq(executions.userId, userId)
