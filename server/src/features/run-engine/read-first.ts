import type { ControllerQuery, ManagedObject } from '@heddle/domain/controller-query/controller-query.ts'
import type { FirstObjects } from '@heddle/domain/query/plan.ts'
import { instantOf } from '@heddle/domain/values/instants.ts'
import { type PageOptions, readPage } from './read-page.ts'

/** The query whose first page has the wanted objects. */
export const orderedQuery = (query: ControllerQuery, { property, descending }: FirstObjects): ControllerQuery => ({
  ...query,
  sort: { property, descending },
})

/**
 * The first objects of a query by a date, as one page that the controller orders. Undefined if its order may not be
 * ours, as for texts with different offsets, or if the page cannot be read: then everything has to be.
 */
export async function readFirst(
  query: ControllerQuery,
  first: FirstObjects,
  options: PageOptions,
): Promise<{ readonly total: number; readonly objects: readonly ManagedObject[] } | undefined> {
  const attempt = await readPage(orderedQuery(query, first), { page: 0, size: first.count }, options)
  if (!attempt.ok) return undefined
  const { total, objects } = attempt.page
  const isWhole = objects.length >= total
  return hasDifferentDns(objects) && (isWhole || isOrdered(objects, first)) ? attempt.page : undefined
}

const hasDifferentDns = (objects: readonly ManagedObject[]): boolean =>
  new Set(objects.map(({ dn }) => dn).filter((dn) => dn !== '')).size === objects.length

/** The texts are instants with one offset, so that their order as texts is that in time, and they are in order. */
function isOrdered(objects: readonly ManagedObject[], { property, descending }: FirstObjects): boolean {
  const texts = objects.map(({ attributes }) => attributes[property] ?? '')
  const instants = texts.map(instantOf)
  if (new Set(texts.map(offsetOf)).size > 1) return false
  return instants.every((instant, index) => {
    const before = instants[index - 1]
    if (instant === undefined || (index > 0 && before === undefined)) return false
    return before === undefined || (descending ? instant <= before : instant >= before)
  })
}

const offsetOf = (text: string): string => /(?:Z|[+-]\d\d:\d\d)$/.exec(text)?.[0] ?? ''
