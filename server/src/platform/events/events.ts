import type { Logger } from 'pino'
import type { Static, TSchema } from 'typebox'
import { Check } from 'typebox/value'
import type { EventBus } from '../../adapters/cache/event-bus.ts'

/** Something that happened, by which features talk to each other in every process. */
export type Event<S extends TSchema> = { readonly name: string; readonly schema: S }

export const defineEvent = <S extends TSchema>(name: string, schema: S): Event<S> => ({ name, schema })

export type Events = {
  readonly publish: <S extends TSchema>(event: Event<S>, payload: Static<S>) => Promise<void>
  /** The handler's failure is logged and stops nobody else. */
  readonly on: <S extends TSchema>(event: Event<S>, handler: (payload: Static<S>) => void | Promise<void>) => void
}

/** Typed events over the bus; a payload of another shape (another version's) is logged and dropped. */
export function createEvents(bus: EventBus, logger: Logger): Events {
  return {
    publish: (event, payload) => bus.publish(`events:${event.name}`, payload),
    on: (event, handler) => {
      bus.subscribe(`events:${event.name}`, async (payload) => {
        if (Check(event.schema, payload)) await handler(payload)
        else logger.warn({ event: event.name }, 'dropped an event of an unknown shape')
      })
    },
  }
}
