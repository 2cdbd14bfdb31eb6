import type { TSchema } from 'typebox'
import { isWireObject } from '../canvas/wire.ts'
import type { Suggestions } from '../suggest.ts'
import type { ConfigFault } from './post-processor.ts'

/** Options that a schema does not know, in objects inside lists too. They are faults, because they may be misspelt. */
export function unknownOptions(schema: TSchema, value: unknown, suggestions: Suggestions): ConfigFault[] {
  const faultsOf = (expected: unknown, part: unknown, path: readonly string[]): ConfigFault[] => {
    if (!isWireObject(expected)) return []
    if (Array.isArray(part))
      return part.flatMap((item: unknown, index) => faultsOf(expected.items, item, [...path, String(index)]))
    // A record has keys of any name, and no `properties`.
    if (!isWireObject(part) || !isWireObject(expected.properties)) return []
    const options = Object.entries(expected.properties).filter(([key]) => Object.hasOwn(part, key))
    const inside = options.flatMap(([key, inner]) => faultsOf(inner, part[key], [...path, key]))
    return [...unknownKeys(part, Object.keys(expected.properties), path, suggestions), ...inside]
  }
  return faultsOf(schema, value, [])
}

/** A fault for each key of an object that is not one of the known ones. */
export function unknownKeys(
  object: object,
  known: readonly string[],
  path: readonly string[],
  suggestions: Suggestions,
): (ConfigFault & { readonly suggestions: readonly string[] })[] {
  const unknown = Object.keys(object).filter((key) => !known.includes(key))
  return unknown.map((key) => ({
    path: [...path, key].join('.'),
    message: `there is no option ${key}; expected one of ${known.join(', ')}`,
    suggestions: suggestions.among(known, key),
  }))
}
