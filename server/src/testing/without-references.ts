type Values = Readonly<Record<string, unknown>>
/** As much of an OpenAPI document as this needs. */
type Document = { readonly paths: Values; readonly components?: { readonly schemas?: Values } }

/** An OpenAPI document whose operations hold the schemas that they refer to; one inside itself ends there. */
export function withoutReferences<D extends Document>(document: D): D {
  const schemas = document.components?.schemas ?? {}

  function inlined(value: unknown, above: readonly string[]): unknown {
    if (Array.isArray(value)) return value.map((item) => inlined(item, above))
    if (typeof value !== 'object' || value === null) return value
    const { $ref: reference, allOf, ...own } = value as Values
    const name = typeof reference === 'string' ? reference.slice(reference.lastIndexOf('/') + 1) : undefined
    if (name !== undefined) return above.includes(name) ? {} : inlined(schemas[name], [...above, name])
    const merged = Array.isArray(allOf) ? allOf.map((part) => inlined(part, above) as Values) : []
    const entries = Object.entries(own).map(([key, child]) => [key, inlined(child, above)] as const)
    return Object.assign({}, ...merged, Object.fromEntries(entries))
  }

  return { ...document, paths: inlined(document.paths, []) as Values }
}
