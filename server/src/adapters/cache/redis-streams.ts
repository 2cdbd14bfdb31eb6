import type { Redis } from 'ioredis'
import type { Logger } from 'pino'
import { askRedis } from './redis-connection.ts'
import { createFollower, type Follower } from './stream-follower.ts'
import type { StreamEntry, Streams } from './streams.ts'

// A frame is stored as "<sequence>:<json>". Sequences have no gaps within a stream. A new stream, even one that starts
// again after it expired, starts from the time, so its numbers are above any that a follower has seen.
const APPEND = `
local last = redis.call('LINDEX', KEYS[1], -1)
local sequence
if last then
  sequence = tonumber(string.match(last, '^%d+')) + 1
else
  local time = redis.call('TIME')
  sequence = time[1] * 1000000 + time[2]
end
local text = string.format('%.0f', sequence)
local entry = text .. ':' .. ARGV[1]
redis.call('RPUSH', KEYS[1], entry)
redis.call('LTRIM', KEYS[1], -tonumber(ARGV[3]), -1)
redis.call('PEXPIRE', KEYS[1], ARGV[2])
redis.call('PUBLISH', ARGV[4], entry)
return text`

type Connections = {
  readonly redis: Redis
  readonly subscriber: Redis
  readonly prefix: string
  readonly logger: Logger
}

export function createRedisStreams({ redis, subscriber, prefix, logger }: Connections): Streams {
  const at = (key: string): string => `${prefix}stream:${key}`
  const followers = new Map<string, Set<Follower>>()

  const read = async (key: string): Promise<StreamEntry[]> => {
    const entries = await askRedis('LRANGE', () => redis.lrange(at(key), 0, -1))
    return entries.map(parseEntry)
  }
  const unfollow = async (channel: string, follower: Follower): Promise<void> => {
    follower.stop()
    const group = followers.get(channel)
    group?.delete(follower)
    if (group?.size !== 0) return
    followers.delete(channel)
    // If Redis is down the subscription stays; messages without a follower are dropped below.
    await subscriber.unsubscribe(channel).catch(() => undefined)
  }

  subscriber.on('message', (channel: string, message: string) => {
    for (const follower of followers.get(channel) ?? []) follower.receive(parseEntry(message))
  })
  const catchUp = (): void => {
    for (const follower of [...followers.values()].flatMap((group) => [...group])) follower.catchUp()
  }
  // Frames published while the connection was lost are in the stream. Once SUBSCRIBE is acknowledged nothing more can
  // be missed, so only then does reading the stream find everything.
  const listenAgain = async (): Promise<void> => {
    if (followers.size === 0) return
    await subscriber.subscribe(...followers.keys()).catch(() => undefined)
    catchUp()
  }
  subscriber.on('ready', () => void listenAgain())
  redis.on('ready', catchUp)

  return {
    append: async (key, frame, { ttlMs, maxLength }) =>
      Number(
        await askRedis('append', () =>
          redis.eval(APPEND, 1, at(key), JSON.stringify(frame), ttlMs, maxLength, at(key)),
        ),
      ),
    read,
    streamFrom: async (key, handler) => {
      const channel = at(key)
      const follower = createFollower({ read: () => read(key), handler, logger, key })
      followers.set(channel, (followers.get(channel) ?? new Set()).add(follower))
      try {
        // Subscribe, then read: a frame in between arrives twice and is delivered once.
        await askRedis('SUBSCRIBE', () => subscriber.subscribe(channel))
        return { replayed: await follower.start(), unsubscribe: () => void unfollow(channel, follower) }
      } catch (error) {
        await unfollow(channel, follower)
        throw error
      }
    },
  }
}

function parseEntry(text: string): StreamEntry {
  const colon = text.indexOf(':')
  return { sequence: Number(text.slice(0, colon)), frame: JSON.parse(text.slice(colon + 1)) }
}
