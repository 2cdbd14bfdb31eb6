import { or, type SQL } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Static, TSchema } from 'typebox'
import { Check } from 'typebox/value'
import type { Executor } from '../../adapters/database/database.ts'
import type { EventBus } from '../../adapters/cache/event-bus.ts'

/** Something that happened; features react to each other's events, in every process. */
export type Event<S extends TSchema> = { readonly name: string; readonly schema: S }

export const defineEvent = <S extends TSchema>(name: string, schema: S): Event<S> => ({ name, schema })

export type Events = {
  readonly publish: <S extends TSchema>(event: Event<S>, payload: Static<S>) => Promise<void>
  /** A failing handler is logged and does not affect the others. */
  readonly on: <S extends TSchema>(event: Event<S>, handler: (payload: Static<S>) => void | Promise<void>) => void
  /**
   * Runs this process's handlers inside the transaction, one at a time: their writes commit with it, exactly once, and
   * a failing handler rolls it back. For events that must not be missed; use `publish` after the transaction to notify
   * other processes.
   */
  readonly raise: <S extends TSchema>(
    tx: Executor,
    event: Event<S>,
    payload: Static<S>,
    terms?: {
      /** What the database says of `openConcern`: false leaves those handlers out that had left it to the database. */
      readonly isConcern?: boolean
    },
  ) => Promise<void>
  readonly onRaised: <S extends TSchema>(
    event: Event<S>,
    handler: RaisedHandler<S>,
    terms?: {
      /** When the handler has anything to do; always, if it does not say. */
      readonly concerns: (payload: Static<S>) => Concern
    },
  ) => void
  /** Whether any handler has something to do: a statement that leaves nothing to do needs no transaction around it. */
  readonly concern: <S extends TSchema>(event: Event<S>, payload: Static<S>) => Concern
  /** The same for those handlers alone of which only the database can tell. */
  readonly openConcern: <S extends TSchema>(event: Event<S>, payload: Static<S>) => SQL | undefined
}

/** A condition where only the database can tell. */
export type Concern = boolean | SQL

type RaisedHandler<S extends TSchema> = (tx: Executor, payload: Static<S>) => Promise<void>
type Registered = {
  readonly handle: RaisedHandler<TSchema>
  readonly concerns: (payload: Static<TSchema>) => Concern
}

/** Typed events over the bus; a payload of another shape (from another version) is logged and dropped. */
export function createEvents(bus: EventBus, logger: Logger): Events {
  const raisedHandlers = new Map<string, Registered[]>()
  return {
    raise: async (tx, event, payload, { isConcern = true } = {}) => {
      for (const { handle, concerns } of raisedHandlers.get(event.name) ?? [])
        if (isConcern || typeof concerns(payload) === 'boolean') await handle(tx, payload)
    },
    onRaised: (event, handle, terms) => {
      const others = raisedHandlers.get(event.name) ?? []
      const concerns = (terms?.concerns ?? ALWAYS) as Registered['concerns']
      raisedHandlers.set(event.name, [...others, { handle, concerns }])
    },
    concern: (event, payload) => anyOf((raisedHandlers.get(event.name) ?? []).map(({ concerns }) => concerns(payload))),
    openConcern: (event, payload) =>
      or(...(raisedHandlers.get(event.name) ?? []).map(({ concerns }) => concerns(payload)).filter(isOpen)),
    publish: (event, payload) => bus.publish(`events:${event.name}`, payload),
    on: (event, handler) => {
      bus.subscribe(`events:${event.name}`, async (payload) => {
        if (Check(event.schema, payload)) await handler(payload)
        else logger.warn({ event: event.name }, 'dropped an event with an unknown shape')
      })
    },
  }
}

const ALWAYS = () => true

function anyOf(concerns: readonly Concern[]): Concern {
  if (concerns.includes(true)) return true
  return or(...concerns.filter(isOpen)) ?? false
}

const isOpen = (concern: Concern): concern is SQL => typeof concern !== 'boolean'
