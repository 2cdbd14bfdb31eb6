import { BadQuery } from './bad-query.ts'
import type { Field, FieldValue } from './fields.ts'

const LOOKUPS = [
  'exact', 'iexact', 'contains', 'icontains', 'startswith', 'istartswith', 'endswith', 'iendswith',
  'regex', 'iregex', 'gt', 'gte', 'lt', 'lte', 'in', 'isnull',
] as const // prettier-ignore

export type Lookup = (typeof LOOKUPS)[number]

export function isLookup(text: string): text is Lookup {
  return (LOOKUPS as readonly string[]).includes(text)
}

/** The condition of a lookup other than `in` and `isnull`; a missing value matches none of them. */
export function lookUp<T>(
  lookup: Exclude<Lookup, 'in' | 'isnull'>,
  { get }: Field<T>,
  read: () => FieldValue,
  text: string,
): (item: T) => boolean {
  const [inText, lower] = [(item: T) => String(get(item) ?? ''), text.toLowerCase()]
  switch (lookup) {
    case 'exact': {
      const value = read()
      return (item) => get(item) === value
    }
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return comparison(lookup, get, read())
    case 'iexact':
      return (item) => inText(item).toLowerCase() === lower
    case 'contains':
      return (item) => inText(item).includes(text)
    case 'icontains':
      return (item) => inText(item).toLowerCase().includes(lower)
    case 'startswith':
      return (item) => inText(item).startsWith(text)
    case 'istartswith':
      return (item) => inText(item).toLowerCase().startsWith(lower)
    case 'endswith':
      return (item) => inText(item).endsWith(text)
    case 'iendswith':
      return (item) => inText(item).toLowerCase().endsWith(lower)
    case 'regex':
    case 'iregex': {
      const pattern = patternOf(text, lookup === 'iregex' ? 'i' : '')
      return (item) => pattern.test(inText(item))
    }
  }
}

function comparison<T>(
  lookup: 'gt' | 'gte' | 'lt' | 'lte',
  get: Field<T>['get'],
  limit: FieldValue,
): (item: T) => boolean {
  const holds = (value: FieldValue) => {
    if (value === null || limit === null) return false
    if (lookup === 'gt') return value > limit
    if (lookup === 'gte') return value >= limit
    return lookup === 'lt' ? value < limit : value <= limit
  }
  return (item) => holds(get(item))
}

function patternOf(text: string, flags: string): RegExp {
  try {
    return new RegExp(text, flags)
  } catch (error: unknown) {
    throw new BadQuery(error instanceof Error ? error.message : String(error))
  }
}
