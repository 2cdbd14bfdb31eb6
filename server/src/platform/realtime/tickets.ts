import { createHash, randomBytes } from 'node:crypto'
import { Type } from 'typebox'
import { Check } from 'typebox/value'
import type { Cache } from '../../adapters/cache/cache.ts'
import type { Clock } from '../../kernel/clock.ts'
import { SECOND } from '../../kernel/durations.ts'
import type { Caller, CredentialRef } from '../../kernel/caller.ts'

const LIFETIME_SECONDS = 60
const Holder = Type.Object({
  credential: Type.Object({ kind: Type.Enum(['session', 'token']), id: Type.String() }),
  expires_at: Type.Integer(),
})

export type Tickets = {
  readonly issue: (caller: Caller) => Promise<{ ticket: string; expires_in: number }>
  /** Redeems a ticket for the credential that it was issued to: if two callers try at once, only one gets it. */
  readonly redeem: (ticket: string) => Promise<CredentialRef | undefined>
}

/**
 * Single-use tickets for what cannot send headers: WebSockets and links. Only their hash is stored; they expire by the
 * service's clock.
 */
export function createTickets(cache: Cache, clock: Clock): Tickets {
  return {
    issue: async ({ credential: { kind, id } }) => {
      const ticket = randomBytes(32).toString('base64url')
      const lifetimeMs = LIFETIME_SECONDS * SECOND
      const expires_at = clock.now().getTime() + lifetimeMs
      await cache.set(keyOf(ticket), { credential: { kind, id }, expires_at }, { ttlMs: lifetimeMs })
      return { ticket, expires_in: LIFETIME_SECONDS }
    },
    redeem: async (ticket) => {
      const holder = await cache.take(keyOf(ticket))
      if (!Check(Holder, holder) || holder.expires_at <= clock.now().getTime()) return undefined
      return holder.credential
    },
  }
}

const keyOf = (ticket: string) => `ticket:${createHash('sha256').update(ticket).digest('hex')}`
