/** What the tabs of a browser say to each other. */
export type TabMessage = { readonly kind: 'renewed'; readonly access: string } | { readonly kind: 'signed-out' }

/** A channel to the other tabs; silent in browsers that have none. */
export function openTabChannel(onMessage: (message: TabMessage) => void): (message: TabMessage) => void {
  if (typeof BroadcastChannel === 'undefined') return () => undefined
  const channel = new BroadcastChannel('heddle-session')
  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => onMessage(data)
  return (message) => channel.postMessage(message)
}

/** One tab at a time; without the Web Locks of a secure context, tabs wait a moment at random instead. */
export async function oneTabAtATime<T>(name: string, work: () => Promise<T>): Promise<T> {
  // Absent on plain http, whatever the types say.
  const locks = navigator.locks as LockManager | undefined
  if (locks) return locks.request(name, work)
  await new Promise((resolve) => setTimeout(resolve, Math.random() * 300))
  return work()
}
