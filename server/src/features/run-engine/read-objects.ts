import type { ControllerQuery, ManagedObject } from '@heddle/domain/controller-query/controller-query.ts'
import { countObjects, type ReadPage, type PageAttempt, type PageOptions, readObjectPage } from './read-page.ts'
import { RunError } from './run-error.ts'

const SMALLEST_PAGE = 80
// All sizes are the smallest one times a power of two, so each offset is a whole number of pages of every smaller size.
const FLAT_PAGE = SMALLEST_PAGE * 2 ** 7
// Each object of a nested answer brings many others.
const NESTED_PAGE = SMALLEST_PAGE * 2 ** 4
const PAGES_AHEAD = 3

export type ObjectReadOptions = PageOptions & {
  /** Called with every page's total. */
  readonly onTotal?: (total: number) => void
  readonly onWarning?: (warning: string) => void
  /** How many objects are expected to be enough: pages start small, and none is prefetched. */
  readonly expected?: number | undefined
  /** Whether the objects are counted by a request of their own afterwards. */
  readonly countsAgain?: boolean | undefined
  /** Classes below whose objects to read a class that is too big for any page. */
  readonly splitBy?: readonly string[] | undefined
  /** Called with each part of a class that is read in parts. */
  readonly onPart?: (query: ControllerQuery) => void
}

/**
 * Reads all objects of a query, in order, each once, or throws. Pages are prefetched; one that is too big for the
 * controller is halved, and if even the smallest one is, the class is read in parts, one after the other. The objects
 * must be as many as the controller counts, unless it says that this has changed during the read.
 */
export async function* readObjects(
  query: ControllerQuery,
  options: ObjectReadOptions,
): AsyncGenerator<readonly ManagedObject[]> {
  const seen = new Seen()
  try {
    yield* readPages(query, options, seen)
  } catch (error) {
    if (error instanceof Contradiction && query.subtree?.required === true) {
      // Some releases may count the objects that `required` leaves out. The joins drop them anyway.
      yield* readAgain(withoutRequired(query), options, seen)
    } else if (error instanceof TooBig) {
      yield* readParts(withoutRequired(query), options, seen, error)
    } else throw error
  }
}

/** The responses contradict each other. */
class Contradiction extends RunError {}
/** Even the smallest page is too big for the controller. */
class TooBig extends RunError {}

const withoutRequired = (query: ControllerQuery): ControllerQuery =>
  query.subtree ? { ...query, subtree: { ...query.subtree, required: false } } : query

async function* readAgain(
  query: ControllerQuery,
  options: ObjectReadOptions,
  seen: Seen,
): AsyncGenerator<readonly ManagedObject[]> {
  for await (const objects of readPages(query, options, new Seen())) yield seen.fresh(objects)
}

/**
 * Reads a class below each object of other classes, such as tenants. That may not reach all its objects, so they are
 * counted: without proof that none is missing, the class is too big.
 */
async function* readParts(query: ControllerQuery, options: ObjectReadOptions, seen: Seen, tooBig: TooBig) {
  const { target } = query
  if (target.kind !== 'class' || !options.splitBy?.length) throw tooBig
  const { onTotal: _, ...rest } = options
  const counted = await countObjects(query, options)
  if (counted === undefined) throw tooBig
  const dns = await dnsOf(options.splitBy, rest).catch((error: unknown) => {
    throw error instanceof TooBig ? tooBig : error
  })
  options.onTotal?.(counted)
  for (const dn of dns) {
    const part = {
      ...query,
      target: { kind: 'mo', dn },
      query_target: 'subtree',
      target_classes: [target.class_name],
    } as const
    options.onPart?.(part)
    yield* readAgain(part, rest, seen)
  }
  if (seen.count === counted) return
  if ((await countObjects(query, options)) !== counted) return options.onWarning?.('changed_during_read')
  const found = `Read below ${options.splitBy.join(' and ')}, it has ${seen.count} of its ${counted} objects.`
  throw new RunError({ ...tooBig.failure, message: `${tooBig.failure.message} ${found}` })
}

/** The DNs of all objects of some classes. */
async function dnsOf(classes: readonly string[], options: ObjectReadOptions): Promise<readonly string[]> {
  const dns: string[] = []
  for (const class_name of classes) {
    const query: ControllerQuery = { target: { kind: 'class', class_name }, naming_only: true, order_by: class_name }
    for await (const objects of readPages(query, options, new Seen())) dns.push(...objects.map(({ dn }) => dn))
  }
  return dns
}

