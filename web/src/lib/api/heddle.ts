import { createHeddle, errorOf, type Heddle, HeddleError } from '@heddle/client'
import { BrowserSession } from '../session/session.ts'
import { announcePause } from './pauses.ts'
import { hasArrivedFromProvider } from '../session/has-arrived.ts'

/** Asks for the refresh token as a cookie. */
export const AS_BROWSER = { headers: { 'x-heddle-web': '1' } } as const

export type { Heddle }

/** The API as the signed-in user sees it. */
export function connect(): { readonly heddle: Heddle; readonly session: BrowserSession } {
  const session = new BrowserSession({ storage: localStorage, renew: renewAccess, hasArrived: hasArrivedFromProvider })
  const heddle = createHeddle({
    baseUrl: location.origin,
    credentials: session.credentials,
    // Reads wait for their turn; before a change is sent again, its user is asked.
    retries: (method) => (method === 'GET' ? 3 : 0),
    onPause: announcePause,
  })
  return { heddle, session }
}

/** What ends a session; after any other answer it may go on. */
const REFUSALS: readonly number[] = [400, 401, 403]

async function renewAccess(): Promise<string | undefined> {
  const reply = await fetch('/api/auth/token/refresh/', { method: 'POST', ...AS_BROWSER }).catch((error: unknown) => {
    throw new HeddleError('The server does not answer.', 0, { cause: error })
  })
  if (REFUSALS.includes(reply.status)) return undefined
  if (!reply.ok) throw await errorOf(reply)
  const { access } = (await reply.json()) as { access: string }
  return access
}
