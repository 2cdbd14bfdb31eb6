import type { Logger } from 'pino'
import type { Clock, Timer } from '../../kernel/clock.ts'
import { MINUTE } from '../../kernel/durations.ts'
import type { SchedulesService } from './schedules.service.ts'

type Dependencies = {
  readonly schedules: Pick<SchedulesService, 'findStalled' | 'raiseStalled'>
  readonly clock: Clock
  readonly logger: Logger
}

const INTERVAL_MS = MINUTE
const STALLED_MS = 2 * MINUTE
/** After a start, or after the machine slept, the schedulers need a moment too. */
const GRACE_MS = 2 * MINUTE

/** Raises an alarm when tasks are due but not fired: no worker is running, or all are stuck. */
export function createWatchdog({ schedules, clock, logger }: Dependencies) {
  let timer: Timer | undefined
  let awakeSince = clock.now().getTime()
  let lastLook = awakeSince
  let isStalled = false

  async function look(): Promise<void> {
    const now = clock.now().getTime()
    if (now - lastLook > INTERVAL_MS + GRACE_MS) awakeSince = now
    lastLook = now
    if (now - awakeSince < GRACE_MS) return
    await check(new Date(now - STALLED_MS)).catch((error: unknown) =>
      logger.error({ err: error }, 'could not count overdue scheduled tasks'),
    )
  }

  async function check(before: Date): Promise<void> {
    const { count, oldest } = await schedules.findStalled(before)
    if (oldest === undefined) {
      if (isStalled) logger.info('scheduled tasks are firing again')
      isStalled = false
      return
    }
    isStalled = true
    logger.error(
      { due_tasks: count, oldest_due_at: oldest },
      'scheduled tasks are due but not being fired: is a worker running?',
    )
    await schedules.raiseStalled(count, oldest)
  }

  return {
    start: (): void => {
      awakeSince = lastLook = clock.now().getTime()
      timer = clock.repeat(look, INTERVAL_MS)
    },
    close: (): void => timer?.cancel(),
  }
}
