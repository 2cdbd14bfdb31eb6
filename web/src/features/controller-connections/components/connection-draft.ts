import type { Wire } from '../../../lib/api/wire.ts'
import { words } from '../words.ts'
import { passwordReasons } from './password-rule.ts'

const USUAL_PARALLEL_REQUESTS = 4

/** The fields as they are typed. */
export type ConnectionDraft = ReturnType<typeof connectionDraftOf>

/** A new connection, or one that is there, as the fields show it. */
export const connectionDraftOf = (connection: Wire.ControllerConnection | undefined) => ({
  name: connection?.name ?? '',
  host: connection?.host ?? '',
  hosts: connection?.hosts.join('\n') ?? '',
  username: connection?.username ?? '',
  password: '',
  verify_ssl: connection?.verify_ssl ?? true,
  ca_certificate: connection?.ca_certificate ?? '',
  is_default: connection?.is_default ?? false,
  max_parallel_requests: String(connection?.max_parallel_requests ?? USUAL_PARALLEL_REQUESTS),
  max_requests_per_minute: String(connection?.max_requests_per_minute ?? ''),
})

/** Zero stands for what is no number: the server refuses it, and says what it expects. */
const numberOf = (text: string): number => Number(text) || 0

/** The draft as the API takes it; the password is sent where one was typed. */
export function connectionBody({
  hosts,
  ca_certificate,
  max_parallel_requests,
  max_requests_per_minute,
  ...rest
}: ConnectionDraft) {
  return {
    ...rest,
    hosts: linesOf(hosts),
    ca_certificate: ca_certificate.trim() === '' ? null : ca_certificate,
    max_parallel_requests: numberOf(max_parallel_requests),
    max_requests_per_minute: max_requests_per_minute.trim() === '' ? null : numberOf(max_requests_per_minute),
  }
}

const linesOf = (text: string): string[] => text.split(/\s+/).filter((line) => line !== '')

/** Whether the stored password still does. */
export function passwordHint(connection: Wire.ControllerConnection | undefined, draft: ConnectionDraft): string {
  if (!connection?.has_password) return words.passwordHint
  const reasons = passwordReasons(connection, { ...draft, hosts: linesOf(draft.hosts) })
  return reasons.length === 0 ? words.passwordKept : words.passwordNeeded(reasons)
}
