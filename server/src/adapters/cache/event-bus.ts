import type { Logger } from 'pino'

/** Not awaited by the publisher; a failure is logged. */
export type BusHandler = (payload: unknown, topic: string) => void | Promise<void>

/**
 * Tells every process, this one included, that something happened. Each subscriber hears a message once. It is a hint: a
 * process that is cut off just then misses it. What must not be missed is a job, or a stream.
 */
export type EventBus = {
  /** Never rejects. Subscribers of this process have been called when it returns; a failure to reach others is logged. */
  readonly publish: (topic: string, payload: unknown) => Promise<void>
  /** A topic that ends in `*` stands for all that begin so. Returns the way to end it. */
  readonly subscribe: (topic: string, handler: BusHandler) => () => void
}

export function createInProcessBus(logger: Logger): EventBus {
  const subscriptions = createSubscriptions(logger)
  return {
    publish: async (topic, payload) => subscriptions.dispatch(topic, encodePayload(payload)),
    subscribe: subscriptions.add,
  }
}

/** Nothing becomes null, the nothing of JSON. */
export const encodePayload = (payload: unknown): string => JSON.stringify(payload === undefined ? null : payload)

export type Subscriptions = {
  readonly add: EventBus['subscribe']
  /** Parsed anew for every handler: what one does to its payload is not seen by the next, as between processes. */
  readonly dispatch: (topic: string, payloadJson: string) => void
}

export function createSubscriptions(logger: Logger): Subscriptions {
  const subscriptions = new Set<{ readonly matches: (topic: string) => boolean; readonly handler: BusHandler }>()
  const call = async (handler: BusHandler, topic: string, payloadJson: string): Promise<void> => {
    try {
      await handler(JSON.parse(payloadJson), topic)
    } catch (error) {
      logger.error({ err: error, topic }, 'a subscriber of the event bus failed')
    }
  }
  return {
    add: (topic, handler) => {
      const subscription = { matches: matcher(topic), handler }
      subscriptions.add(subscription)
      return () => void subscriptions.delete(subscription)
    },
    dispatch: (topic, payloadJson) => {
      for (const { matches, handler } of [...subscriptions]) if (matches(topic)) void call(handler, topic, payloadJson)
    },
  }
}

function matcher(pattern: string): (topic: string) => boolean {
  if (!pattern.endsWith('*')) return (topic) => topic === pattern
  const prefix = pattern.slice(0, -1)
  return (topic) => topic.startsWith(prefix)
}
