import { addAbortListener } from 'node:events'
import type { Logger } from 'pino'
import type { AutomationServer } from '../../../adapters/automation-server/automation-server.ts'
import type { Database } from '../../../adapters/database/database.ts'
import type { Actor } from '../../../kernel/caller.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { SECOND } from '../../../kernel/durations.ts'
import { orNotFound } from '../../../kernel/errors.ts'
import type { PageRequest } from '../../../kernel/paging.ts'
import type { Events } from '../../../platform/events/events.ts'
import type { Hints } from '../../../platform/work/hints.ts'
import type { SeenRequests } from '../requests/require-seen.ts'
import { collectOutput, type EndedExecution } from './collect-output.ts'
import { createLiveOutput, type RunningExecution } from './live-output.ts'
import { outputChanged } from './output.events.ts'
import {
  countChunks,
  findProgress,
  hasOutputEnded,
  isOutputComplete,
  type OutputProgress,
  readOutputChunks,
  type StoredOutput,
} from './output.store.ts'

type Dependencies = {
  readonly database: Database
  readonly events: Events
  readonly hints: Hints
  readonly requests: SeenRequests
  readonly clock: Clock
  readonly logger: Logger
}

/** Its chunks are read as they are sent: a page may have megabytes. */
export type OutputPage = {
  readonly count: number
  readonly isComplete: boolean
  readonly chunks: AsyncIterable<StoredOutput>
}

export type OutputService = {
  /** Reads the output of a job that has ended; afterwards it is complete, see `collectOutput`. */
  readonly collect: (execution: EndedExecution, server: AutomationServer, signal: AbortSignal) => Promise<void>
  /** One step of reading what a running job prints. */
  readonly followLive: (execution: RunningExecution, server: AutomationServer, signal: AbortSignal) => Promise<void>
  readonly readPage: (actor: Actor, id: string, page: PageRequest, signal: AbortSignal) => Promise<OutputPage>
}

/** A client that has seen the end of an execution usually asks for its output at once, while it is still being read. */
const LONGEST_WAIT_MS = 5 * SECOND

/** Our copy of the output of jobs. */
export function createOutputService({ database, events, hints, requests, clock, logger }: Dependencies): OutputService {
  const { db } = database
  const onStored = (executionId: string): Promise<void> => events.publish(outputChanged, { execution_id: executionId })
  const live = createLiveOutput({ database, onStored, clock })

  /** Waits for the output of an execution that has ended, for a while. */
  async function progressOf(id: string, signal: AbortSignal): Promise<OutputProgress> {
    using wait = createWait(signal)
    const unwatch = hints.watch(id, wait.wake)
    try {
      for (;;) {
        wait.rearm()
        const progress = orNotFound(await findProgress(db, id))
        if (isOutputComplete(progress) || !hasOutputEnded(progress) || wait.isOver()) return progress
        await wait.woken()
      }
    } finally {
      unwatch()
    }
  }

  function createWait(signal: AbortSignal) {
    let isOver = signal.aborted
    let { promise, resolve } = Promise.withResolvers<void>()
    const end = (): void => {
      isOver = true
      resolve()
    }
    const timer = clock.setTimer(end, LONGEST_WAIT_MS)
    const listener = addAbortListener(signal, end)
    return {
      wake: () => resolve(),
      rearm: () => void ({ promise, resolve } = Promise.withResolvers<void>()),
      woken: () => promise,
      isOver: () => isOver,
      [Symbol.dispose]: () => {
        timer.cancel()
        listener[Symbol.dispose]()
      },
    }
  }

  return {
    collect: (execution, server, signal) => {
      live.forget(execution.id)
      return collectOutput(execution, server, signal, { database, onStored, clock, logger })
    },

    followLive: (execution, server, signal) => live.follow(execution, server, signal),

    readPage: async (actor, id, { offset, size }, signal) => {
      const { requestId } = orNotFound(await findProgress(db, id))
      await requests.find(actor, requestId)
      const progress = await progressOf(id, signal)
      return {
        count: await countChunks(db, id),
        isComplete: isOutputComplete(progress),
        chunks: readOutputChunks(db, id, { from: offset, end: offset + size }),
      }
    },
  }
}
