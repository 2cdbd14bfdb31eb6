import { addAbortListener } from 'node:events'

type Follower = () => void
type Followed = { readonly followers: Follower[]; readonly listener: Disposable }

const signals = new WeakMap<AbortSignal, Followed>()

/**
 * Like `addAbortListener`, for short work under a signal that outlives it. A listener that was removed still refers to
 * the one added after it, and V8 keeps what objects of its old heap refer to, dead or not: after each collection of all
 * garbage, thousands of requests that overlap would all be kept until the next one. Here each signal has one listener,
 * and who has stopped following refers to nobody.
 */
export function followAbort(signal: AbortSignal, follower: Follower): Disposable {
  const { followers } = signals.get(signal) ?? beginToFollow(signal)
  // Unlike the function itself, no two of these are the same.
  const own = (): void => follower()
  followers.push(own)
  return {
    [Symbol.dispose]: () => {
      const at = followers.indexOf(own)
      if (at !== -1) followers.splice(at, 1)
      if (followers.length === 0) stopFollowing(signal)
    },
  }
}

function beginToFollow(signal: AbortSignal): Followed {
  const followers: Follower[] = []
  const listener = addAbortListener(signal, () => {
    signals.delete(signal)
    for (const follower of followers.splice(0)) follower()
  })
  const followed = { followers, listener }
  signals.set(signal, followed)
  return followed
}

function stopFollowing(signal: AbortSignal): void {
  signals.get(signal)?.listener[Symbol.dispose]()
  signals.delete(signal)
}
