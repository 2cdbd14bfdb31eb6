import type { Logger } from 'pino'
import type { ExpiringMap } from './expiring-map.ts'
import type { StreamEntry, StreamHandler, Streams } from './streams.ts'

export type KeptFrame = { readonly sequence: number; readonly json: string }

export function createInProcessStreams(kept: ExpiringMap<KeptFrame[]>, logger: Logger): Streams {
  const followers = new Map<string, Set<StreamHandler>>()
  let lastSequence = 0

  const hand = (handler: StreamHandler, key: string, frame: KeptFrame): void => {
    try {
      handler(parseFrame(frame))
    } catch (error) {
      logger.error({ err: error, stream: key }, 'a stream follower failed')
    }
  }
  const unfollow = (key: string, handler: StreamHandler): void => {
    const handlers = followers.get(key)
    handlers?.delete(handler)
    if (handlers?.size === 0) followers.delete(key)
  }

  return {
    append: async (key, frame, { ttlMs, maxLength }) => {
      const entry = { sequence: ++lastSequence, json: JSON.stringify(frame) }
      const frames = kept.get(key) ?? []
      frames.push(entry)
      frames.splice(0, frames.length - maxLength)
      kept.set(key, frames, ttlMs)
      for (const handler of [...(followers.get(key) ?? [])]) hand(handler, key, entry)
      return entry.sequence
    },
    read: async (key) => (kept.get(key) ?? []).map(parseFrame),
    streamFrom: async (key, handler) => {
      // Nothing else runs between replaying and following, so no frame can get lost between them.
      const follower: StreamHandler = (entry) => handler(entry)
      const past = [...(kept.get(key) ?? [])]
      for (const frame of past) hand(follower, key, frame)
      followers.set(key, (followers.get(key) ?? new Set()).add(follower))
      return { replayed: past.length, unsubscribe: () => unfollow(key, follower) }
    },
  }
}

const parseFrame = ({ sequence, json }: KeptFrame): StreamEntry => ({ sequence, frame: JSON.parse(json) })
