import { SECOND } from '../kernel/durations.ts'
import type { Platform } from '../platform/feature.ts'
import { readStandstill } from '../platform/instance/standstill.ts'
import type { Features } from './build-features.ts'

const LOOK_MS = 2 * SECOND

/**
 * Starts what happens on its own: jobs, schedules, mails, launches. Not in a restored copy, which answers requests and
 * lets everything else wait until an operator says `resume`, here or in another process.
 */
export async function startWork(
  { database, jobs, clock, logger }: Platform,
  features: Features,
): Promise<{ close: () => Promise<void> }> {
  const start = async (): Promise<void> => {
    await jobs.start()
    for (const { start: startFeature } of features.all) startFeature()
  }
  const isPaused = async (): Promise<boolean> => (await readStandstill(database.db))?.kind === 'paused'
  if (!(await isPaused())) {
    await start()
    return { close: async () => undefined }
  }
  logger.warn('paused: schedules, jobs, mails and launches wait until `npm run admin -- resume`')
  let looking: Promise<void> | undefined
  const look = async (): Promise<void> => {
    if (await isPaused()) return
    timer.cancel()
    await start()
    logger.info('resumed')
  }
  const timer = clock.repeat(() => {
    looking ??= look()
      .catch((error: unknown) => logger.error({ err: error }, 'cannot see whether this installation is still paused'))
      .finally(() => (looking = undefined))
  }, LOOK_MS)
  return {
    close: async () => {
      timer.cancel()
      await looking
    },
  }
}
