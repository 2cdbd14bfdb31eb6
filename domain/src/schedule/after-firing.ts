import { MINUTE } from '../values/durations.ts'

const LONGEST_BACK_OFF = 60 * MINUTE
/** This many failures in a row may be chance. */
const TOLERATED = 2

export type Streak = {
  /** Failed firings since the last success. */
  readonly failureStreak: number
  /** The streak when the task was last resumed manually: these failures no longer count. */
  readonly forgivenFailures: number
}

export type AfterFiring = Streak & { readonly pauses: boolean; readonly backOffMs: number }

/**
 * What the end of a firing does to the task. From the third failure in a row it backs off for 2 minutes, doubling with
 * each further one up to an hour; at the limit (0 means none) it pauses. A resumption resets both.
 */
export function afterFiring(
  firing: Streak & { readonly ok: boolean; readonly pauseAfterFailures: number },
): AfterFiring {
  if (firing.ok) return { failureStreak: 0, forgivenFailures: 0, pauses: false, backOffMs: 0 }
  const { forgivenFailures, pauseAfterFailures } = firing
  const failureStreak = firing.failureStreak + 1
  const failures = failureStreak - forgivenFailures
  return {
    failureStreak,
    forgivenFailures,
    pauses: pauseAfterFailures > 0 && failures >= pauseAfterFailures,
    backOffMs: failures > TOLERATED ? Math.min(MINUTE * 2 ** (failures - TOLERATED), LONGEST_BACK_OFF) : 0,
  }
}
