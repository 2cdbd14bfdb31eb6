import { Type } from 'typebox'
import type { Database } from '../../adapters/database/database.ts'
import { MINUTE } from '../../kernel/durations.ts'
import { defineJob } from '../../platform/jobs/job.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Audit } from '../audit/index.ts'
import type { PasswordsService } from './passwords.service.ts'

const requestReset = defineJob({
  name: 'request-password-reset',
  payload: Type.Object({ email: Type.String() }),
  timeoutMs: MINUTE,
  retries: 3,
})

type Dependencies = {
  readonly database: Database
  readonly jobs: Jobs
  readonly passwords: PasswordsService
  readonly audit: Audit
}
export type ResetRequests = {
  readonly request: (email: string) => Promise<void>
}

/**
 * Looks the address up after the response, so that neither its text nor its timing reveals whether an account exists.
 */
export function createResetRequests({ database, jobs, passwords, audit }: Dependencies): ResetRequests {
  jobs.register(requestReset, ({ email }) => passwords.mailResetLinkTo(email))
  return {
    request: (email) =>
      database.transaction(async (tx) => {
        await jobs.send(requestReset, { email: email.trim() }, { tx })
        await audit.record(tx, {
          action: 'password_reset_request',
          description: 'A reset link was requested',
          actor: { userId: null, username: email.trim() },
        })
      }),
  }
}
