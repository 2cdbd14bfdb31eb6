import type { Logger } from 'pino'
import { SOCKET_CHANNELS } from '@heddle/contract/socket-frames.ts'
import type { Database } from '../../../adapters/database/database.ts'
import { isAllowed, may } from '../../../kernel/access.ts'
import type { Caller } from '../../../kernel/caller.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { NotFound } from '../../../kernel/errors.ts'
import { isUuid } from '@heddle/domain/values/uuid.ts'
import type { SocketChannel } from '../../../platform/realtime/channel.ts'
import { followHints } from '../../../platform/work/follow-hints.ts'
import type { Hints } from '../../../platform/work/hints.ts'
import type { SeenRequests } from '../requests/require-seen.ts'
import { findFollowedRequest, executionsOfRequest } from './channels.store.ts'
import { createRequestFrames, isFinal } from './request-frames.ts'

export type ChannelDependencies = {
  readonly database: Database
  readonly requests: SeenRequests
  /** By the ids of requests and executions. */
  readonly hints: Hints
  readonly clock: Clock
  readonly logger: Logger
}

/** More at once are read together with the rest. */
const MOST_READ_BY_ID = 500

/** How a request goes on: everything so far, then what happens until it ends. */
export function requestChannel({
  database: { db },
  requests,
  hints,
  clock,
  logger,
}: ChannelDependencies): SocketChannel {
  return {
    path: SOCKET_CHANNELS.automationRequest.path,
    open: async (subscriber, { request_id = '' }) => {
      const id = request_id.toLowerCase()
      const request = isUuid(id) ? await findFollowedRequest(db, id) : undefined
      if (!request) return { status: 'not_found' }
      if (!isAllowed(may('automation.view_request'), subscriber.caller)) return { status: 'forbidden' }
      if (!(await isSeen(requests, subscriber.caller, id))) return { status: 'forbidden' }
      const framesOf = createRequestFrames()
      return followHints({
        subscriber,
        hints,
        id,
        look: async (changed, isOver) => {
          // Before the executions: those of an ended request no longer change.
          const found = await findFollowedRequest(db, id)
          if (!found) return true
          const all = !changed || changed.size > MOST_READ_BY_ID || isFinal(found.status)
          const executions = await executionsOfRequest(db, id, all ? undefined : [...changed])
          for (const frame of framesOf(found, executions)) {
            if (isOver()) return false
            subscriber.send(frame)
            await subscriber.drained()
          }
          return isFinal(found.status)
        },
        clock,
        logger: logger.child({ request_id: id }),
      })
    },
  }
}

export async function isSeen(requests: SeenRequests, caller: Caller, requestId: string): Promise<boolean> {
  try {
    await requests.find(caller, requestId)
    return true
  } catch (error: unknown) {
    if (error instanceof NotFound) return false
    throw error
  }
}
