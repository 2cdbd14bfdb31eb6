import { randomUUID } from 'node:crypto'
import type { Redis } from 'ioredis'
import type { Logger } from 'pino'
import { createSubscriptions, encodePayload, type EventBus } from './event-bus.ts'
import { askRedis } from './redis-connection.ts'

type Connections = {
  readonly redis: Redis
  readonly subscriber: Redis
  readonly prefix: string
  readonly logger: Logger
}

/**
 * Subscribers in this process are called at once; Redis carries the message to the others, and its echo is ignored
 * here.
 */
export async function createRedisBus({ redis, subscriber, prefix, logger }: Connections): Promise<EventBus> {
  const subscriptions = createSubscriptions(logger)
  const self = randomUUID()
  const channel = `${prefix}bus:`

  subscriber.on('pmessage', (_pattern: string, name: string, message: string) => {
    const sender = message.slice(0, self.length)
    if (name.startsWith(channel) && sender !== self)
      subscriptions.dispatch(name.slice(channel.length), message.slice(self.length))
  })
  const listen = (): Promise<unknown> => askRedis('PSUBSCRIBE', () => subscriber.psubscribe(`${channel}*`))
  await listen()
  subscriber.on('ready', () => {
    // If the command fails, retry on a new connection; a lost connection reconnects on its own.
    listen().catch(() => {
      if (subscriber.status === 'ready') subscriber.disconnect(true)
    })
  })

  return {
    publish: async (topic, payload) => {
      const json = encodePayload(payload)
      subscriptions.dispatch(topic, json)
      try {
        await askRedis('PUBLISH', () => redis.publish(channel + topic, self + json))
      } catch (error) {
        logger.warn({ err: error, topic }, 'an event did not reach other processes')
      }
    },
    subscribe: subscriptions.add,
  }
}