async function* readPages(
  query: ControllerQuery,
  options: ObjectReadOptions,
  seen: Seen,
): AsyncGenerator<readonly ManagedObject[]> {
  let largest = query.subtree ? NESTED_PAGE : FLAT_PAGE
  let size = firstPageSize(largest, options.expected)
  let offset = 0
  let total: number | undefined
  let hasChanged = false
  let ahead: Promise<PageAttempt>[] = []

  while (total === undefined || offset < total) {
    const wanted =
      total === undefined || options.expected !== undefined
        ? 1
        : Math.min(PAGES_AHEAD, Math.ceil((total - offset) / size))
    while (ahead.length < wanted)
      ahead.push(readObjectPage(query, { page: offset / size + ahead.length, size }, options))
    const attempt = await ahead.shift()!
    if (!attempt.ok && attempt.fault === 'too_big' && size > SMALLEST_PAGE) {
      size /= 2
      largest = size
      ahead = []
      continue
    }
    if (!attempt.ok && attempt.fault === 'too_big') throw new TooBig(attempt.error.failure)
    const page = attempt.ok ? attempt.page : await emptyOrThrow(attempt, { query, isFirst: offset === 0, options })
    if (total !== undefined && page.total !== total) {
      hasChanged = true
      options.onWarning?.('changed_during_read')
    }
    total = page.total
    options.onTotal?.(total)
    yield seen.fresh(page.objects)
    offset += size
    // More than expected is needed: switch to larger pages, as soon as one can start at this offset.
    if (options.expected !== undefined && size < largest && offset % (size * 2) === 0) size *= 2
  }
  if (!hasChanged && seen.count !== total)
    throw contradiction(`The controller counts ${total} objects but listed ${seen.count} different ones.`)
  if (options.countsAgain === true) await countOnceMore(query, total, seen.count, options)
}

type EndOfPage = { readonly query: ControllerQuery; readonly isFirst: boolean; readonly options: ObjectReadOptions }

/** Some releases count objects that do not exist on the pages of an empty class; their count request knows better. */
async function emptyOrThrow(
  attempt: PageAttempt & { ok: false },
  { query, isFirst, options }: EndOfPage,
): Promise<ReadPage> {
  const { fault } = attempt
  if (fault !== 'empty' && fault !== 'short') throw attempt.error
  if (fault === 'empty' && isFirst && query.subtree?.required !== true && (await countObjects(query, options)) === 0)
    return { total: 0, objects: [] }
  throw new Contradiction(attempt.error.failure)
}

/** The objects are counted by a separate request, in case all pages agree on a wrong total. */
async function countOnceMore(
  query: ControllerQuery,
  total: number,
  found: number,
  options: ObjectReadOptions,
): Promise<void> {
  // A count request would include the objects that `required` leaves out.
  if (query.subtree?.required === true) return
  const counted = await countObjects(query, options)
  if (counted === undefined || counted === found) return
  const again = await readObjectPage(query, { page: 0, size: SMALLEST_PAGE }, options)
  if (!again.ok) throw again.error
  if (again.page.total === total) throw contradiction(`The controller counts ${counted} objects but listed ${found}.`)
  options.onWarning?.('changed_during_read')
}

const contradiction = (message: string) =>
  new Contradiction({ reason: 'incomplete', message: `${message} Run the query again.` })

function firstPageSize(largest: number, expected: number | undefined): number {
  if (expected === undefined) return largest
  let size = SMALLEST_PAGE
  while (size < expected && size < largest) size *= 2
  return size
}

/** Objects move between pages when others are created or deleted during the read. */
class Seen {
  readonly #dns = new Set<string>()
  #nameless = 0

  get count(): number {
    return this.#dns.size + this.#nameless
  }

  /** Those that were not seen before; objects without a DN cannot be distinguished. */
  fresh(objects: readonly ManagedObject[]): readonly ManagedObject[] {
    return objects.filter(({ dn }) => {
      if (dn === '') this.#nameless++
      else if (this.#dns.has(dn)) return false
      else this.#dns.add(dn)
      return true
    })
  }
}
