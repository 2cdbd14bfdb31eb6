import type { Logger } from 'pino'
import type { Database } from '../../../adapters/database/database.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { SECOND } from '../../../kernel/durations.ts'
import { claimCancels } from './cancel.store.ts'
import { updateExecution } from './changes.store.ts'
import type { LookAt } from './look-at.ts'
import type { RequestChanges } from './request-changes.ts'
import type { Servers } from './servers.ts'

type Dependencies = {
  readonly database: Database
  readonly servers: Servers
  readonly changes: RequestChanges
  readonly lookAt: LookAt
  readonly clock: Clock
  readonly logger: Logger
}

type Canceller = {
  readonly sendDue: () => Promise<void>
  readonly stop: () => Promise<void>
}
type Claimed = Awaited<ReturnType<typeof claimCancels>>[number]

const AGAIN_MS = 10 * SECOND
const MOST_AT_ONCE = 20
const REFUSED = 'The automation server refuses to cancel the job: the account of the connection may not.'

/** Asks for jobs to be cancelled until they have ended. Only the job itself says whether it was. */
export function createCanceller({ database, servers, changes, lookAt, clock, logger }: Dependencies): Canceller {
  const sending = new Set<Promise<void>>()
  const stopping = new AbortController()

  async function cancel({ id, connectionId, jobId, jobKind }: Claimed): Promise<void> {
    const server = await servers.server(connectionId)
    if (!server || jobId === null) return
    const answer = await server.cancel({ id: jobId, kind: jobKind ?? 'job' }, stopping.signal)
    // Not allowed, or ended already: the job says which.
    if (answer === 'refused') {
      await lookAt(id)
      await warn(id)
    }
  }

  function warn(id: string): Promise<boolean> {
    return changes.inExecution(id, async (tx, execution) => {
      const isOpen = execution.status === 'pending' || execution.status === 'running'
      if (!isOpen || execution.warnings.includes(REFUSED)) return false
      await updateExecution(tx, id, { warnings: [...execution.warnings, REFUSED] })
      return true
    })
  }

  return {
    sendDue: async () => {
      if (stopping.signal.aborted || sending.size >= MOST_AT_ONCE) return
      const now = clock.now()
      const times = { now, sentBefore: new Date(now.getTime() - AGAIN_MS), pollAt: new Date(now.getTime() + SECOND) }
      for (const claimed of await claimCancels(database.db, times, MOST_AT_ONCE - sending.size)) {
        const sent = cancel(claimed)
          .catch((error: unknown) => {
            if (!stopping.signal.aborted)
              logger.warn({ err: error, execution: claimed.id }, 'cannot cancel a job; trying again')
          })
          .finally(() => {
            sending.delete(sent)
          })
        sending.add(sent)
      }
    },

    stop: async () => {
      stopping.abort()
      await Promise.all(sending)
    },
  }
}
