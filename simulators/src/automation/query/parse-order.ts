import { BadQuery } from './bad-query.ts'
import type { Fields, FieldValue } from './fields.ts'

/** `order_by=-finished,id`; the model's own order without it. */
export function parseOrder<T>(
  query: URLSearchParams,
  { fields, standardOrder }: Fields<T>,
): (left: T, right: T) => number {
  const names = (query.get('order_by') ?? query.get('order') ?? standardOrder).split(',')
  const keys = names.map((name) => {
    const plain = name.replace(/^-/, '')
    const field = Object.hasOwn(fields, plain) ? fields[plain] : undefined
    if (!field)
      throw new BadQuery(
        `Cannot resolve keyword '${plain}' into field. Choices are: ${Object.keys(fields).sort().join(', ')}`,
      )
    return { get: field.get, sign: name.startsWith('-') ? -1 : 1 }
  })
  return (left, right) => {
    for (const { get, sign } of keys) {
      const order = compare(get(left), get(right))
      if (order !== 0) return order * sign
    }
    return 0
  }
}

/** Missing values are last, as in the database. */
function compare(left: FieldValue, right: FieldValue): number {
  if (left === right) return 0
  if (left === null) return 1
  if (right === null) return -1
  return left < right ? -1 : 1
}
