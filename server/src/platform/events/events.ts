import type { Logger } from 'pino'
import type { Static, TSchema } from 'typebox'
import { Check } from 'typebox/value'
import type { Executor } from '../../adapters/database/database.ts'
import type { EventBus } from '../../adapters/cache/event-bus.ts'

/** Something that happened, by which features talk to each other in every process. */
export type Event<S extends TSchema> = { readonly name: string; readonly schema: S }

export const defineEvent = <S extends TSchema>(name: string, schema: S): Event<S> => ({ name, schema })

export type Events = {
  readonly publish: <S extends TSchema>(event: Event<S>, payload: Static<S>) => Promise<void>
  /** The handler's failure is logged and stops nobody else. */
  readonly on: <S extends TSchema>(event: Event<S>, handler: (payload: Static<S>) => void | Promise<void>) => void
  /**
   * Tells the handlers of this process inside the transaction, one after the other: what they write commits with what happened, once,
   * and their failure undoes it. For what must not be missed; a hint for other processes is published after the transaction.
   */
  readonly raise: <S extends TSchema>(tx: Executor, event: Event<S>, payload: Static<S>) => Promise<void>
  readonly onRaised: <S extends TSchema>(event: Event<S>, handler: RaisedHandler<S>) => void
}

type RaisedHandler<S extends TSchema> = (tx: Executor, payload: Static<S>) => Promise<void>

/** Typed events over the bus; a payload of another shape (another version's) is logged and dropped. */
export function createEvents(bus: EventBus, logger: Logger): Events {
  const raisedHandlers = new Map<string, RaisedHandler<TSchema>[]>()
  return {
    raise: async (tx, event, payload) => {
      for (const handler of raisedHandlers.get(event.name) ?? []) await handler(tx, payload)
    },
    onRaised: (event, handler) => {
      const others = raisedHandlers.get(event.name) ?? []
      raisedHandlers.set(event.name, [...others, handler])
    },
    publish: (event, payload) => bus.publish(`events:${event.name}`, payload),
    on: (event, handler) => {
      bus.subscribe(`events:${event.name}`, async (payload) => {
        if (Check(event.schema, payload)) await handler(payload)
        else logger.warn({ event: event.name }, 'dropped an event of an unknown shape')
      })
    },
  }
}
