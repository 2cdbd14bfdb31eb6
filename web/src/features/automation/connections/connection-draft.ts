import type { Wire } from '../../../lib/api/wire.ts'
import { words } from './words.ts'

type Connection = Wire.AutomationConnection

/** The fields as they are typed. */
export type AutomationConnectionDraft = ReturnType<typeof serverDraft>

/** A new connection, or one that is there, as the fields show it. */
export const serverDraft = (connection: Connection | undefined) => ({
  name: connection?.name ?? '',
  base_url: connection?.base_url ?? '',
  auth_method: connection?.auth_method ?? ('token' as const),
  username: connection?.username ?? '',
  oauth_token: '',
  isTokenRemoved: false,
  api_prefix: connection?.api_prefix ?? '',
  verify_ssl: connection?.verify_ssl ?? true,
  ca_certificate: connection?.ca_certificate ?? '',
  job_url_pattern: connection?.job_url_pattern ?? '',
  is_default: connection?.is_default ?? false,
})

const orNull = (text: string): string | null => (text.trim() === '' ? null : text)

/** The draft as the API takes it. The token is sent where one was typed; an empty one removes what is stored. */
export function serverBody({ oauth_token, isTokenRemoved, ...draft }: AutomationConnectionDraft) {
  return {
    ...draft,
    api_prefix: orNull(draft.api_prefix),
    ca_certificate: orNull(draft.ca_certificate),
    job_url_pattern: orNull(draft.job_url_pattern),
    ...(oauth_token !== '' ? { oauth_token } : isTokenRemoved && { oauth_token: '' }),
  }
}

/** Whether the stored token still does: it is never sent elsewhere than where it was meant to go. */
export function secretHint(connection: Connection | undefined, draft: AutomationConnectionDraft): string {
  if (!connection?.token_configured) return draft.auth_method === 'token' ? words.secretHint : words.passwordHint
  const reasons = [
    ...(draft.base_url !== connection.base_url ? (['address'] as const) : []),
    ...(orNull(draft.api_prefix) !== connection.api_prefix ? (['prefix'] as const) : []),
    ...(draft.username !== connection.username ? (['account'] as const) : []),
    ...(draft.auth_method !== connection.auth_method ? (['method'] as const) : []),
    ...(draft.ca_certificate.trim() !== (connection.ca_certificate ?? '').trim() ? (['trust'] as const) : []),
    ...(connection.verify_ssl && !draft.verify_ssl ? (['certificate'] as const) : []),
  ]
  return reasons.length === 0 ? words.secretKept : words.secretNeeded(reasons)
}
