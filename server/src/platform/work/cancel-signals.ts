import type { Logger } from 'pino'
import type { Static, TSchema } from 'typebox'
import type { Clock, Timer } from '../../kernel/clock.ts'
import type { Event, Events } from '../events/events.ts'

type Stop = (reason?: unknown) => void
type Identified = { readonly id: string }
/** What this process is working on. The same id may occur twice, while an earlier attempt at it is still stopping. */
type Working<Item extends Identified> = Item & { readonly stop: Stop }

type Options<Item extends Identified, S extends TSchema> = {
  /** Requests that something stop, from any process. Only a hint: it may get lost. */
  readonly event: Event<S>
  readonly idOf: (payload: Static<S>) => string
  /** The reason of a signal that the event aborts. */
  readonly reason?: () => unknown
  /** Looks in the store and stops what was cancelled. Called while there is something to look for. */
  readonly poll: (all: readonly Working<Item>[]) => Promise<void>
  readonly pollEveryMs: number
  readonly events: Events
  readonly clock: Clock
  readonly logger: Logger
}

export type CancelSignals<Item extends Identified> = {
  /** Subscribes to the event. */
  readonly listen: () => void
  /** `signal` aborts when the work should stop; call `done` when it has. */
  readonly begin: (item: Item) => { readonly signal: AbortSignal; readonly stop: Stop; readonly done: () => void }
}

/** Passes cancels requested in any process on to the work of this one: by an event, and by polling what is stored. */
export function createCancelSignals<Item extends Identified, S extends TSchema>(
  options: Options<Item, S>,
): CancelSignals<Item> {
  const { event, idOf, reason, poll, pollEveryMs, events, clock, logger } = options
  const working = new Set<Working<Item>>()
  let timer: Timer | undefined

  async function look(): Promise<void> {
    try {
      await poll([...working])
    } catch (error) {
      logger.warn({ err: error, event: event.name }, 'could not read cancel requests')
    }
  }

  return {
    listen: () =>
      events.on(event, (payload) => {
        const id = idOf(payload)
        for (const one of working) if (one.id === id) one.stop(reason?.())
      }),

    begin: (item) => {
      const controller = new AbortController()
      const stop: Stop = (why) => controller.abort(why)
      const one = { ...item, stop }
      working.add(one)
      timer ??= clock.repeat(look, pollEveryMs)
      return {
        signal: controller.signal,
        stop,
        done: () => {
          working.delete(one)
          if (working.size > 0) return
          timer?.cancel()
          timer = undefined
        },
      }
    },
  }
}
