import type { ControllerQuery, ManagedObject } from '@heddle/domain/controller-query/controller-query.ts'
import { countObjects, type Page, type PageAttempt, type PageOptions, readPage } from './read-page.ts'
import { RunError } from './run-error.ts'

const SMALLEST_PAGE = 80
// All sizes are the smallest one times a power of two, so each offset is a whole number of pages of every smaller size.
const FLAT_PAGE = SMALLEST_PAGE * 2 ** 7
// Each object of a nested answer brings many others.
const NESTED_PAGE = SMALLEST_PAGE * 2 ** 4
const PAGES_AHEAD = 3

export type ReadOptions = PageOptions & {
  /** Called with every page's total. */
  readonly onTotal?: (total: number) => void
  readonly onWarning?: (warning: string) => void
  /** How many objects are expected to be enough: pages start small, and none is prefetched. */
  readonly expected?: number | undefined
}

/** The responses contradict each other. */
class Contradiction extends RunError {}

/**
 * Reads all objects of a query, in order, each once, or throws. Pages are prefetched; one that is too big for the
 * controller is halved. The objects must be as many as the controller counts, unless it says that this has changed
 * during the read.
 */
export async function* readObjects(query: ControllerQuery, options: ReadOptions): AsyncGenerator<readonly ManagedObject[]> {
  const seen = new Seen()
  try {
    yield* readPages(query, options, seen)
  } catch (error) {
    if (!(error instanceof Contradiction) || query.subtree?.required !== true) throw error
    // Some releases may count the objects that `required` leaves out. The joins drop them anyway.
    yield* readPages({ ...query, subtree: { ...query.subtree, required: false } }, options, seen)
  }
}

async function* readPages(query: ControllerQuery, options: ReadOptions, seen: Seen): AsyncGenerator<readonly ManagedObject[]> {
  let largest = query.subtree ? NESTED_PAGE : FLAT_PAGE
  let size = firstPageSize(largest, options.expected)
  let offset = 0
  let total: number | undefined
  let hasChanged = false
  let ahead: Promise<PageAttempt>[] = []

  while (total === undefined || offset < total) {
    const wanted = total === undefined || options.expected !== undefined ? 1 : Math.min(PAGES_AHEAD, Math.ceil((total - offset) / size))
    while (ahead.length < wanted) ahead.push(readPage(query, { page: offset / size + ahead.length, size }, options))
    const attempt = await ahead.shift()!
    if (!attempt.ok && attempt.fault === 'too_big' && size > SMALLEST_PAGE) {
      size /= 2
      largest = size
      ahead = []
      continue
    }
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
  if (options.background === true) await countOnceMore(query, total, seen.count, options)
}

type EndOfPage = { readonly query: ControllerQuery; readonly isFirst: boolean; readonly options: ReadOptions }

/** Some releases count objects that do not exist on the pages of an empty class; their count request knows better. */
async function emptyOrThrow(attempt: PageAttempt & { ok: false }, { query, isFirst, options }: EndOfPage): Promise<Page> {
  if (attempt.fault !== 'doubtful') throw attempt.error
  if (isFirst && query.subtree?.required !== true && (await countObjects(query, options)) === 0) return { total: 0, objects: [] }
  throw new Contradiction(attempt.error.failure)
}

/** The objects of a background run are counted by a separate request, in case all pages agree on a wrong total. */
async function countOnceMore(query: ControllerQuery, total: number, found: number, options: ReadOptions): Promise<void> {
  // A count request would include the objects that `required` leaves out.
  if (query.subtree?.required === true) return
  const counted = await countObjects(query, options)
  if (counted === undefined || counted === found) return
  const again = await readPage(query, { page: 0, size: SMALLEST_PAGE }, options)
  if (!again.ok) throw again.error
  if (again.page.total === total) throw contradiction(`The controller counts ${counted} objects but listed ${found}.`)
  options.onWarning?.('changed_during_read')
}

const contradiction = (message: string) => new Contradiction({ reason: 'incomplete', message: `${message} Run the query again.` })

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
