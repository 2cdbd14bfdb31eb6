import { createTransport, type NodemailerError, type SendMailOptions } from 'nodemailer'
import type { Mail, Mailer, MailResult, MailSettings } from './mail.ts'
import { domainOf } from './mail-address.ts'

const TIMEOUTS = { connectionTimeout: 10_000, dnsTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 15_000 }
// A pool resends a mail on its own when a connection breaks, but that is for the outbox to decide. The other options
// log mails or send them elsewhere.
const REFUSED_OPTIONS = [
  'pool',
  'logger',
  'debug',
  'transactionLog',
  'url',
  'sendmail',
  'streamTransport',
  'jsonTransport',
  'SES',
]

/**
 * One connection per mail, so that a mail is only ever sent by its own attempt. `smtps:` uses TLS from the start;
 * `smtp:` uses TLS when the server offers it, and requires it with `?requireTLS=true`. The library's other URL options
 * work too (`tls.rejectUnauthorized`).
 */
export function createSmtpSender({ smtpUrl, from }: MailSettings): Mailer {
  const transport = createTransport({ ...TIMEOUTS, url: withoutRefusedOptions(smtpUrl.reveal()) })
  const domain = domainOf(from)
  return {
    send: async (mail, signal) => {
      try {
        await transport.sendMail({ ...envelopeOf(mail, from, domain), ...(signal && { signal }) })
        return { ok: true }
      } catch (error) {
        return describeFailure(error)
      }
    },
    close: () => transport.close(),
  }
}

function withoutRefusedOptions(smtpUrl: string): string {
  const url = new URL(smtpUrl)
  for (const option of REFUSED_OPTIONS) url.searchParams.delete(option)
  return url.href
}

function envelopeOf({ id, to, subject, text, html }: Mail, from: string, domain: string): SendMailOptions {
  return {
    from,
    to: { name: '', address: to },
    subject,
    text,
    html,
    messageId: `<${id}@${domain}>`,
    // Suppresses out-of-office replies.
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** The library's message contains the server's text and sometimes addresses; only codes leave this file. */
function describeFailure(error: unknown): MailResult & { ok: false } {
  if (!(error instanceof Error)) return { ok: false, permanent: false, reason: 'unknown' }
  const { code, originalCode, responseCode, command }: NodemailerError = error
  const reason = [code ?? error.name, originalCode, responseCode].filter((part) => part !== undefined).join(' ')
  return { ok: false, permanent: isRefusalOfMail(command, responseCode), reason }
}

/**
 * Whether the server permanently refuses this recipient or text. A refused sender or login is for the operator to fix,
 * so those are retried.
 */
function isRefusalOfMail(command: string | undefined, responseCode: number | undefined): boolean {
  const isAboutMail = command === 'RCPT TO' || command === 'DATA'
  return isAboutMail && responseCode !== undefined && responseCode >= 500 && !OPERATORS_FAULT.has(responseCode)
}

/** Bad command sequence and authentication required: a later connection may succeed. */
const OPERATORS_FAULT = new Set([503, 530])
