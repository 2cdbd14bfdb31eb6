import type { Wire } from '../../../lib/api/wire.ts'
import { SEVERITIES } from '../components/severity.tsx'

export type PlanKind = 'stricter' | 'change' | 'delete' | 'create'
const PLAN_KINDS: readonly PlanKind[] = ['stricter', 'change', 'delete', 'create']

/** The steps that do something, by what they do; what finds more than before comes first. */
export function planParts(plan: readonly Wire.PackStep[]): ReadonlyMap<PlanKind, readonly Wire.PackStep[]> {
  const found = Map.groupBy(plan, kindOf)
  return new Map(PLAN_KINDS.flatMap((kind) => (found.has(kind) ? [[kind, found.get(kind)!] as const] : [])))
}

const kindOf = ({ action, diff }: Wire.PackStep): PlanKind | 'unchanged' =>
  action === 'change' && (diff ?? []).some(isStricter) ? 'stricter' : action

type Change = NonNullable<Wire.PackStep['diff']>[number]

/** It fails where it did not, or fails worse. What its query asks can be either. */
function isStricter({ path, before, after }: Change): boolean {
  switch (path) {
    case 'severity':
      return rankOf(after) > rankOf(before)
    case 'look':
      return before === true
    case 'when':
      return after === null
    case 'expect.rows.max':
      return typeof after === 'number' && (typeof before !== 'number' || after < before)
    case 'expect.rows.min':
      return typeof after === 'number' && (typeof before !== 'number' || after > before)
    default:
      return false
  }
}

const rankOf = (severity: unknown): number =>
  SEVERITIES.findIndex((name) => name === (severity === null || severity === undefined ? 'medium' : severity))
