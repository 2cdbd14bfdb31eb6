import { createTransport, type NodemailerError, type SendMailOptions } from 'nodemailer'
import type { Mail, Mailer, MailResult, MailSettings } from './mail.ts'
import { domainOf } from './mail-address.ts'

const TIMEOUTS = { connectionTimeout: 10_000, dnsTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }
// A pool sends a mail again by itself when a connection breaks, which is the outbox's to decide. The others print mails, or go elsewhere.
const REFUSED_OPTIONS = ['pool', 'logger', 'debug', 'transactionLog', 'url', 'sendmail', 'streamTransport', 'jsonTransport', 'SES']

/**
 * One connection per mail, so that a mail is only ever sent by its own attempt. `smtps:` is TLS from the start; with `smtp:` TLS is used
 * when the server offers it, and demanded with `?requireTLS=true`. The URL's other options are the library's too (`tls.rejectUnauthorized`).
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
    // Asks absence notes not to answer.
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** The library's message carries the server's words and sometimes addresses; only codes leave this file. */
function describeFailure(error: unknown): MailResult & { ok: false } {
  if (!(error instanceof Error)) return { ok: false, permanent: false, reason: 'unknown' }
  const { code, originalCode, responseCode, command }: NodemailerError = error
  const reason = [code ?? error.name, originalCode, responseCode].filter((part) => part !== undefined).join(' ')
  return { ok: false, permanent: isRefusalOfMail(command, responseCode), reason }
}

/** The server's last word on this recipient or this text. A refused sender or login is the operator's to repair, so those are tried again. */
function isRefusalOfMail(command: string | undefined, responseCode: number | undefined): boolean {
  const isAboutMail = command === 'RCPT TO' || command === 'DATA'
  return isAboutMail && responseCode !== undefined && responseCode >= 500 && !OPERATORS_FAULT.has(responseCode)
}

/** Out of order, and login required: the next connection may fare better. */
const OPERATORS_FAULT = new Set([503, 530])
