import { isSecretName, MASK } from '../audit/mask-secrets.ts'
import type { ClassGraph } from '../mim/graph/class-graph.ts'

export type ObjectProperty = { readonly name: string; readonly label: string; readonly value: string }

type Attributes = Readonly<Record<string, string>>

/**
 * The attributes of an object as people read them, in the order of the model, then others by name. Secrets are masked,
 * by the model or, where it does not know the property, by its name.
 */
export function objectProperties(
  graph: ClassGraph | undefined,
  className: string,
  attributes: Attributes,
): readonly ObjectProperty[] {
  const id = graph?.find(className)
  const known = new Map(id === undefined ? [] : graph!.properties(id).map((property) => [property.name, property]))
  const others = Object.keys(attributes)
    .filter((name) => !known.has(name))
    .sort()
  return [...known.keys(), ...others].flatMap((name) => {
    const value = attributes[name]
    if (value === undefined) return []
    const property = known.get(name)
    const isSecret = property?.is_secure === true || isSecretName(name)
    return [{ name, label: property?.label ?? '', value: isSecret && value !== '' ? MASK : value }]
  })
}
