import type { Logger } from 'pino'
import type { Clock } from '../../kernel/clock.ts'
import { SECOND } from '../../kernel/durations.ts'
import type { Frame, ChannelOpening, Subscriber } from '../realtime/channel.ts'
import type { Follow } from './progress-stream.ts'

/** The end may be published by no one: the process died at that moment, or the cache lost it. */
const LOOK_EVERY_MS = 10 * SECOND

type Options<Thing, F extends Frame> = {
  readonly subscriber: Subscriber
  /** The live stream. */
  readonly follow: Follow<F>
  /** The thing as it is stored now; undefined if it was deleted, which ends the channel. */
  readonly find: () => Promise<Thing | undefined>
  readonly isEnded: (thing: Thing) => boolean
  /** The frames that can be built from what is stored; the last one of an ended thing is its terminal frame. */
  readonly frames: (thing: Thing) => readonly F[] | Promise<readonly F[]>
  /**
   * The frames to send for one that arrives, live or stored: none if it was sent before, several if others are missing
   * before it. It remembers what it returned, so each follower has its own.
   */
  readonly toSend: (frame: F) => readonly Frame[]
  readonly clock: Clock
  readonly logger: Logger
}

/**
 * The body of a channel that follows a stored thing to its end: live frames, with those that the cache has lost filled
 * in from what is stored. Terminal frames are always built from what is stored, so nothing is missing before them.
 */
export async function followStored<Thing, F extends Frame>(options: Options<Thing, F>): Promise<ChannelOpening> {
  const { subscriber, follow, find, isEnded, frames, toSend, clock, logger } = options
  let isOver = false

  const send = (frame: F): void => {
    if (!isOver) toSend(frame).forEach(subscriber.send)
  }

  /** Sends what is missing, and closes the socket if the thing has ended. */
  async function catchUp(): Promise<void> {
    const thing = isOver ? undefined : await find()
    const stored = thing && !isOver ? await frames(thing) : []
    if (isOver) return
    stored.forEach(send)
    if (thing && !isEnded(thing)) return
    stop()
    subscriber.close('finished')
  }

  const look = (): Promise<void> =>
    catchUp().catch((error: unknown) =>
      logger.warn({ err: error }, 'could not read the state of what a channel follows'),
    )

  function stop(): void {
    isOver = true
    timer.cancel()
  }

  const timer = clock.repeat(look, LOOK_EVERY_MS)
  const following = await follow({ onFrame: send, onEnd: () => void look() })
  await look()
  return {
    status: 'open',
    close: () => {
      stop()
      following.unsubscribe()
    },
  }
}
