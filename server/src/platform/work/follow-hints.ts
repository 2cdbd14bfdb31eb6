import type { Logger } from 'pino'
import type { Clock } from '../../kernel/clock.ts'
import { SECOND } from '../../kernel/durations.ts'
import type { ChannelOpening, Subscriber } from '../realtime/channel.ts'
import type { Hints } from './hints.ts'

/** A hint may get lost. */
const LOOK_EVERY_MS = 10 * SECOND

type Options = {
  readonly subscriber: Subscriber
  readonly hints: Hints
  readonly id: string
  /**
   * Sends what is stored and was not sent yet; true if that was the end. Gets what the hints since the last look were
   * about, or undefined if anything may have changed. Never called again before it has resolved.
   */
  readonly look: (changed: ReadonlySet<string> | undefined, isOver: () => boolean) => Promise<boolean>
  /** Called on opening and now and then while the socket is open. */
  readonly keep?: () => Promise<void>
  readonly clock: Clock
  readonly logger: Logger
}

/**
 * The body of a channel that shows what is stored, and looks again at each hint. Because frames are always built from
 * what is stored, nothing depends on the order in which hints arrive, nor on whether they do.
 */
export function followHints({ subscriber, hints, id, look, keep, clock, logger }: Options): ChannelOpening {
  let isOver = false
  let isLooking = false
  /** Undefined: anything may have changed. */
  let changed: Set<string> | undefined
  let isWanted = false

  function want(about: string | null): void {
    if (about === null) changed = undefined
    else if (isWanted) changed?.add(about)
    else changed = new Set([about])
    isWanted = true
    void lookOn()
  }

  async function lookOn(): Promise<void> {
    if (isLooking) return
    isLooking = true
    try {
      while (isWanted && !isOver) {
        isWanted = false
        if (await look(changed, () => isOver)) end()
      }
    } catch (error: unknown) {
      // Whatever this look was about is read at the next one.
      changed = undefined
      logger.warn({ err: error }, 'could not read what a channel follows')
    } finally {
      isLooking = false
    }
  }

  function end(): void {
    if (isOver) return
    stop()
    subscriber.close('finished')
  }

  function stop(): void {
    isOver = true
    timer.cancel()
    unwatch()
  }

  const tick = async (): Promise<void> => {
    want(null)
    await keep?.().catch((error: unknown) => logger.warn({ err: error }, 'could not note that somebody watches'))
  }
  const unwatch = hints.watch(id, want)
  const timer = clock.repeat(tick, LOOK_EVERY_MS)
  void tick()
  return { status: 'open', close: stop }
}
