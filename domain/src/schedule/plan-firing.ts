import { latestSlot, nextRun } from './next-run.ts'
import type { Schedule } from './schedule.ts'

const LATE = 60_000

export type Firing = {
  readonly slot: Date
  /** `catch_up`: more than a minute after its slot. */
  readonly trigger: 'schedule' | 'catch_up'
  /** The first slot after that one, which is also the first after now. */
  readonly nextRunAt: Date | undefined
}

/**
 * Decides which slot of a due task fires now. `dueAt` is the oldest one not fired. Of the slots that have passed, for
 * any reason (no worker, the task was still running, it backed off), only the latest fires: one run catches up for all.
 */
export function planFiring({ schedule, dueAt, now }: { schedule: Schedule; dueAt: Date; now: Date }): Firing {
  const slot = latestSlot(schedule, dueAt, now)
  const trigger = now.getTime() - slot.getTime() > LATE ? 'catch_up' : 'schedule'
  return { slot, trigger, nextRunAt: nextRun(schedule, slot) }
}
