import type { RegistryRequest } from '../http/registry-log.ts'
import type { RegistryEffect, RegistryFaultRule } from './registry-fault.ts'

export type ActiveRegistryFault = { readonly rule: RegistryFaultRule; seen: number; struck: number; remove(): void }

/** The active faults of a registry; they can change at any time. */
export class RegistryFaults {
  readonly #active: ActiveRegistryFault[] = []

  add(rule: RegistryFaultRule): ActiveRegistryFault {
    const active: ActiveRegistryFault = { rule, seen: 0, struck: 0, remove: () => this.#remove(active) }
    this.#active.push(active)
    return active
  }

  clear(): void {
    this.#active.length = 0
  }

  list(): readonly ActiveRegistryFault[] {
    return this.#active
  }

  /** Counts the request for each rule it matches, and returns the effects that apply. */
  strike(request: RegistryRequest): RegistryEffect[] {
    return this.#active.filter((active) => strikes(active, request)).map(({ rule }) => rule)
  }

  #remove(active: ActiveRegistryFault): void {
    const index = this.#active.indexOf(active)
    if (index >= 0) this.#active.splice(index, 1)
  }
}

function strikes(active: ActiveRegistryFault, request: RegistryRequest): boolean {
  const { after = 0, next = Infinity, every = 1 } = active.rule
  if (!isMeant(active.rule, request)) return false
  active.seen++
  if (active.seen <= after || active.struck >= next || (active.seen - after) % every !== 0) return false
  active.struck++
  return true
}

function isMeant({ className, version, path, encoding }: RegistryFaultRule, request: RegistryRequest): boolean {
  if (className !== undefined && className !== request.className) return false
  if (version !== undefined && version !== request.version) return false
  if (path !== undefined && !request.path.includes(path)) return false
  return encoding === undefined || (encoding === 'gzip') === request.acceptsGzip
}
