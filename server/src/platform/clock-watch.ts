import type { Logger } from 'pino'
import type { Database } from '../adapters/database/database.ts'
import type { Clock, Timer } from '../kernel/clock.ts'
import { MINUTE, SECOND } from '../kernel/durations.ts'

export type ClockWatch = {
  /** How far this process's clock is ahead of the database's, as last measured; undefined before the first time. */
  readonly offsetMs: () => number | undefined
  /** False while the clock is so wrong that what is old by it may not be. */
  readonly mayJudgeAge: () => boolean
  /** Measures now and then once a minute. */
  readonly start: () => Promise<{ readonly close: () => void }>
}

type Dependencies = {
  readonly database: Pick<Database, 'kind' | 'pool'>
  readonly clock: Pick<Clock, 'repeat'>
  readonly logger: Logger
  readonly systemTime?: () => number
}

const WARN_ABOVE_MS = 5 * SECOND
const DISTRUST_ABOVE_MS = MINUTE

/**
 * Compares the clock of this machine with the database's, which all processes share. Deadlines of runs are judged by
 * that one alone. A process still fires schedules and counts down time-outs by its own, so it warns when that is off.
 */
export function createClockWatch({ database, clock, logger, systemTime = Date.now }: Dependencies): ClockWatch {
  let offsetMs: number | undefined

  async function measure(): Promise<void> {
    const before = systemTime()
    const { rows } = await database.pool.query<{ ms: number }>(
      'select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms',
    )
    // The answer is from some moment between the two.
    offsetMs = Math.round((before + systemTime()) / 2 - rows[0]!.ms)
    if (Math.abs(offsetMs) > WARN_ABOVE_MS) logger.warn({ offset_seconds: offsetMs / SECOND }, describe(offsetMs))
  }
  const measureIfPossible = (): Promise<void> =>
    measure().catch((error: unknown) => logger.warn({ err: error }, 'could not read the clock of the database'))

  return {
    offsetMs: () => offsetMs,
    mayJudgeAge: () => Math.abs(offsetMs ?? 0) <= DISTRUST_ABOVE_MS,
    start: async () => {
      // The embedded database has the clock of this machine.
      if (database.kind === 'embedded') return { close: () => undefined }
      await measureIfPossible()
      const timer: Timer = clock.repeat(measureIfPossible, MINUTE)
      return { close: () => timer.cancel() }
    },
  }
}

function describe(offsetMs: number): string {
  const distance = `${Math.abs(offsetMs / SECOND).toFixed(1)} s ${offsetMs > 0 ? 'ahead of' : 'behind'} the database's`
  const consequence = Math.abs(offsetMs) > DISTRUST_ABOVE_MS ? '; it deletes nothing until they agree' : ''
  return `the clock of this machine is ${distance}${consequence}`
}
