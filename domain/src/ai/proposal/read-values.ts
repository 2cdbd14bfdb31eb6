import type { WireObject } from '../../canvas/wire.ts'

const LONGEST_NAME = 200

/** The first of some keys that is there and not null. */
export function firstGiven(wire: WireObject, keys: readonly string[]): unknown {
  for (const key of keys) {
    const value = Object.hasOwn(wire, key) ? wire[key] : undefined
    if (value !== undefined && value !== null) return value
  }
  return undefined
}

/** A name, or undefined if there is none. */
export function readGivenName(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text !== 'string') return undefined
  const trimmed = text.slice(0, LONGEST_NAME).trim()
  return trimmed === '' ? undefined : trimmed
}

export const itemsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
