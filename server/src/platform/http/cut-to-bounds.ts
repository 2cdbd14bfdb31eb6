import type { TSchema } from 'typebox'

/** The parts of a schema that say how much there may be. */
type Bounds = {
  readonly maxItems?: number
  readonly items?: Bounds | readonly Bounds[]
  readonly properties?: Readonly<Record<string, Bounds>>
  readonly anyOf?: readonly (Bounds & { readonly type?: unknown })[]
}

export type TooLong = { readonly path: readonly string[]; readonly most: number }

/**
 * The value with every array cut to what its schema allows, and which ones were cut: checks that run over all entries,
 * such as that they are unique, run over no more than there may be. Unchanged parts are shared.
 */
export function cutToBounds(schema: TSchema, value: unknown): { readonly value: unknown; readonly cut: TooLong[] } {
  const cut: TooLong[] = []
  return { value: cutPart(schema, value, [], cut), cut }
}

function cutPart(schema: Bounds, value: unknown, path: readonly string[], cut: TooLong[]): unknown {
  if (typeof value !== 'object' || value === null) return value
  const { maxItems, items, properties } = onlyForm(schema)
  if (Array.isArray(value)) {
    const isTooLong = maxItems !== undefined && value.length > maxItems
    if (isTooLong) cut.push({ path, most: maxItems })
    const kept: readonly unknown[] = isTooLong ? value.slice(0, maxItems) : value
    return items === undefined || Array.isArray(items) ? kept : cutItems(items as Bounds, kept, path, cut)
  }
  return properties ? cutProperties(properties, value as Readonly<Record<string, unknown>>, path, cut) : value
}

function cutItems(schema: Bounds, items: readonly unknown[], path: readonly string[], cut: TooLong[]): unknown {
  const before = cut.length
  const parts = items.map((item, index) => cutPart(schema, item, [...path, String(index)], cut))
  return cut.length === before ? items : parts
}

function cutProperties(
  properties: Readonly<Record<string, Bounds>>,
  value: Readonly<Record<string, unknown>>,
  path: readonly string[],
  cut: TooLong[],
): unknown {
  const before = cut.length
  const parts = Object.entries(properties).flatMap(([name, schema]) =>
    Object.hasOwn(value, name) ? [[name, cutPart(schema, value[name], [...path, name], cut)] as const] : [],
  )
  return cut.length === before ? value : { ...value, ...Object.fromEntries(parts) }
}

/** `null or X` is X; any other union is left to its own checks. */
function onlyForm(schema: Bounds): Bounds {
  const forms = schema.anyOf?.filter(({ type }) => type !== 'null')
  return forms?.length === 1 ? forms[0]! : schema
}
