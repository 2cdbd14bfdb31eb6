import type { Expect } from '@heddle/contract/queries.ts'
import { isWireObject, show } from '../canvas/wire.ts'

/** Faults by path below the field, such as `rows.min`; an empty path is the field itself. */
export type Faults = Readonly<Record<string, readonly string[]>>

/** Reads what a query expects of its rows, as sent; every fault is reported. */
export function readExpect(wire: unknown): { readonly expect: Expect | null; readonly faults: Faults } {
  if (wire === null || wire === undefined) return { expect: null, faults: {} }
  if (!isWireObject(wire)) return { expect: null, faults: { '': [`${show(wire)}: expected {rows: {min, max}, every}, or null.`] } }
  return { expect: wire as Expect, faults: {} }
}
