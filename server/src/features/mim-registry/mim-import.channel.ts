import type { Logger } from 'pino'
import { SOCKET_CHANNELS } from '@heddle/contract/socket-frames.ts'
import type { Clock } from '../../kernel/clock.ts'
import { isUuid } from '@heddle/domain/values/uuid.ts'
import type { SocketChannel } from '../../platform/realtime/channel.ts'
import { followStored } from '../../platform/work/follow-stored.ts'
import { createFrameOrder, storedFrames } from './import-frames.ts'
import type { MimRegistryService } from './mim-registry.service.ts'

type Dependencies = { readonly registry: MimRegistryService; readonly clock: Clock; readonly logger: Logger }

/** The progress of an import, for any signed-in user: past frames first, then new ones, up to the end. */
export function mimImportChannel({ registry, clock, logger }: Dependencies): SocketChannel {
  return {
    path: SOCKET_CHANNELS.modelImport.path,
    open: async (subscriber, { run_id = '' }) => {
      const run = isUuid(run_id) ? await registry.findRun(run_id.toLowerCase()) : undefined
      if (!run) return { status: 'not_found' }
      return followStored({
        subscriber,
        follow: (listener) => registry.followRun(run, listener),
        find: () => registry.findRun(run.id),
        isEnded: ({ state }) => state !== 'running',
        frames: storedFrames,
        toSend: createFrameOrder(),
        clock,
        logger: logger.child({ run_id: run.id }),
      })
    },
  }
}
