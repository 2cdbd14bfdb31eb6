import { type PropertySpec, namingProperties } from '../model/class-spec.ts'
import type { ModelGraph } from '../model/model-graph.ts'
import { hash } from '../model/hash.ts'
import { commonProperties } from './common-properties.ts'
import { writeProperty } from './write-property.ts'

type Declared = { readonly spec: PropertySpec; readonly declaredBy: string; readonly isOverride: boolean }

/** All properties of a class, including inherited ones, sorted by name as in the documents. */
export function classProperties(graph: ModelGraph, name: string): Map<string, Declared> {
  const found = new Map<string, Declared>()
  const own = graph.specs.get(name)
  if (!own) return found
  for (const spec of commonProperties(own)) found.set(spec.name, { spec, declaredBy: name, isOverride: false })
  for (const declaredBy of [...graph.superClasses(name).reverse(), name]) {
    for (const spec of graph.specs.get(declaredBy)?.properties ?? []) {
      // A property that an abstract class declares settable is read-only in classes that cannot be configured.
      const fitting = own.traits.has('config') ? spec : readOnlyTwin(spec)
      found.set(spec.name, { spec: fitting, declaredBy, isOverride: found.has(spec.name) })
    }
  }
  return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)))
}

const twins = new WeakMap<PropertySpec, PropertySpec>()

/** One object per property, so that its document text can be cached by identity. */
function readOnlyTwin(spec: PropertySpec): PropertySpec {
  if (!spec.isSettable) return spec
  const twin = twins.get(spec) ?? { ...spec, isSettable: false }
  twins.set(spec, twin)
  return twin
}

/** The properties of a class as the document's `properties`. */
export function writeProperties(graph: ModelGraph, name: string): Record<string, object> {
  const rnFormat = graph.specs.get(name)?.rnFormat ?? ''
  const naming = new Set(namingProperties(rnFormat))
  const ownerId = hash(name)
  const entries = [...classProperties(graph, name)].map(
    ([property, { spec, declaredBy, isOverride }]): [string, object] => {
      const isBracketed = rnFormat.includes(`[{${property}}]`)
      return [
        property,
        writeProperty(spec, { ownerId, declaredBy, isNaming: naming.has(property), isBracketed, isOverride }),
      ]
    },
  )
  return Object.fromEntries(entries)
}
