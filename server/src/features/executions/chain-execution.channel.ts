import type { Logger } from 'pino'
import type { Clock } from '../../kernel/clock.ts'
import { SECOND } from '../../kernel/durations.ts'
import type { Channel, Opened, Subscriber } from '../../platform/realtime/channel.ts'
import { isUuid } from '../../kernel/uuid.ts'
import type { ExecutionsService } from './executions.service.ts'
import { createFrameFilter } from './live/frame-filter.ts'
import { isTerminal, type RunFrame } from './live/run-frames.ts'

type Dependencies = { readonly executions: ExecutionsService; readonly clock: Clock; readonly logger: Logger }

/** The last frame may never arrive: the process died at that moment, or the cache lost it. */
const LOOK_EVERY_MS = 10 * SECOND

/** Streams the progress of the caller's own run: the frames so far, then live ones until the run ends. */
export function chainExecutionChannel(dependencies: Dependencies): Channel {
  return {
    path: '/ws/chain-execution/:job_id/',
    open: async (subscriber, { job_id: id = '' }) => {
      const run = isUuid(id) ? await dependencies.executions.findState(id.toLowerCase()) : undefined
      if (!run) return { status: 'not_found' }
      if (run.userId !== subscriber.caller.id) return { status: 'forbidden' }
      return follow(run.id, subscriber, dependencies)
    },
  }
}

async function follow(id: string, subscriber: Subscriber, { executions, clock, logger }: Dependencies): Promise<Opened> {
  const filter = createFrameFilter()
  let isOver = false

  /** If the run has ended, sends the frames still missing and closes the socket. */
  async function finishIfEnded(): Promise<void> {
    const frames = isOver ? undefined : await executions.framesOfEnded(id)
    if (!frames || isOver) return
    isOver = true
    for (const frame of frames.filter(filter.isStoredNew)) subscriber.send(frame)
    subscriber.close('finished')
  }

  const look = (): Promise<void> =>
    finishIfEnded().catch((error: unknown) => logger.warn({ err: error, execution_id: id }, 'could not publish the end of a run'))

  const onFrame = (frame: RunFrame): void => {
    if (isOver) return
    // The terminal frame is built from the stored run, after any frames the cache may have lost.
    if (isTerminal(frame)) void look()
    else if (filter.isLiveNew(frame)) subscriber.send({ type: frame.type, data: frame.data })
  }
  const timer = clock.repeat(look, LOOK_EVERY_MS)
  const following = await executions.followRun(id, onFrame)
  await look()
  return {
    status: 'open',
    close: () => {
      isOver = true
      timer.cancel()
      following.unsubscribe()
    },
  }
}
