import type { Executor } from '../../adapters/database/database.ts'
import type { Outbox } from '../../platform/mail/outbox.ts'
import { mailAddressOf, type UserRow } from '../users/index.ts'
import { securityMail, type SecurityEvent } from './security-mails.ts'

export type { SecurityEvent } from './security-mails.ts'

/** Mails about how an account signs in. */
export type SecurityNotices = {
  readonly send: (
    tx: Executor,
    user: Pick<UserRow, 'username' | 'email' | 'formerEmail'>,
    event: SecurityEvent,
  ) => Promise<void>
}

/** Tells users by mail what changed about how they sign in, in the transaction that changes it. */
export function createSecurityNotices({ outbox }: { readonly outbox: Outbox }): SecurityNotices {
  return {
    send: async (tx, user, event) => {
      const to = mailAddressOf(user)
      if (to !== '') await outbox.post(tx, { to, ...securityMail(user, event) })
    },
  }
}
