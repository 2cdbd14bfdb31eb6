import type { Logger } from 'pino'

/** Not awaited by the publisher; a failure is logged. */
export type BusHandler = (payload: unknown, topic: string) => void | Promise<void>

/**
 * Notifies every process, including this one, that something happened. Each subscriber gets a message at most once: a
 * process that is disconnected at that moment misses it. Use a job or a stream for what must not be missed.
 */
export type EventBus = {
  /**
   * Never rejects. Subscribers in this process are called before it returns; a failure to reach other processes is
   * logged.
   */
  readonly publish: (topic: string, payload: unknown) => Promise<void>
  /** A topic ending in `*` matches by prefix. Returns a function that unsubscribes. */
  readonly subscribe: (topic: string, handler: BusHandler) => () => void
}

export function createInProcessBus(logger: Logger): EventBus {
  const subscriptions = createSubscriptions(logger)
  return {
    publish: async (topic, payload) => subscriptions.dispatch(topic, encodePayload(payload)),
    subscribe: subscriptions.add,
  }
}

/** JSON has no undefined, so undefined becomes null. */
export const encodePayload = (payload: unknown): string => JSON.stringify(payload === undefined ? null : payload)

export type Subscriptions = {
  readonly add: EventBus['subscribe']
  /** Parsed for each handler: as between processes, none sees what another does to its payload. */
  readonly dispatch: (topic: string, payloadJson: string) => void
}

export function createSubscriptions(logger: Logger): Subscriptions {
  const subscriptions = new Set<{ readonly matches: (topic: string) => boolean; readonly handler: BusHandler }>()
  const call = async (handler: BusHandler, topic: string, payloadJson: string): Promise<void> => {
    try {
      await handler(JSON.parse(payloadJson), topic)
    } catch (error) {
      logger.error({ err: error, topic }, 'an event bus subscriber failed')
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
