import type { Problem } from '@heddle/domain/canvas/problem.ts'
import { FieldErrors } from '../../../kernel/errors.ts'
import { type FieldMessages, mergeMessages } from '../../../kernel/field-messages.ts'
import type { PlannedInput, PlannedRun, RunRequest } from '../../planning/index.ts'
import type { RunSubject } from './find-query.ts'

/** A request that was looked at: it has a plan, or problems. */
export type CheckedRun = {
  readonly subject: RunSubject
  readonly request: RunRequest
  readonly problems: readonly Problem[]
  readonly warnings: readonly Problem[]
  /** Only if there are no problems. */
  readonly plan: PlannedInput | undefined
}

/** `others` are problems that the planner does not know. */
export const checkedRun = (
  { subject, request }: Pick<CheckedRun, 'subject' | 'request'>,
  { errors, warnings, input }: PlannedRun,
  others: readonly Problem[] = [],
): CheckedRun => ({
  subject,
  request,
  problems: [...others, ...errors],
  warnings,
  plan: others.length === 0 ? input : undefined,
})

/** Bad input is a 400 that lists every problem, and runs nothing. */
export function requirePlan({ plan, problems }: Pick<CheckedRun, 'plan' | 'problems'>): PlannedInput {
  if (plan) return plan
  throw refusal(problems)
}

/** The 400 about problems of a query, and about other fields of the body. */
export const refusal = (problems: readonly Problem[], faults: FieldMessages = {}): FieldErrors =>
  problems.length === 0
    ? new FieldErrors(faults)
    : new FieldErrors(mergeMessages(faults, messagesByField(problems)), { errors: problems })

/** A problem of a variable is one of the field `variables.<name>`; others belong to no field. */
function messagesByField(problems: readonly Problem[]): FieldMessages {
  const fields = problems.map(({ path, message }) => ({
    [path?.startsWith('variables.') ? path : 'non_field_errors']: [message],
  }))
  return mergeMessages(...fields)
}
