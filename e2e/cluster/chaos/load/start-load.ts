import { launch } from './load-automation.ts'
import { captureChanging, captureSteady } from './load-captures.ts'
import { cancel, execute, executeInBackground } from './load-runs.ts'
import { runNow } from './load-schedules.ts'
import { create, writerOf } from './load-writes.ts'
import { type Act, type LoadContext, repeat } from './load.ts'

/** Who does what, and how long everyone waits in between. */
const ACTS: readonly (readonly [act: Act, everyMs: number])[] = [
  [execute, 700],
  [execute, 900],
  [executeInBackground, 500],
  [executeInBackground, 800],
  [cancel, 4_000],
  [writerOf(0), 400],
  [writerOf(1), 500],
  [writerOf(2), 600],
  [create, 1_000],
  [captureChanging, 1_500],
  [captureSteady, 2_000],
  [captureSteady, 2_100],
  [runNow, 3_000],
  [launch, 2_500],
]

/** Resolves when all have ended, which is some time after the signal. */
export async function runLoad(context: LoadContext): Promise<void> {
  await Promise.all(ACTS.map(([act, everyMs]) => repeat(context, everyMs, act)))
}
