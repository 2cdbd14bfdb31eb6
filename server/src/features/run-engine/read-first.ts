import type { ControllerQuery, ManagedObject } from '@heddle/domain/controller-query/controller-query.ts'
import type { FirstObjects } from '@heddle/domain/query/plan.ts'
import { certainlyFirst } from '@heddle/domain/values/certainly-first.ts'
import { instantOf } from '@heddle/domain/values/instants.ts'
import { compareUnits } from '@heddle/domain/values/natural-order.ts'
import { type PageOptions, readObjectPage } from './read-page.ts'

/** In natural order the first objects may be further down: the more are read, the more likely they are among them. */
const NATURAL_PAGE = 1_000

/** The query whose first page has the wanted objects. */
export const orderedQuery = (query: ControllerQuery, { property, descending }: FirstObjects): ControllerQuery => ({
  ...query,
  sort: { property, descending },
})

/**
 * The first objects of a query by a date or by DN, as one page that the controller orders. Undefined if its order may
 * not be ours, as for texts with different offsets, or if the page cannot be read: then everything has to be.
 */
export async function readFirst(
  query: ControllerQuery,
  first: FirstObjects,
  options: PageOptions,
): Promise<{ readonly total: number; readonly objects: readonly ManagedObject[] } | undefined> {
  const attempt = await readObjectPage(
    orderedQuery(query, first),
    { page: 0, size: first.order === 'natural' ? Math.max(NATURAL_PAGE, first.count) : first.count },
    options,
  )
  if (!attempt.ok) return undefined
  const { total, objects } = attempt.page
  const isWhole = objects.length >= total
  const isOrdered = first.order === 'time' ? areInTime(objects, first) : areInOrder(objects, first)
  return hasDifferentDns(objects) && (isWhole || isOrdered) ? attempt.page : undefined
}

const hasDifferentDns = (objects: readonly ManagedObject[]): boolean =>
  new Set(objects.map(({ dn }) => dn).filter((dn) => dn !== '')).size === objects.length

/** The texts are instants with one offset, so that their order as texts is that in time, and they are in order. */
function areInTime(objects: readonly ManagedObject[], { property, descending }: FirstObjects): boolean {
  const texts = objects.map(({ attributes }) => attributes[property] ?? '')
  const instants = texts.map(instantOf)
  if (new Set(texts.map(offsetOf)).size > 1) return false
  return instants.every((instant, index) => {
    const before = instants[index - 1]
    if (instant === undefined || (index > 0 && before === undefined)) return false
    return before === undefined || (descending ? instant <= before : instant >= before)
  })
}

/** The DNs are in the order of their bytes, and enough of them are certainly the first ones in the wanted order. */
function areInOrder(objects: readonly ManagedObject[], { descending, count, order }: FirstObjects): boolean {
  const dns = objects.map(({ dn }) => dn)
  const sign = descending ? -1 : 1
  if (!dns.every((dn, index) => index === 0 || compareUnits(dns[index - 1]!, dn) * sign < 0)) return false
  return (order === 'natural' ? certainlyFirst(dns, dns.at(-1) ?? '') : dns.length) >= count
}

const offsetOf = (text: string): string => /(?:Z|[+-]\d\d:\d\d)$/.exec(text)?.[0] ?? ''
