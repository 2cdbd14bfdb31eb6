type Hear = { readonly kind: 'ask' | 'lead' | 'gone'; readonly from: string }

const ASKED_AGAIN_MS = 3_000
const ANSWERED_WITHIN_MS = 1_000

type Means = {
  readonly locks?: Pick<LockManager, 'request'> | undefined
  readonly openChannel?: ((name: string) => BroadcastChannel) | undefined
}

// Locks are absent on plain http, whatever the types say.
const OF_THE_BROWSER: Means = {
  locks: typeof navigator === 'undefined' ? undefined : navigator.locks,
  openChannel: typeof BroadcastChannel === 'undefined' ? undefined : (name) => new BroadcastChannel(name),
}

/**
 * Calls `lead` once this tab is the one of its browser that leads, with a signal that ends its lead. When the leader
 * closes, another tab takes over. Without Web Locks the tabs agree by messages; without those each one leads alone.
 */
export function seekLeadership(
  name: string,
  signal: AbortSignal,
  lead: (signal: AbortSignal) => void,
  { locks, openChannel }: Means = OF_THE_BROWSER,
): void {
  if (locks) {
    const held = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
    locks
      .request(name, { signal }, () => {
        lead(signal)
        return held
      })
      // Nobody waits for the lock now.
      .catch(() => undefined)
  } else if (openChannel) agree(openChannel(`${name}-leader`), signal, lead)
  else lead(signal)
}

/** The leader answers each question; a tab that gets no answer leads. Of two leaders, the lesser name stays one. */
function agree(channel: BroadcastChannel, signal: AbortSignal, lead: (signal: AbortSignal) => void): void {
  const me = `${Math.random()}`
  const say = (kind: Hear['kind']) => channel.postMessage({ kind, from: me } satisfies Hear)
  let leading: AbortController | undefined
  let unanswered: ReturnType<typeof setTimeout> | undefined

  const takeOver = () => {
    leading = new AbortController()
    say('lead')
    lead(AbortSignal.any([signal, leading.signal]))
  }
  const ask = () => {
    if (leading || unanswered !== undefined) return
    say('ask')
    // At random, so that tabs that lost their leader together do not take over together.
    unanswered = setTimeout(
      () => {
        unanswered = undefined
        takeOver()
      },
      ANSWERED_WITHIN_MS * (0.5 + Math.random() / 2),
    )
  }
  channel.onmessage = ({ data: { kind, from } }: MessageEvent<Hear>) => {
    if (kind === 'ask' && leading) say('lead')
    if (kind === 'gone') ask()
    if (kind !== 'lead') return
    clearTimeout(unanswered)
    unanswered = undefined
    if (!leading) return
    if (me < from) say('lead')
    else {
      leading.abort()
      leading = undefined
    }
  }
  const timer = setInterval(ask, ASKED_AGAIN_MS)
  const leave = () => {
    if (leading) say('gone')
  }
  if (typeof window !== 'undefined') window.addEventListener('pagehide', leave)
  signal.addEventListener('abort', () => {
    leave()
    clearInterval(timer)
    clearTimeout(unanswered)
    if (typeof window !== 'undefined') window.removeEventListener('pagehide', leave)
    channel.close()
  })
  ask()
}
