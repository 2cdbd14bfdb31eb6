import type { Executor } from '../../adapters/database/database.ts'
import { type RenderedMail, renderMail } from '../../platform/mail/mail-layout.ts'
import type { Outbox } from '../../platform/mail/outbox.ts'
import type { UserRow } from '../users/index.ts'

export type SecurityEvent = 'factor_enabled' | 'factor_replaced' | 'factor_disabled' | 'password_changed' | 'address_changed'
export type SecurityNotices = ReturnType<typeof createSecurityNotices>

const WORDS: Readonly<Record<SecurityEvent, { readonly subject: string; readonly sentence: string }>> = {
  factor_enabled: { subject: 'Your second factor was enabled', sentence: 'a second factor was enabled' },
  factor_replaced: { subject: 'Your second factor was replaced', sentence: 'the second factor was replaced by a new one' },
  factor_disabled: { subject: 'Your second factor was disabled', sentence: 'the second factor was disabled' },
  password_changed: { subject: 'Your Heddle password was changed', sentence: 'the password was changed' },
  address_changed: { subject: 'Your e-mail address was changed', sentence: 'the e-mail address was changed' },
}

/** Mails users what happened to how they sign in, in the transaction in which it happens. */
export function createSecurityNotices({ outbox }: { readonly outbox: Outbox }) {
  return {
    send: async (tx: Executor, user: UserRow, event: SecurityEvent): Promise<void> => {
      if (user.email !== '') await outbox.post(tx, { to: user.email, ...noticeMail(user, event) })
    },
  }
}

const noticeMail = ({ username }: UserRow, event: SecurityEvent): RenderedMail =>
  renderMail({
    subject: WORDS[event].subject,
    greeting: `Hello ${username},`,
    paragraphs: [
      `${WORDS[event].sentence} for your Heddle account "${username}".`,
      'If this was not you, contact your administrator immediately.',
    ],
  })
