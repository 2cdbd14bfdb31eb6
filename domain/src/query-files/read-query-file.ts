import { PLATFORM_LISTS, type PlatformList } from '@heddle/contract/platform-files.ts'
import { type FileSavedQuery, type FileScheduledTask, QUERY_FILE_VERSION } from '@heddle/contract/query-files.ts'
import { isWireObject, show, type WireObject } from '../canvas/wire.ts'
import { type Faults, noFaults } from '../faults.ts'
import { Suggestions } from '../suggest.ts'
import { WHOLE_TREE, pathFault } from './folders.ts'

export type FileFaults = Faults

/** What is wrong with an entry by the dotted names of its fields, as far as one can tell from the entry alone. */
export type CheckEntry = (entry: unknown) => FileFaults

/** An entry of a file. `fields` are those without a fault. */
export type FileEntry<Fields> = { readonly name: string; readonly fields: Partial<Fields>; readonly faults: FileFaults }

/** What a file says about saved queries. */
export type QueriesOfFile = {
  /** Paths of folders. */
  readonly categories: readonly string[]
  readonly savedQueries: readonly FileEntry<FileSavedQuery>[]
  readonly scheduledTasks: readonly FileEntry<FileScheduledTask>[]
  /** What the file lacks of this folder is deleted. */
  readonly deletesInside: string | null
}

export type ReadQueryFile = QueriesOfFile & {
  /** What the installation has besides. */
  readonly platform: Readonly<Record<PlatformList, readonly FileEntry<NamedThing>[]>>
  /** What these lists of the file lack is deleted. */
  readonly deletesKinds: readonly PlatformList[]
}

/** Any entry of a list that has entries by name. */
export type NamedThing = { readonly name?: string; readonly renamed_from?: string; readonly [key: string]: unknown }

export type EntryChecks = {
  readonly savedQuery: CheckEntry
  readonly scheduledTask: CheckEntry
  readonly platform: Readonly<Record<PlatformList, CheckEntry>>
}

export const MOST_FILE_ENTRIES = 2_000
const KEYS = [
  ...['version', 'categories', 'saved_queries', 'scheduled_tasks'],
  ...[...PLATFORM_LISTS, 'delete_missing', 'scope'],
]

/** Reads a file. The faults are those of the file; those of entries with a name are with the entries. */
export function readQueryFile(
  wire: WireObject,
  checks: EntryChecks,
): { readonly file: ReadQueryFile; readonly faults: FileFaults } {
  const faults = noFaults()
  const report = (field: string, message: string) => void (faults[field] ??= []).push(message)
  reportUnknownKeys(wire, report)
  if (wire.version === undefined) report('version', 'This field is required.')
  else if (wire.version !== QUERY_FILE_VERSION)
    report('version', `${show(wire.version)}: expected ${QUERY_FILE_VERSION}.`)
  const file = {
    categories: readCategories(wire.categories, report),
    savedQueries: readEntries<FileSavedQuery>('saved_queries', wire.saved_queries, checks.savedQuery, report),
    scheduledTasks: readEntries<FileScheduledTask>(
      'scheduled_tasks',
      wire.scheduled_tasks,
      checks.scheduledTask,
      report,
    ),
    platform: readPlatform(wire, checks, report),
    ...readScope(wire, report),
  }
  return { file, faults }
}

const readPlatform = (wire: WireObject, checks: EntryChecks, report: Report): ReadQueryFile['platform'] =>
  Object.fromEntries(
    PLATFORM_LISTS.map((list) => [list, readEntries<NamedThing>(list, wire[list], checks.platform[list], report)]),
  ) as ReadQueryFile['platform']

type Report = (field: string, message: string) => void

function reportUnknownKeys(wire: WireObject, report: Report): void {
  const suggestions = new Suggestions()
  for (const key of Object.keys(wire)
    .filter((name) => !KEYS.includes(name))
    .slice(0, 20)) {
    const [near] = suggestions.among(KEYS, key)
    report(
      key.slice(0, 100),
      `There is no such key${near === undefined ? `; expected ${KEYS.join(', ')}` : `. Did you mean ${near}?`}`,
    )
  }
}

