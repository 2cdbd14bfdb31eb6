import type { Secret } from '../secrets/secret.ts'

/**
 * A mail to one recipient. Its id stays the same when it is sent again, so that the receiver can recognize the
 * duplicate.
 */
export type Mail = {
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

/**
 * `permanent`: sending the same mail again would fail again. The reason names a class and an SMTP code, nothing from
 * the mail.
 */
export type MailResult =
  { readonly ok: true } | { readonly ok: false; readonly permanent: boolean; readonly reason: string }

export type Mailer = {
  /** Never throws. Aborting closes the connection; whether the server had accepted the mail by then is unknown. */
  readonly send: (mail: Mail, signal?: AbortSignal) => Promise<MailResult>
  readonly close: () => void
}

export type MailSettings = { readonly smtpUrl: Secret; readonly from: string }
