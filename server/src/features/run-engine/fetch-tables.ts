import { classesText } from '@heddle/domain/canvas/node-classes.ts'
import type { ControllerQuery, ManagedObject } from '@heddle/domain/controller-query/controller-query.ts'
import type { RnFormats } from '@heddle/domain/controller-query/parse-answer.ts'
import { readablePath } from '@heddle/domain/controller-query/render-path.ts'
import { isBelow } from '@heddle/domain/dn/dn.ts'
import { compileFilter, type RowTest } from '@heddle/domain/filter/compile-filter.ts'
import type { TableRow } from '@heddle/domain/join/table-row.ts'
import { findKnownClass } from '@heddle/domain/mim/known-classes.ts'
import { TooManySteps } from '@heddle/domain/patterns/steps.ts'
import type { TableAccess, Fetch, PlanTable, TableId } from '@heddle/domain/query/plan.ts'
import pLimit from 'p-limit'
import { orderedQuery, readFirst } from './read-first.ts'
import { readObjects, type ObjectReadOptions } from './read-objects.ts'
import type { PageOptions } from './read-page.ts'
import { RunError } from './run-error.ts'
import { semiJoinQueries } from './semi-join.ts'
import { settleAll } from './settle-all.ts'

export type FetchContext = Pick<PageOptions, 'get' | 'pause' | 'background'> & {
  readonly countsAgain?: boolean | undefined
  readonly tables: ReadonlyMap<TableId, readonly TableRow[]>
  readonly maxRows: number
  readonly checkMemory: () => void
  readonly onPath: (path: string) => void
  readonly onProgress: (rows: number, total: number) => void
  readonly onWarning: (warning: string) => void
  /** Called with the number of objects of a class that is read as a whole. */
  readonly onCount?: (className: string, objects: number) => void
  /** Checked after each page of a plan that may stop early: are these rows enough? */
  readonly isEnough?: ((rows: readonly TableRow[]) => boolean) | undefined
  readonly expected?: number | undefined
}

type Collector = {
  readonly table: PlanTable
  readonly classes: ReadonlySet<string>
  readonly accept: (object: ManagedObject) => boolean
  readonly rows: TableRow[]
}

/** Reads the tables of one fetch: pages stream through filter and projection, so only matching rows stay in memory. */
export async function fetchTables(
  fetch: Fetch,
  context: FetchContext,
): Promise<ReadonlyMap<TableId, readonly TableRow[]>> {
  const collectors = fetch.tables.map(collectorOf)
  if (await collectFirst(fetch, collectors, context))
    return new Map(collectors.map(({ table, rows }) => [table.id, rows]))
  const reads = readsOf(fetch, collectors, context)
  // Scopes may overlap, and so may filter groups on a multi-valued property, and the classes of a union.
  const seen = reads.length > 1 ? new Set<string>() : undefined
  for (const { query } of reads) context.onPath(readablePath(query))
  await inParallel(reads, (read) =>
    readInto(read, fetch, seen, context).catch((error: unknown) => {
      if (!isAbsent(error, fetch)) throwNamed(error, read)
      context.onWarning(absentWarning(read.classes ?? [fetch.tables[0]!.class_name]))
    }),
  )
  return new Map(collectors.map(({ table, rows }) => [table.id, rows]))
}

/** Reads only the objects that the steps keep, if the controller can say which they are; false if it cannot. */
async function collectFirst(fetch: Fetch, collectors: readonly Collector[], context: FetchContext): Promise<boolean> {
  const { access } = fetch
  if (access.kind !== 'query' || !access.first) return false
  context.onPath(readablePath(orderedQuery(access.query, access.first)))
  const page = await readFirst(access.query, access.first, context)
  for (const object of page?.objects ?? []) collect(object, fetch, collectors, undefined)
  return page !== undefined
}

/** A query, and what collects its objects; of a union, also the classes it reads. */
type Read = {
  readonly query: ControllerQuery
  readonly collectors: readonly Collector[]
  readonly classes?: readonly string[]
}

function readsOf({ access, tables }: Fetch, collectors: readonly Collector[], context: FetchContext): readonly Read[] {
  if (access.kind !== 'union') return queriesOf(access, tables[0]!, context).map((query) => ({ query, collectors }))
  const [union] = collectors
  return access.parts.flatMap((part) => {
    const table = { ...tables[0]!, class_name: part.class_names[0] ?? '', local: part.local }
    const collector = { ...union!, accept: acceptorOf(table) }
    return queriesOf(part.access, table, context).map((query) => ({
      query,
      collectors: [collector],
      classes: part.class_names,
    }))
  })
}

function queriesOf(
  access: Exclude<TableAccess, { kind: 'union' }>,
  table: PlanTable,
  context: FetchContext,
): readonly ControllerQuery[] {
  if (access.kind === 'query' && access.groups) return access.groups.map((filter) => ({ ...access.query, filter }))
  if (access.kind !== 'semi_join') return [access.query]
  return semiJoinQueries(table, access, context.tables.get(access.keys.from) ?? [])
}

/** Whether the controller does not know a class that it need not know. */
export const isAbsent = (error: unknown, { tables }: Pick<Fetch, 'tables'>): boolean =>
  tables[0]?.optional === true && error instanceof RunError && error.failure.reason === 'unknown_class'

export const absentWarning = (classes: readonly string[]): string =>
  `class_absent: the controller does not know ${classesText(classes)}, so there are no such objects`

