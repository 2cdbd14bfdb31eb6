import type { Sender } from './audit-record.ts'
import { recordBody, type RecordEvent, withoutEmpty } from './record-event.ts'

export type SignInToSend = {
  readonly id: number
  readonly username: string
  readonly success: boolean
  readonly failureReason: string
  readonly ipAddress: string | null
  readonly userAgent: string | null
  readonly attemptedAt: Date
}

const AUTHENTICATION = {
  category_uid: 3,
  category_name: 'Identity & Access Management',
  class_uid: 3002,
  class_name: 'Authentication',
}
const LONGEST_AGENT = 500

/** An attempt to sign in as an event of the class Authentication. */
export function recordOfSignIn(attempt: SignInToSend, { version, uid }: Sender): RecordEvent {
  const { id, username, success, failureReason, ipAddress, userAgent, attemptedAt } = attempt
  const severity = success ? 'Informational' : 'Low'
  const about = { uid, sequence: id, atMs: attemptedAt.getTime(), severity } as const
  const body = recordBody({ ...about, version }, AUTHENTICATION, [1, 'Logon'], {
    ...withoutEmpty({
      user: { name: username },
      actor: { user: { name: username } },
      src_endpoint: { ip: ipAddress },
      http_request: { user_agent: userAgent?.slice(0, LONGEST_AGENT) },
      service: { name: 'Heddle' },
      status_id: success ? 1 : 2,
      status: success ? 'Success' : 'Failure',
      status_detail: success ? null : failureReason,
    }),
    is_remote: true,
    message: success ? `${username} signed in` : `Sign-in of "${username}" was rejected: ${failureReason}`,
    unmapped: {},
  })
  return { ...about, source: 'sign_in', name: 'sign_in', user: username, ip: ipAddress, body }
}
