import type { ClientCredentials } from '@heddle/client'
import { oneTabAtATime, openTabChannel, type TabMessage } from './tab-channel.ts'

/**
 * `ended`: the server no longer knows the session, or it was idle for too long. `signed-out`: its user ended it here;
 * `left`: in another tab. A page that was open when a session ended or was left waits until its user is back.
 */
export type SessionState = 'starting' | 'signed-in' | 'signed-out' | 'left' | 'ended'

/** Asks for an access token with the cookie of the session; undefined when there is no session. */
type Renew = () => Promise<string | undefined>

export type Session = ReturnType<typeof createSession>

const RENEW_BEFORE_MS = 60_000
/** Says only that a session may exist, so that visitors without one cause no refused request. */
const HINT = 'heddle-signed-in'

type Means = { readonly renew: Renew; readonly storage: Storage; readonly openChannel?: typeof openTabChannel }

/**
 * A session whose refresh token is a cookie that no script can read. The access token is in memory only; the tabs of a
 * browser share it, so that only one of them renews it.
 */
export function createSession({ renew: askForAccess, storage, openChannel = openTabChannel }: Means) {
  let state: SessionState = 'starting'
  let access: string | undefined
  let owner: string | undefined
  let changes = 0
  let renewing: Promise<boolean> | undefined
  const listeners = new Set<() => void>()
  const tell = openChannel(handleTabMessage)

  function become(next: SessionState, token: string | undefined): void {
    state = next
    access = token
    changes += 1
    if (token === undefined) storage.removeItem(HINT)
    else {
      storage.setItem(HINT, '1')
      owner ??= claimsOf(token).sub
    }
    for (const listener of listeners) listener()
  }

  function handleTabMessage(message: TabMessage): void {
    if (message.kind !== 'renewed') {
      if (state === 'signed-in') become(message.kind === 'ended' ? 'ended' : 'left', undefined)
    } else if (message.access !== undefined) become('signed-in', message.access)
    else if (state !== 'signed-in') void renewNow(undefined).catch(() => false)
  }

  async function renewNow(used: string | undefined): Promise<boolean> {
    return oneTabAtATime('heddle-renew', async () => {
      // Another tab was faster.
      if (access !== undefined && access !== used) return true
      const before = changes
      const renewed = await askForAccess()
      // Meanwhile its user signed out, or another tab brought a token: that counts.
      if (changes !== before) return access !== undefined
      become(renewed === undefined ? 'ended' : 'signed-in', renewed)
      if (renewed !== undefined) tell({ kind: 'renewed', access: renewed })
      return renewed !== undefined
    })
  }

  const renew = async (used: string | undefined): Promise<boolean> => {
    if (state === 'signed-out' || state === 'left' || state === 'ended') return false
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
      owner = undefined
      tell({ kind: 'signed-out' })
    },
    /** It was idle for too long. */
    end: (): void => {
      become('ended', undefined)
      tell({ kind: 'ended' })
    },
    /** Whether somebody else has signed in than the one whose pages are open. */
    isOfSomebodyElse: (): boolean => access !== undefined && owner !== undefined && claimsOf(access).sub !== owner,
    /** Whether the access token ends soon, so that the next input of the user should renew it. */
    endsSoon: (now: number): boolean => access !== undefined && claimsOf(access).exp * 1000 - now < RENEW_BEFORE_MS,
    renewSoon: (): Promise<boolean> => renew(access),
    credentials: { access: () => access, set: () => undefined, renew } satisfies ClientCredentials,
  }
}

/** Whose token it is, and until when it is good, in seconds. */
function claimsOf(token: string): { readonly sub: string; readonly exp: number } {
  const [, payload = ''] = token.split('.')
  return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as { sub: string; exp: number }
}
