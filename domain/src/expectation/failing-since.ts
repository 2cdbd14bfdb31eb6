import type { ExpectationResult } from '@heddle/contract/executions.ts'

type Judged = { readonly status: ExpectationResult['status'] | 'error' }

/**
 * The first of the failures that reach to the end, of judgements in time order; undefined if the last one is none.
 * Anything else between two failures ends the stretch, also what could not be judged.
 */
export function failingSince<Item extends Judged>(judged: readonly Item[]): Item | undefined {
  const lastGood = judged.findLastIndex(({ status }) => status !== 'failed')
  return judged[lastGood + 1]
}
