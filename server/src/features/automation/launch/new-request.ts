import type { RequestSource, VerifyBody } from '@heddle/contract/automation.ts'
import type { LaunchRow } from '@heddle/domain/automation/launch-variables.ts'
import type { LaunchTemplate, LaunchSelection } from '../automation.tables.ts'

/** Rows to launch from a template that were checked against its columns. */
export type NewRequest = {
  readonly templateId: string
  readonly template: LaunchTemplate
  readonly requester: { readonly id: number; readonly username: string }
  readonly comment: string
  readonly rows: readonly { readonly values: LaunchRow; readonly source: LaunchRow | null }[]
  readonly source: RequestSource | null
  readonly selection: LaunchSelection | null
  readonly warnings: readonly string[]
  readonly verifyAfter: VerifyBody | null
  readonly needsApproval: boolean
  readonly relaunchOf: string | null
}
