/**
 * What the tabs of a browser say to each other. `renewed` brings the access token where a channel can keep a secret;
 * without one, each tab renews its own.
 */
export type TabMessage =
  | { readonly kind: 'renewed'; readonly access?: string }
  | { readonly kind: 'signed-out' | 'ended' }

const STORED = 'heddle-tabs'

/** A channel to the other tabs. Without `BroadcastChannel` the storage carries the messages, but no tokens. */
export function openTabChannel(onMessage: (message: TabMessage) => void): (message: TabMessage) => void {
  if (typeof BroadcastChannel === 'undefined') return openStorageChannel(onMessage)
  const channel = new BroadcastChannel('heddle-session')
  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => onMessage(data)
  return (message) => channel.postMessage(message)
}

function openStorageChannel(onMessage: (message: TabMessage) => void): (message: TabMessage) => void {
  if (typeof window === 'undefined') return () => undefined
  window.addEventListener('storage', ({ key, newValue }) => {
    const kind = newValue?.split(' ')[0]
    if (key === STORED && (kind === 'renewed' || kind === 'signed-out' || kind === 'ended')) onMessage({ kind })
  })
  // The same value twice would be no event.
  return ({ kind }) => localStorage.setItem(STORED, `${kind} ${Date.now()}`)
}

/** One tab at a time; without the Web Locks of a secure context, tabs wait a moment at random instead. */
export async function oneTabAtATime<T>(name: string, work: () => Promise<T>): Promise<T> {
  // Absent on plain http, whatever the types say.
  const locks = navigator.locks as LockManager | undefined
  if (locks) return locks.request(name, work)
  await new Promise((resolve) => setTimeout(resolve, Math.random() * 300))
  return work()
}
