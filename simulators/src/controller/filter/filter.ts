export type Comparison = 'eq' | 'ne' | 'lt' | 'gt' | 'le' | 'ge' | 'wcard' | 'anybit' | 'allbits'

export type PropertyName = { readonly className: string; readonly property: string }

export type Filter =
  | { readonly kind: 'compare'; readonly operator: Comparison; readonly on: PropertyName; readonly value: string }
  | { readonly kind: 'between'; readonly on: PropertyName; readonly low: string; readonly high: string }
  | { readonly kind: 'and' | 'or' | 'xor'; readonly parts: readonly Filter[] }
  | { readonly kind: 'not'; readonly part: Filter }
  | { readonly kind: 'constant'; readonly value: boolean }

export type Predicate = Extract<Filter, { on: PropertyName }>

/** All comparisons of the expression, from left to right. */
export function predicatesOf(filter: Filter): Predicate[] {
  switch (filter.kind) {
    case 'compare':
    case 'between':
      return [filter]
    case 'not':
      return predicatesOf(filter.part)
    case 'constant':
      return []
    default:
      return filter.parts.flatMap(predicatesOf)
  }
}
