import type { Static } from 'typebox'
import type { Parameter } from '@heddle/contract/queries.ts'
import type { Executor } from '../../adapters/database/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Events } from '../../platform/events/events.ts'
import type { runEnded, RunsService, TaskSettingsService } from '../executions/index.ts'
import { checkFinished } from './checks.events.ts'
import { countRunning, endResult, finishCheck, lockCheckOfRun, nextWaiting, startResult } from './checks.store.ts'
import type { CheckRow } from './checks.tables.ts'
import { raiseResult } from './raise-result.ts'

type Dependencies = {
  readonly runs: Pick<RunsService, 'startUnchecked'>
  readonly taskSettings: Pick<TaskSettingsService, 'of'>
  readonly events: Pick<Events, 'raise'>
  readonly clock: Clock
}
type RunEnded = Static<(typeof runEnded)['schema']>

const MOST_ENDED_AT_ONCE = 500

/**
 * Moves a check forward whenever one of its runs ends, in the transaction of that end. Only as many runs are queued as
 * the user may have at once: a background run that they start meanwhile waits for these, not for hundreds.
 */
export function createCheckProgress({ runs, taskSettings, events, clock }: Dependencies) {
  /** Starts what may run next, and finishes the check when nothing is left. The check must be locked. */
  async function advance(tx: Executor, check: CheckRow): Promise<void> {
    const running = await countRunning(tx, check.id)
    const started = check.userId === null ? await abandon(tx, check) : await startNext(tx, check, check.userId, running)
    if (running + started > 0) return
    await finishCheck(tx, check.id, clock.now())
    await events.raise(tx, checkFinished, { check_id: check.id })
  }

  /** Returns how many runs it started. */
  async function startNext(tx: Executor, check: CheckRow, userId: number, running: number): Promise<number> {
    const { maxConcurrentBackground } = await taskSettings.of(userId, tx)
    let started = 0
    for (let free = maxConcurrentBackground - running; free > 0; free = maxConcurrentBackground - running - started) {
      const waiting = await nextWaiting(tx, check.id, free)
      if (waiting.length === 0) break
      for (const { position, savedQueryId, found, controllerConnectionId: own, declared } of waiting) {
        const connection = check.controllerConnectionId ?? own
        if (found === null) await endResult(tx, check.id, position, DELETED_QUERY)
        else if (connection === null) await endResult(tx, check.id, position, NO_CONNECTION)
        else {
          const run = {
            savedQueryId,
            connection,
            userId,
            username: check.username,
            variables: valuesFor(declared, check.parameters),
            checkId: check.id,
          }
          const [executionId] = await runs.startUnchecked(tx, userId, [run])
          await startResult(tx, check.id, position, { executionId: executionId!, startedAt: clock.now() })
          started += 1
        }
      }
    }
    return started
  }

  /** The user was deleted, and with them the right to run anything. */
  async function abandon(tx: Executor, check: CheckRow): Promise<0> {
    const waiting = await nextWaiting(tx, check.id, MOST_ENDED_AT_ONCE)
    for (const { position } of waiting) await endResult(tx, check.id, position, DELETED_USER)
    return 0
  }

  return {
    advance,
    onRunEnded: async (tx: Executor, ended: RunEnded): Promise<void> => {
      if (!mayBelongToCheck(ended)) return
      const found = await lockCheckOfRun(tx, ended.execution_id)
      if (!found) return
      await endResult(tx, found.check.id, found.position, judged(ended))
      await raiseResult(events, tx, found, ended)
      await advance(tx, found.check)
    },
  }
}

/** Whether a run that has ended may be one of a check. */
export const mayBelongToCheck = ({ trigger }: Pick<RunEnded, 'trigger'>): boolean => trigger === 'background'

/** The values of a check that a query declares. */
export const valuesFor = (
  declared: readonly Parameter[] | null,
  values: CheckRow['parameters'],
): Record<string, unknown> =>
  Object.fromEntries(
    (declared ?? []).flatMap(({ name }) => (Object.hasOwn(values, name) ? [[name, values[name]]] : [])),
  )

const failed = (reason: string) => ({ status: 'error' as const, reason, durationMs: null, findings: 0 })
export const DELETED_QUERY = failed('The saved query was deleted.')
export const NO_CONNECTION = failed('It has no connection of its own, and the check names none.')
export const DELETED_USER = failed('The account that requested this check was deleted.')

/** A query that expects nothing passes when it succeeds. */
function judged({ status, cancelled, error_message, expectation, duration_ms: durationMs }: RunEnded) {
  if (cancelled) return { status: 'error' as const, reason: 'The run was cancelled.', durationMs, findings: 0 }
  if (status !== 'success')
    return { status: 'error' as const, reason: error_message ?? `The run ended: ${status}.`, durationMs, findings: 0 }
  const { status: judgedAs = 'passed' as const, reason = null, findings = 0 } = expectation ?? {}
  return { status: judgedAs, reason, durationMs, findings }
}