function throwNamed(error: unknown, { classes = [] }: Read): never {
  if (!(error instanceof RunError) || classes.length === 0 || error.failure.reason === 'cancelled') throw error
  if (classes.some((name) => error.failure.message.includes(name))) throw error
  throw new RunError({ ...error.failure, message: `${classesText(classes)}: ${error.failure.message}` })
}

async function readInto(
  { query, collectors }: Read,
  fetch: Fetch,
  seen: Set<string> | undefined,
  context: FetchContext,
) {
  let read = 0
  let total: number | undefined
  const counted = wholeClass(query)
  const { get, pause, background, countsAgain, onWarning, expected } = context
  const rnFormats = rnFormatsOf(fetch)
  const options: ObjectReadOptions = {
    ...{ get, pause, background, countsAgain, onWarning, expected, rnFormats, splitBy: fetch.split_by },
    onTotal: (due) => {
      if (counted !== undefined && due !== total) context.onCount?.(counted, due)
      total = due
    },
    onPart: (part) => context.onPath(readablePath(part)),
  }
  for await (const objects of readObjects(query, options)) {
    for (const object of objects) collect(object, fetch, collectors, seen)
    read += objects.length
    context.onProgress(read, total ?? read)
    checkCeilings(collectors, context)
    if (context.isEnough?.(collectors[0]!.rows)) return
  }
}

/** The class, if a query asks for all its objects. */
export function wholeClass({ target, filter, time_range, subtree }: ControllerQuery): string | undefined {
  if (target.kind !== 'class' || filter !== undefined || time_range !== undefined) return undefined
  return subtree?.required === true ? undefined : target.class_name
}

/** To name nested objects that come without `rn` and `dn`. */
function rnFormatsOf({ access }: Fetch): RnFormats | undefined {
  if (access.kind !== 'nested') return undefined
  const formats = new Map(Object.entries(access.rn_formats ?? {}))
  return (className) => formats.get(className) ?? findKnownClass(className)?.rn_format
}

function collect(
  object: ManagedObject,
  fetch: Fetch,
  collectors: readonly Collector[],
  seen: Set<string> | undefined,
): void {
  const root = collectors[0]!
  if (root.accept(object) && isFirst(object, seen)) root.rows.push(rowOf(object, root.table))
  if (fetch.access.kind === 'nested') collectBelow(object, collectors.slice(1))
}

function isFirst({ dn }: ManagedObject, seen: Set<string> | undefined): boolean {
  if (seen === undefined || dn === '') return true
  if (seen.has(dn)) return false
  seen.add(dn)
  return true
}

function collectBelow(object: ManagedObject, collectors: readonly Collector[]): void {
  for (const child of object.children) {
    for (const collector of collectors) {
      if (!collector.classes.has(child.class_name)) continue
      if (child.dn === '') throw namelessChild(child)
      if (collector.accept(child)) collector.rows.push(rowOf(child, collector.table))
    }
    collectBelow(child, collectors)
  }
}

/** It cannot be joined to anything, so rows would be missing. */
function namelessChild({ class_name }: ManagedObject): RunError {
  const message = `The controller returned an object of ${class_name} without a name inside another object: where it belongs is unknown.`
  return new RunError({ reason: 'incomplete', message })
}

function collectorOf(table: PlanTable): Collector {
  return { table, classes: new Set(table.member_classes ?? [table.class_name]), accept: acceptorOf(table), rows: [] }
}

function acceptorOf({ local, scope_dn }: PlanTable): Collector['accept'] {
  const matches = local ? withinSteps(compileFilter([local])) : undefined
  return (object) =>
    (scope_dn === undefined || object.dn === scope_dn || isBelow(object.dn, scope_dn)) &&
    (matches === undefined || matches(object.attributes))
}

/** A pattern that would take too long ends the run. */
function withinSteps(test: RowTest): RowTest {
  return (row) => {
    try {
      return test(row)
    } catch (error) {
      throw error instanceof TooManySteps
        ? new RunError({ reason: 'too_big', message: `A pattern of a filter met a limit: ${error.message}.` })
        : error
    }
  }
}

function rowOf(object: ManagedObject, { properties }: PlanTable): TableRow {
  if (properties === undefined) return { dn: object.dn, class_name: object.class_name, values: object.attributes }
  const values: Record<string, string> = {}
  for (const property of properties) {
    const value = object.attributes[property]
    if (value !== undefined) values[property] = value
  }
  return { dn: object.dn, class_name: object.class_name, values }
}

function checkCeilings(collectors: readonly Collector[], { maxRows, checkMemory }: FetchContext): void {
  for (const { table, rows } of collectors) {
    if (rows.length > maxRows) {
      const message = `${classesText(table.class_names ?? [table.class_name])} returns more than ${maxRows} rows: narrow it with a filter or a scope, or raise MAX_RESULT_ROWS.`
      throw new RunError({ reason: 'too_big', message }, { isCeiling: true })
    }
  }
  checkMemory()
}

/** Only a few at once, because the connection itself limits requests in flight. Nothing new starts after a failure. */
async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const limit = pLimit(4)
  let hasFailed = false
  const workUnlessFailed = async (item: T) => {
    if (hasFailed) return
    await work(item).catch((error: unknown) => {
      hasFailed = true
      throw error
    })
  }
  await settleAll(items.map((item) => limit(workUnlessFailed, item)))
}
