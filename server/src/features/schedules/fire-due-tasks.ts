import { planFiring } from '@heddle/domain/schedule/plan-firing.ts'
import type { Logger } from 'pino'
import type { Database, Executor } from '../../adapters/database/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import { claimDueTasks, findDueTasks, findNextDue } from './firings.store.ts'
import type { NoteFiring } from './schedules.metrics.ts'
import { findTasks, type TaskRow } from './schedules.store.ts'
import { SetAside } from './set-aside.ts'
import { type FiringPlan, startFirings, type StartsRuns } from './start-firings.ts'
import { scheduleOf } from './task-schedule.ts'

type Dependencies = {
  readonly database: Database
  readonly executions: StartsRuns
  readonly clock: Clock
  readonly logger: Logger
  readonly noteFiring?: NoteFiring
}

// The embedded database serves no one else during a transaction.
const BATCH = 100
// A deadlock with a transaction that locks in another order is resolved by retrying.
const RETRIES = 2

/** Claims and fires due tasks in batches, one transaction each: a crash leaves every task either fired or still due. */
export function createDueTasks({ database, executions, clock, logger, noteFiring }: Dependencies) {
  const setAside = new SetAside(clock)

  async function claimAndFire(tx: Executor, limit: number, only: string | undefined): Promise<number> {
    const now = clock.now()
    const ids = await claimDueTasks(tx, { now, limit, except: setAside.ids(), ...(only !== undefined && { only }) })
    if (ids.length > 0) await fire(tx, ids, now)
    return ids.length
  }

  /** Returns how many tasks were claimed. */
  const fireBatch = (limit: number, only?: string): Promise<number> =>
    database.transaction((tx) => claimAndFire(tx, limit, only), { retries: RETRIES })

  async function fire(tx: Executor, ids: readonly string[], now: Date): Promise<void> {
    const plans = (await findTasks(tx, ids)).map(({ task, owner }) => planOf(task, owner, now))
    const runs = await startFirings(executions, tx, plans, now)
    if (noteFiring) database.afterCommit(() => plans.forEach((plan) => noteFiring(plan, now)))
    logger.debug({ tasks: plans.length, runs: runs.length }, 'fired scheduled tasks')
  }

  /** Retries a failed batch task by task, and sets aside those that fail. */
  async function fireOneByOne(): Promise<number> {
    const ids = await findDueTasks(database.db, { now: clock.now(), limit: BATCH, except: setAside.ids() })
    for (const id of ids) {
      try {
        await fireBatch(1, id)
      } catch (error: unknown) {
        setAside.add(id)
        logger.error({ err: error, scheduled_task: id }, 'could not fire a scheduled task; continuing with the others')
      }
    }
    return ids.length
  }

  const fireSome = (): Promise<number> =>
    fireBatch(BATCH).catch((error: unknown) => {
      logger.warn({ err: error }, 'could not fire a batch of scheduled tasks; trying them one by one')
      return fireOneByOne()
    })

  return {
    /** Fires everything that is due; returns when the next task is due. */
    fireDue: async (): Promise<Date | undefined> => {
      for (;;) {
        // Most checks find nothing, and need no transaction.
        const nextDue = await findNextDue(database.db, setAside.ids())
        if (nextDue === undefined || nextDue > clock.now()) return nextDue
        // A due task that cannot be claimed is locked by another process.
        if ((await fireSome()) === 0) return nextDue
      }
    },
  }
}

function planOf(task: TaskRow, owner: string, now: Date): FiringPlan {
  const { slot, trigger, nextRunAt } = planFiring({ schedule: scheduleOf(task), dueAt: task.nextRunAt ?? now, now })
  return { task, owner, slot, trigger, nextRunAt: nextRunAt ?? null }
}
