import type { JoinCondition } from '../query/plan.ts'
import { betweenStretches } from './between-stretches.ts'
import { equalStretches } from './equal-stretches.ts'
import type { MatchedRows, RowPairs } from './match-rows.ts'
import { networkStretches } from './network-stretches.ts'
import { type OperandValues, operandValues } from './operand-values.ts'
import { countPairs, isInStretches, type Stretches } from './stretches.ts'

/** More pairs than this are not compared: it would take too long. */
const MOST_COMPARED = 30_000_000

/** Why rows are not joined; `too_many_lone`: an edge of kind `any` joins two sides of which neither is small. */
export type TooMany = 'too_many_rows' | 'too_many_pairs' | 'too_many_lone'

/** An expression that had no value for some of its objects. `path` is where it is below `on`. */
export type FailedOperand = { readonly path: string; readonly failed: number; readonly rows: number }

/** Two columns and the conditions between them, with everything computed that depends on one row only. */
export type ConditionMatch = {
  /** What each condition allows, the rarest first. */
  readonly rules: readonly (readonly Stretches[])[]
  readonly lengths: { readonly left: number; readonly right: number }
  readonly failures: readonly FailedOperand[]
}

export function prepareConditions(
  left: MatchedRows,
  right: MatchedRows,
  conditions: readonly JoinCondition[],
): ConditionMatch {
  const failures: FailedOperand[] = []
  const valuesOf = (operand: JoinCondition['source'], column: MatchedRows, path: string): OperandValues['values'] => {
    const { values, failed, rows } = operandValues(operand, column)
    if (failed > 0) failures.push({ path, failed, rows })
    return values
  }
  const rules = conditions.map(({ op, source, targets, compare }, index): readonly Stretches[] => {
    const from = valuesOf(source, left, `${index}.source`)
    const to = targets.map((target, place) =>
      valuesOf(target, right, op === 'between' ? `${index}.target.${place}` : `${index}.target`),
    )
    const [low = [], high = []] = to
    if (op === 'eq') return [equalStretches(from, low, compare)]
    return op === 'between' ? betweenStretches(from, low, high) : networkStretches(op, from, low)
  })
  const sized = rules.map((rule) => ({ rule, size: rule.reduce((sum, stretches) => sum + countPairs(stretches), 0) }))
  sized.sort((one, other) => one.size - other.size)
  return { rules: sized.map(({ rule }) => rule), lengths: { left: left.length, right: right.length }, failures }
}

/** Whether the rows at two positions match. */
export function isConditionMatch({ rules }: ConditionMatch, left: number, right: number): boolean {
  return allHold(rules, left, right)
}

/** All pairs that match. Goes through the pairs of the rarest condition, and checks the others for each. */
export function conditionPairs(
  { rules: [rarest = [], ...others] }: ConditionMatch,
  most: number,
  mostCompared = MOST_COMPARED,
): RowPairs | TooMany {
  const left: number[] = []
  const right: number[] = []
  let compared = 0
  for (const stretches of rarest) {
    const { ranked, order, from, to, accepts } = stretches
    for (let other = 0; other < from.length; other++) {
      for (let place = from[other]!; place < to[other]!; place++) {
        const one = ranked === 'left' ? order[place]! : other
        const two = ranked === 'left' ? other : order[place]!
        if (++compared > mostCompared) return 'too_many_pairs'
        if (accepts !== undefined && !accepts(one, two)) continue
        if (!allHold(others, one, two)) continue
        if (left.length >= most) return 'too_many_rows'
        left.push(one)
        right.push(two)
      }
    }
  }
  return { left, right }
}

/** 1 for every row on the left that matches any row on the right, without building the pairs. */
export function conditionMatched(
  { rules: [rarest = [], ...others], lengths }: ConditionMatch,
  mostCompared = MOST_COMPARED,
): Uint8Array | TooMany {
  const matched = new Uint8Array(lengths.left)
  let compared = 0
  for (const { ranked, order, from, to, accepts } of rarest) {
    const next = ranked === 'left' ? unmatchedLinks(order, matched) : undefined
    for (let other = 0; other < from.length; other++) {
      let place = from[other]!
      const end = to[other]!
      while ((place = next ? next(place) : place) < end) {
        const one = ranked === 'left' ? order[place]! : other
        const two = ranked === 'left' ? other : order[place]!
        if (next === undefined && matched[one] === 1) break
        if (++compared > mostCompared) return 'too_many_pairs'
        if ((accepts === undefined || accepts(one, two)) && allHold(others, one, two)) matched[one] = 1
        place++
      }
    }
  }
  return matched
}

// Plain loops: they run for every pair that is compared.
function allHold(rules: ConditionMatch['rules'], left: number, right: number): boolean {
  for (const rule of rules) if (!holds(rule, left, right)) return false
  return true
}

function holds(rule: readonly Stretches[], left: number, right: number): boolean {
  for (const stretches of rule) if (isInStretches(stretches, left, right)) return true
  return false
}

/** The next place whose row is not matched yet. Follows links that skip runs of matched rows, and shortens them. */
function unmatchedLinks(order: Int32Array, matched: Uint8Array): (place: number) => number {
  const links = Int32Array.from({ length: order.length + 1 }, (_, place) => place)
  return (start) => {
    let place = start
    while (place < order.length && (links[place] !== place || matched[order[place]!] === 1)) {
      if (links[place] === place) links[place] = place + 1
      place = links[place]!
    }
    for (let step = start; step < place;) {
      const following = links[step]!
      links[step] = place
      step = following
    }
    return place
  }
}
