import { createHash, randomBytes } from 'node:crypto'
import { Type } from 'typebox'
import { Check } from 'typebox/value'
import type { Cache } from '../../adapters/cache/cache.ts'
import { SECOND } from '../durations.ts'
import type { Caller } from '../http/caller.ts'

const LIFETIME_SECONDS = 60
const Holder = Type.Object({ user_id: Type.Integer(), session_id: Type.String() })

export type TicketHolder = { readonly userId: number; readonly sessionId: string }
export type Tickets = {
  readonly issue: (caller: Caller) => Promise<{ ticket: string; expires_in: number }>
  /** Spends a ticket: of two who try at once, one gets its holder. */
  readonly redeem: (ticket: string) => Promise<TicketHolder | undefined>
}

/** One-shot tickets for WebSockets, which can not carry a header. Only their hash is kept. */
export function createTickets(cache: Cache): Tickets {
  return {
    issue: async (caller) => {
      const ticket = randomBytes(32).toString('base64url')
      await cache.set(keyOf(ticket), { user_id: caller.id, session_id: caller.sessionId }, { ttlMs: LIFETIME_SECONDS * SECOND })
      return { ticket, expires_in: LIFETIME_SECONDS }
    },
    redeem: async (ticket) => {
      const holder = await cache.take(keyOf(ticket))
      return Check(Holder, holder) ? { userId: holder.user_id, sessionId: holder.session_id } : undefined
    },
  }
}

const keyOf = (ticket: string) => `ticket:${createHash('sha256').update(ticket).digest('hex')}`
