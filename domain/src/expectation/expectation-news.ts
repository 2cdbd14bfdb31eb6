import type { ExpectationResult } from '@heddle/contract/executions.ts'

type Status = ExpectationResult['status']

/**
 * Whether a status is worth a notice, after the one before: a failure, and passing again. What a person has to judge is
 * neither.
 */
export const expectationNews = (before: Status | undefined, now: Status): boolean =>
  now === 'failed' ? before !== 'failed' : now === 'passed' && before === 'failed'
