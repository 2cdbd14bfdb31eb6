import { scimFields, type ScimFault } from './faults.ts'
import { parseScimPath, type ScimPath } from './filter-syntax.ts'

export const MOST_OPERATIONS = 1_000

/** One step of a change. Without a path, each field of the value has become a step of its own. */
export type PatchStep = {
  readonly op: 'add' | 'replace' | 'remove'
  readonly path: ScimPath
  /** Undefined where a removal names no value. */
  readonly value: unknown
  /** Its place in the request, for faults. */
  readonly field: string
}

const OPS: Readonly<Record<string, PatchStep['op']>> = { add: 'add', replace: 'replace', remove: 'remove' }

/** Reads the operations of a PATCH, as Entra ID and Okta write them too: `op` in any case, paths as keys of a value. */
export function readPatch(operations: readonly unknown[]): {
  readonly steps: readonly PatchStep[]
  readonly faults: readonly ScimFault[]
} {
  const faults: ScimFault[] = []
  const steps = operations.flatMap((operation, index) => {
    const field = `Operations.${index}`
    const report = (type: ScimFault['type'], name: string, message: string): [] => {
      faults.push({ type, field: name === '' ? field : `${field}.${name}`, message })
      return []
    }
    const fields = scimFields(operation)
    const named = fields?.get('op')
    const op = typeof named === 'string' && Object.hasOwn(OPS, named.toLowerCase()) && OPS[named.toLowerCase()]
    if (!fields || !op) return report('invalidSyntax', fields ? 'op' : '', 'Expected add, replace or remove.')
    const path = fields.get('path') ?? undefined
    const value = fields.get('value')
    if (path !== undefined && typeof path !== 'string') return report('invalidPath', 'path', 'Expected text.')
    if (path === undefined || path === '') {
      if (op === 'remove') return report('noTarget', 'path', 'A removal has to say what it removes.')
      const parts = scimFields(value)
      if (!parts) return report('invalidValue', 'value', 'Expected an object where no path says what it is about.')
      return [...parts].flatMap(([name, part]) => {
        const read = parseScimPath(name)
        return 'fault' in read
          ? report('invalidPath', `value.${name.slice(0, 100)}`, read.fault)
          : { op, path: read, value: part, field: `${field}.value.${name}` }
      })
    }
    if (op !== 'remove' && value === undefined) return report('invalidValue', 'value', 'This field is required.')
    const read = parseScimPath(path)
    return 'fault' in read ? report('invalidPath', 'path', read.fault) : { op, path: read, value, field }
  })
  return { steps, faults }
}