function readList(field: string, wire: unknown, report: Report): readonly unknown[] {
  if (wire === undefined || wire === null) return []
  if (!Array.isArray(wire)) report(field, 'Expected a list.')
  else if (wire.length > MOST_FILE_ENTRIES)
    report(field, `${wire.length} entries: expected at most ${MOST_FILE_ENTRIES}.`)
  else return wire
  return []
}

function readCategories(wire: unknown, report: Report): readonly string[] {
  const paths = new Set<string>()
  for (const [index, path] of readList('categories', wire, report).entries()) {
    const field = `categories.${typeof path === 'string' && path !== '' ? path : index}`
    const fault = typeof path === 'string' ? pathFault(path) : 'is no text: expected the path of a folder'
    if (fault !== undefined) report(field, `${show(path)} ${fault}.`)
    else if (paths.has(path as string)) report(field, 'This folder is listed twice.')
    else paths.add(path as string)
  }
  return [...paths]
}

function readEntries<Fields>(
  field: string,
  wire: unknown,
  check: CheckEntry,
  report: Report,
): readonly FileEntry<Fields>[] {
  const entries = new Map<string, FileEntry<Fields>>()
  for (const [index, item] of readList(field, wire, report).entries()) {
    const faults = check(item)
    const name = isWireObject(item) && typeof item.name === 'string' && item.name !== '' ? item.name : undefined
    if (name === undefined) {
      for (const [path, messages] of Object.entries(faults))
        report(placeInFile(`${field}.${index}`, path), messages.join(' '))
    } else if (entries.has(name)) report(`${field}.${name}`, 'This name is used twice.')
    else entries.set(name, { name, faults, fields: validFields(item as WireObject, faults) as Partial<Fields> })
  }
  return [...entries.values()]
}

/** A fault of an entry as a fault of its file. */
export const placeInFile = (place: string, path: string): string =>
  path === 'non_field_errors' || path === '' ? place : `${place}.${path}`

function validFields(item: WireObject, faults: FileFaults): WireObject {
  const faulty = new Set(Object.keys(faults).map((path) => path.split('.', 1)[0]))
  return Object.fromEntries(Object.entries(item).filter(([key]) => !faulty.has(key)))
}

type Deletes = Pick<ReadQueryFile, 'deletesInside' | 'deletesKinds'>
const NOTHING: Deletes = { deletesInside: null, deletesKinds: [] }

function readScope({ delete_missing: deletes, scope }: WireObject, report: Report): Deletes {
  if (deletes !== undefined && typeof deletes !== 'boolean')
    report('delete_missing', `${show(deletes)} is neither true nor false.`)
  if (scope === undefined || scope === null) {
    if (deletes === true)
      report('scope', 'Required with delete_missing: say what may be deleted, such as {category: A/B}.')
    return NOTHING
  }
  if (!isWireObject(scope) || Object.keys(scope).some((key) => key !== 'category' && key !== 'kinds')) {
    report('scope', `${show(scope)}: expected {category}, {kinds} or both.`)
    return NOTHING
  }
  const { category: path, kinds = [] } = scope
  if (path === undefined && Array.isArray(kinds) && kinds.length === 0)
    report('scope', 'Expected {category}, {kinds} or both.')
  const fault = path === undefined ? undefined : scopeFault(path)
  if (fault !== undefined) report('scope.category', `${show(path)} ${fault}.`)
  const areLists = Array.isArray(kinds) && kinds.every(isPlatformList)
  if (!areLists) report('scope.kinds', `${show(kinds)}: expected some of ${PLATFORM_LISTS.join(', ')}.`)
  if (deletes !== true) return NOTHING
  return {
    deletesInside: fault === undefined && path !== undefined ? (path as string) : null,
    deletesKinds: areLists ? kinds : [],
  }
}

const scopeFault = (path: unknown): string | undefined => {
  if (typeof path !== 'string') return 'is no text: expected the path of a folder'
  return path === WHOLE_TREE ? undefined : pathFault(path)
}

const isPlatformList = (kind: unknown): kind is PlatformList => PLATFORM_LISTS.some((list) => list === kind)
