import type { Logger } from 'pino'
import { isOneRecipient } from '@heddle/domain/identity/email-address.ts'
import type { Mailer, MailSettings } from './mail.ts'
import { oneLine } from './mail-address.ts'

export type { Mailer, MailResult } from './mail.ts'

/** Sends mails by SMTP; without settings it logs them instead, one-time links included. */
export async function openMailer(settings: MailSettings | undefined, logger: Logger): Promise<Mailer> {
  const sender = settings ? await openSmtpSender(settings) : createLogSender(logger)
  return {
    send: async (mail, signal) => {
      if (!isOneRecipient(mail.to)) return { ok: false, permanent: true, reason: 'not a mail address' }
      return sender.send({ ...mail, subject: oneLine(mail.subject) }, signal)
    },
    close: sender.close,
  }
}

// Loaded only where it is configured, because its library is large.
async function openSmtpSender(settings: MailSettings): Promise<Mailer> {
  const { createSmtpSender } = await import('./smtp-sender.ts')
  return createSmtpSender(settings)
}

function createLogSender(logger: Logger): Mailer {
  return {
    send: async ({ id, to, subject, text }) => {
      logger.info({ mail: { id, to, subject, text } }, 'SMTP_URL is unset: mail logged instead of sent')
      return { ok: true }
    },
    close: () => undefined,
  }
}
