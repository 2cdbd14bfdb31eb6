import type { Logger } from 'pino'
import { SOCKET_CHANNELS } from '@heddle/contract/socket-frames.ts'
import type { Clock } from '../../kernel/clock.ts'
import { isUuid } from '@heddle/domain/values/uuid.ts'
import type { SocketChannel } from '../../platform/realtime/channel.ts'
import { followStored } from '../../platform/work/follow-stored.ts'
import type { RunsService } from './life/runs.service.ts'
import { createFrameFilter } from './live/frame-filter.ts'

type Dependencies = {
  readonly runs: Pick<RunsService, 'findState' | 'followRun' | 'framesOfEnded'>
  readonly clock: Clock
  readonly logger: Logger
}

/** Streams the progress of the caller's own run: the frames so far, then live ones until the run ends. */
export function chainExecutionChannel({ runs, clock, logger }: Dependencies): SocketChannel {
  return {
    path: SOCKET_CHANNELS.run.path,
    open: async (subscriber, { job_id = '' }) => {
      const run = isUuid(job_id) ? await runs.findState(job_id.toLowerCase()) : undefined
      if (!run) return { status: 'not_found' }
      if (run.userId !== subscriber.caller.id) return { status: 'forbidden' }
      return followStored({
        subscriber,
        follow: (listener) => runs.followRun(run.id, listener),
        find: () => runs.findState(run.id),
        isEnded: ({ status }) => status !== 'running',
        frames: runs.framesOfEnded,
        toSend: createFrameFilter(),
        clock,
        logger: logger.child({ execution_id: run.id }),
      })
    },
  }
}
