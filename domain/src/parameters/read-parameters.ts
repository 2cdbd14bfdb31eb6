import type { Parameter } from '@heddle/contract/queries.ts'
import type { Faults } from '../expectation/read-expect.ts'
import { isWireObject, show } from '../canvas/wire.ts'

/** Reads the parameters a query declares, as sent, with defaults filled in; every fault is reported. */
export function readParameters(wire: readonly unknown[]): { readonly parameters: Parameter[]; readonly faults: Faults } {
  const faults = wire.flatMap((item, index) =>
    isWireObject(item) ? [] : [[String(index), [`${show(item)} is not a parameter.`]] as const],
  )
  return { parameters: wire as Parameter[], faults: Object.fromEntries(faults) }
}
