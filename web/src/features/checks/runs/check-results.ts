import type { Wire } from '../../../lib/api/wire.ts'
import { SEVERITIES } from '../components/severity.tsx'
import type { CheckState } from '../components/state-light.tsx'

export type CheckResult = Wire.CheckResults['results'][number]
export type ResultState = CheckState

/** What needs somebody comes first; what is as it should be comes last, folded. */
export const RESULT_STATES = ['failed', 'error', 'look', 'waiting', 'waived', 'not_applicable', 'passed'] as const
const OPEN: ReadonlySet<ResultState> = new Set(['failed', 'error', 'look', 'waiting'])

export type ResultLine =
  | { readonly kind: 'state'; readonly state: ResultState; readonly count: number; readonly isOpen: boolean }
  | { readonly kind: 'result'; readonly state: ResultState; readonly result: CheckResult }

export const stateOf = ({ status }: CheckResult): ResultState => status ?? 'waiting'

type ResultFilter = { readonly group?: string | undefined; readonly severity?: string | undefined }

/** Those in a group, and at least as bad. */
export function matching(results: readonly CheckResult[], { group, severity }: ResultFilter): readonly CheckResult[] {
  const least = rankOf(severity)
  return results.filter((one) => (group === undefined || one.group === group) && rankOf(one.severity) >= least)
}

/** A head for each state and, unless it is folded, its results, the worst first. */
export function linesOf(results: readonly CheckResult[], toggled: ReadonlySet<ResultState>): readonly ResultLine[] {
  const byState = Map.groupBy(results, stateOf)
  return RESULT_STATES.flatMap((state): readonly ResultLine[] => {
    const found = byState.get(state) ?? []
    if (found.length === 0) return []
    const isOpen = OPEN.has(state) !== toggled.has(state)
    const worstFirst = found.toSorted((a, b) => rankOf(b.severity) - rankOf(a.severity))
    return [
      { kind: 'state', state, count: found.length, isOpen },
      ...(isOpen ? worstFirst.map((result): ResultLine => ({ kind: 'result', state, result })) : []),
    ]
  })
}

const rankOf = (severity: string | undefined): number => SEVERITIES.findIndex((name) => name === severity)
