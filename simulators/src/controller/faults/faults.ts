import type { RequestRecord } from '../exchange/request-record.ts'
import type { FaultEffect, FaultRule } from './fault-rule.ts'

export type ActiveFault = { readonly rule: FaultRule; seen: number; struck: number; remove(): void }

/** The active faults of one controller; they can change at any time. */
export class Faults {
  /** Every connection is closed at once, without an answer. */
  dead = false
  /** Connections are accepted but never answered. */
  silent = false
  readonly #active: ActiveFault[] = []

  add(rule: FaultRule): ActiveFault {
    const active: ActiveFault = { rule, seen: 0, struck: 0, remove: () => this.#remove(active) }
    this.#active.push(active)
    return active
  }

  clear(): void {
    this.#active.length = 0
    this.dead = false
    this.silent = false
  }

  list(): readonly ActiveFault[] {
    return this.#active
  }

  /** Counts the request for each rule it matches, and returns the effects that apply. */
  strike(request: RequestRecord): FaultEffect[] {
    return this.#active.filter((active) => strikes(active, request)).map((active) => active.rule)
  }

  #remove(active: ActiveFault): void {
    const index = this.#active.indexOf(active)
    if (index >= 0) this.#active.splice(index, 1)
  }
}

function strikes(active: ActiveFault, request: RequestRecord): boolean {
  const { rule } = active
  if (!isMeant(rule, request)) return false
  active.seen++
  if (active.seen <= (rule.after ?? 0)) return false
  if (rule.next !== undefined && active.struck >= rule.next) return false
  if (rule.every !== undefined && (active.seen - (rule.after ?? 0)) % rule.every !== 0) return false
  active.struck++
  return true
}

function isMeant(rule: FaultRule, request: RequestRecord): boolean {
  const on = rule.on ?? 'data'
  return (
    (on === 'any' || on === request.kind) &&
    (rule.path === undefined || `${request.path}?${request.query}`.includes(rule.path))
  )
}
