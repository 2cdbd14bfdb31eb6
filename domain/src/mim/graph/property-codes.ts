import type { PropertyRecord } from '../class-record.ts'

/**
 * Compiled parts store enumerated values as indexes into these lists and those of `contract/src/mim-kinds.ts`. Changing
 * the order requires a new PARTS_FORMAT.
 */

export const DEFAULT_KINDS = ['none', 'text', 'number'] as const

export const PROPERTY_FLAGS = [
  'is_naming',
  'is_mandatory',
  'is_configurable',
  'is_create_only',
  'is_secure',
  'is_deprecated',
  'is_hidden',
] as const satisfies readonly (keyof PropertyRecord)[]

/** One bit per named field, the first one lowest. */
export function packFlags<Name extends string>(
  record: Readonly<Record<Name, boolean>>,
  names: readonly Name[],
): number {
  return names.reduce((bits, name, place) => (record[name] ? bits | (1 << place) : bits), 0)
}

export function unpackFlags<Name extends string>(bits: number, names: readonly Name[]): Record<Name, boolean> {
  return Object.fromEntries(names.map((name, place) => [name, (bits & (1 << place)) !== 0])) as Record<Name, boolean>
}
