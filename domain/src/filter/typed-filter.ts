import type { Filter } from '../canvas/canvas.ts'
import type { EqualityKind } from '../values/equality-key.ts'
import type { PropertyInfo } from '../mim/model.ts'

type Properties = ReadonlyMap<string, PropertyInfo> | undefined

/** How values of a property are equal, by its type. */
export function comparisonOf(info: PropertyInfo | undefined): EqualityKind | undefined {
  switch (info?.type) {
    case 'integer':
    case 'number':
      return 'number'
    case 'ip':
    case 'mac':
      return info.type
    default:
      return undefined
  }
}

/** The filter with what the class model knows about its properties, so that evaluating it needs no model. */
export function typedFilter(filter: Filter, properties: Properties): Filter {
  return properties === undefined
    ? filter
    : withComparisons(filter, (property) => comparisonOf(properties.get(property)))
}

/** The filter with how values of its properties, or columns, are equal. */
export function withComparisons(filter: Filter, comparison: (property: string) => EqualityKind | undefined): Filter {
  if ('any' in filter) return { any: filter.any.map((item) => withComparisons(item, comparison)) }
  if ('all' in filter) return { all: filter.all.map((item) => withComparisons(item, comparison)) }
  if ('not' in filter) return { not: withComparisons(filter.not, comparison) }
  const compare = EQUALITY.has(filter.operator) ? comparison(filter.property) : undefined
  return compare === undefined ? filter : { ...filter, compare }
}

const EQUALITY: ReadonlySet<string> = new Set(['eq', 'ne', 'in', 'not_in'])
