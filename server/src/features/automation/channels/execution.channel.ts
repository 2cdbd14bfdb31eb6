import { type AutomationExecutionFrame, SOCKET_CHANNELS } from '@heddle/contract/socket-frames.ts'
import { isAllowed, may } from '../../../kernel/access.ts'
import { SECOND } from '../../../kernel/durations.ts'
import { timestamp } from '../../../kernel/instants.ts'
import { isUuid } from '@heddle/domain/values/uuid.ts'
import type { Events } from '../../../platform/events/events.ts'
import type { SocketChannel, Subscriber, Unstamped } from '../../../platform/realtime/channel.ts'
import { followHints } from '../../../platform/work/follow-hints.ts'
import { driverWanted } from '../automation.events.ts'
import { isOutputComplete, type StoredOutput } from '../output/output.store.ts'
import {
  CHUNKS_PER_READ,
  findFollowedExecution,
  type FollowedExecution,
  noteWatched,
  readArtifacts,
  readExecution,
} from './channels.store.ts'
import { type ChannelDependencies, isSeen } from './request.channel.ts'
import { isFinal } from './request-frames.ts'

type Dependencies = ChannelDependencies & { readonly events: Pick<Events, 'publish'> }

/** Live output is read while somebody watches; several times as long as it takes until this is noted again. */
const WATCHED_MS = 30 * SECOND

/** What a job prints, and how it goes on: everything so far, then what happens until the whole output is there. */
export function executionChannel({
  database: { db },
  requests,
  events,
  hints,
  clock,
  logger,
}: Dependencies): SocketChannel {
  return {
    path: SOCKET_CHANNELS.automationExecution.path,
    open: async (subscriber, { execution_id = '' }) => {
      const id = execution_id.toLowerCase()
      const execution = isUuid(id) ? await findFollowedExecution(db, id) : undefined
      if (!execution) return { status: 'not_found' }
      if (!isAllowed(may('automation.view_execution'), subscriber.caller)) return { status: 'forbidden' }
      if (!(await isSeen(requests, subscriber.caller, execution.requestId))) return { status: 'forbidden' }
      const follower = createFollower(subscriber, execution)
      return followHints({
        subscriber,
        hints,
        id,
        look: async (_changed, isOver) => {
          for (;;) {
            const stored = await readExecution(db, id, follower.offset())
            if (!stored) return true
            if (!(await follower.send(stored.execution, stored.chunks, isOver))) continue
            if (isOver() || !isOutputComplete(stored.execution)) return false
            subscriber.send(completeFrame(stored.execution, await readArtifacts(db, id)))
            return true
          }
        },
        keep: async () => {
          const now = clock.now()
          const isNews = !(await noteWatched(db, id, new Date(now.getTime() + WATCHED_MS), now))
          if (isNews) await events.publish(driverWanted, { connection_id: execution.connectionId })
        },
        clock,
        logger: logger.child({ execution_id: id }),
      })
    },
  }
}

type Frame = Unstamped<AutomationExecutionFrame>
type FrameReader = Pick<Subscriber, 'drained'> & { readonly send: (frame: Frame) => void }

/** What one socket has been sent of an execution. */
function createFollower(subscriber: FrameReader, opened: FollowedExecution) {
  let offset = 0
  let transitions = 0
  // What was replaced before the socket opened was never sent to it.
  let replacements = opened.outputReplaced.length

  /** Goes back to where the output was replaced; false if nothing that was sent has changed. */
  function goBack({ outputReplaced }: FollowedExecution): boolean {
    const from = Math.min(...outputReplaced.slice(replacements))
    replacements = outputReplaced.length
    if (from >= offset) return false
    offset = from
    subscriber.send({ type: 'stdout_replaced', data: { offset } })
    return true
  }

  function sendTransitions(execution: FollowedExecution, end: number): void {
    for (const { from, to, at } of execution.transitions.slice(transitions, end)) {
      subscriber.send({ type: 'status_changed', data: { from, to }, timestamp: at })
    }
    transitions = Math.max(transitions, end)
  }

  async function sendText(chunks: readonly StoredOutput[], limit: number, isOver: () => boolean): Promise<void> {
    for (const chunk of chunks) {
      const bytes = chunk.bytes.subarray(offset - chunk.offset, Math.max(0, limit - chunk.offset))
      if (bytes.length === 0 || isOver()) return
      subscriber.send({ type: 'stdout_chunk', data: { offset, text: bytes.toString('utf8') } })
      offset += bytes.length
      await subscriber.drained()
    }
  }

  return {
    offset: () => offset,

    /** True when there was nothing more to send. */
    send: async (
      execution: FollowedExecution,
      chunks: readonly StoredOutput[],
      isOver: () => boolean,
    ): Promise<boolean> => {
      if (goBack(execution)) return false
      const ending = endingOf(execution)
      sendTransitions(execution, ending.index)
      // Text that was there when the job ended comes before its end, and the rest after it, for late readers as well.
      const isHeldBack = transitions <= ending.index && ending.index < execution.transitions.length
      const limit = isHeldBack ? ending.offset : Infinity
      await sendText(chunks, limit, isOver)
      if (isOver()) return true
      const hasMore = chunks.length === CHUNKS_PER_READ && offset < limit
      if (isHeldBack && !hasMore) sendTransitions(execution, execution.transitions.length)
      return !hasMore && !(isHeldBack && execution.outputBytes > offset)
    },
  }
}

/** The last transition of an execution that has ended, and how much of the output came before it. */
function endingOf({ status, transitions, outputBytes, outputLiveBytes, outputReplaced }: FollowedExecution) {
  if (!isFinal(status)) return { index: transitions.length, offset: Infinity }
  return {
    index: Math.max(0, transitions.length - 1),
    offset: Math.min(outputLiveBytes ?? outputBytes, ...outputReplaced),
  }
}

function completeFrame({ status, outputCompleteAt }: FollowedExecution, artifacts: unknown): Frame {
  // The automation server gives a text instead when they are hidden.
  const isObject = artifacts !== null && typeof artifacts === 'object' && !Array.isArray(artifacts)
  return {
    type: 'execution_complete',
    data: { status, artifacts: isObject ? { ...artifacts } : {} },
    ...(outputCompleteAt && { timestamp: timestamp(outputCompleteAt) }),
  }
}
