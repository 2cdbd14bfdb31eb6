import type { ExpectationResult } from '@heddle/contract/executions.ts'

type Status = ExpectationResult['status']

/** Whether a status is worth telling, after the one before; the first only if it is a failure. */
export const expectationNews = (before: Status | undefined, now: Status): boolean =>
  before === undefined ? now === 'failed' : before !== now
