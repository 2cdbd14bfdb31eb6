import { createHeddle, type Heddle, HeddleError } from '@heddle/client'
import { BrowserSession } from '../session/session.ts'
import { announcePause } from './pauses.ts'

/** Asks for the refresh token as a cookie. */
export const AS_BROWSER = { headers: { 'x-heddle-web': '1' } } as const

export type { Heddle }

/** The API as the signed-in user sees it. */
export function connect(): { readonly heddle: Heddle; readonly session: BrowserSession } {
  const session = new BrowserSession({ storage: localStorage, renew: renewAccess })
  const heddle = createHeddle({
    baseUrl: location.origin,
    credentials: session.credentials,
    // Reads wait for their turn; before a change is sent again, its user is asked.
    retries: (method) => (method === 'GET' ? 3 : 0),
    onPause: announcePause,
  })
  return { heddle, session }
}

async function renewAccess(): Promise<string | undefined> {
  const reply = await fetch('/api/auth/token/refresh/', { method: 'POST', ...AS_BROWSER })
  if (reply.status === 400 || reply.status === 401) return undefined
  if (!reply.ok) throw new HeddleError(`The server answered ${reply.status}.`, reply.status)
  const { access } = (await reply.json()) as { access: string }
  return access
}
