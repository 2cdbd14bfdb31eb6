import type { Credentials } from '@heddle/client'
import { oneTabAtATime, openTabChannel, type TabMessage } from './tab-channel.ts'

/** `ended`: the server no longer knows the session; `signed-out`: its user ended it, here or in another tab. */
export type SessionState = 'starting' | 'signed-in' | 'signed-out' | 'ended'

/** Asks for an access token with the cookie of the session; undefined when there is no session. */
export type Renew = () => Promise<string | undefined>

export type Session = ReturnType<typeof createSession>

const RENEW_BEFORE_MS = 60_000
/** Says only that a session may exist, so that visitors without one cause no refused request. */
const HINT = 'heddle-signed-in'

/**
 * A session whose refresh token is a cookie that no script can read. The access token is in memory only; the tabs of a
 * browser share it, so that only one of them renews it.
 */
export function createSession({ renew: askForAccess, storage }: { readonly renew: Renew; readonly storage: Storage }) {
  let state: SessionState = 'starting'
  let access: string | undefined
  let renewing: Promise<boolean> | undefined
  const listeners = new Set<() => void>()
  const tell = openTabChannel(handleTabMessage)

  function become(next: SessionState, token: string | undefined): void {
    state = next
    access = token
    if (token === undefined) storage.removeItem(HINT)
    else storage.setItem(HINT, '1')
    for (const listener of listeners) listener()
  }

  function handleTabMessage(message: TabMessage): void {
    if (message.kind === 'renewed') become('signed-in', message.access)
    else if (state === 'signed-in') become('signed-out', undefined)
  }

  async function renewNow(used: string | undefined): Promise<boolean> {
    return oneTabAtATime('heddle-renew', async () => {
      // Another tab was faster.
      if (access !== undefined && access !== used) return true
      const renewed = await askForAccess()
      become(renewed === undefined ? 'ended' : 'signed-in', renewed)
      if (renewed !== undefined) tell({ kind: 'renewed', access: renewed })
      return renewed !== undefined
    })
  }

  const renew = async (used: string | undefined): Promise<boolean> => {
    if (state === 'signed-out' || state === 'ended') return false
    if (access !== undefined && access !== used) return true
    renewing ??= renewNow(used).finally(() => (renewing = undefined))
    return renewing
  }

  return {
    state: (): SessionState => state,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Takes up the session of an earlier visit, if there is one. */
    start: async (): Promise<void> => {
      const isKnown = storage.getItem(HINT) !== null && (await renewNow(undefined).catch(() => false))
      if (!isKnown) become('signed-out', undefined)
    },
    signedIn: (token: string): void => {
      become('signed-in', token)
      tell({ kind: 'renewed', access: token })
    },
    signedOut: (): void => {
      become('signed-out', undefined)
      tell({ kind: 'signed-out' })
    },
    /** Whether the access token ends soon, so that the next input of the user should renew it. */
    endsSoon: (now: number): boolean => access !== undefined && endOf(access) - now < RENEW_BEFORE_MS,
    renewSoon: (): Promise<boolean> => renew(access),
    credentials: { access: () => access, set: () => undefined, renew } satisfies Credentials,
  }
}

/** When a token ends, in milliseconds. */
function endOf(token: string): number {
  const [, payload = ''] = token.split('.')
  const { exp } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as { exp: number }
  return exp * 1000
}
