import { isDeepStrictEqual } from 'node:util'
import { PLATFORM_KINDS, type PlatformList } from '@heddle/contract/platform-files.ts'
import { isWireObject } from '@heddle/domain/canvas/wire.ts'
import { onlyGiven } from '@heddle/domain/only-given.ts'
import { diffFileValues } from '@heddle/domain/query-files/diff-values.ts'
import { matchNamed } from '@heddle/domain/query-files/match-named.ts'
import type { FileEntry, NamedThing, ReadQueryFile } from '@heddle/domain/query-files/read-query-file.ts'
import { isAllowed } from '../../../kernel/access.ts'
import type { Caller } from '../../../kernel/caller.ts'
import { Conflict, FieldErrors } from '../../../kernel/errors.ts'
import { type FieldMessages, mergeMessages } from '../../../kernel/field-messages.ts'
import { hashOfContent } from '../../queries/index.ts'
import { accessTo, type ImportLog } from '../import-log.ts'
import { absentFields } from '../import-work.ts'
import type { FoundThing, KindWork, PlatformKind } from './platform-kind.ts'
import { requireReading } from './export-platform.ts'
import { forgetFileHashes, readFileHashes, writeFileHash } from './platform.store.ts'

/** What is wrong with the values of entries, by their places in the file; found outside of the transaction. */
export type OutsideFaults = ReadonlyMap<FileEntry<NamedThing>, FieldMessages>

export type PlatformWork = KindWork & {
  readonly file: Pick<ReadQueryFile, 'platform' | 'deletesKinds'>
  readonly log: ImportLog
  readonly outside: OutsideFaults
}

/** The lists that a file says something about. */
const named = (kinds: readonly PlatformKind[], { platform, deletesKinds }: PlatformWork['file']) =>
  kinds.filter(({ list }) => platform[list].length > 0 || deletesKinds.includes(list))

/** Asks before the transaction what takes its time. Those who may not read a list learn nothing from a plan of it. */
export async function checkPlatform(
  kinds: readonly PlatformKind[],
  caller: Caller,
  file: PlatformWork['file'],
): Promise<OutsideFaults> {
  const found = new Map<FileEntry<NamedThing>, FieldMessages>()
  for (const { list, view, check } of named(kinds, file)) {
    requireReading(list, view, caller)
    const entries = file.platform[list]
    const defaults = entries.filter(({ fields }) => fields['is_default'] === true)
    if (defaults.length > 1) for (const entry of defaults) found.set(entry, { is_default: [ONE_DEFAULT] })
    // For others it makes no difference, and names of hosts are not looked up for them.
    if (check === undefined || !mayChange(list, caller)) continue
    for (const entry of entries) {
      const faults = mergeMessages(found.get(entry) ?? {}, await check(contentOf(entry)))
      if (Object.keys(faults).length > 0) found.set(entry, faults)
    }
  }
  return found
}

const ONE_DEFAULT = 'Only one of the file can be the default.'

const mayChange = (list: PlatformList, caller: Caller): boolean =>
  (['create', 'change'] as const).some((action) => isAllowed(accessTo(action, PLATFORM_KINDS[list]), caller))

/** What an import deletes of a list once nothing uses it. */
export type MissingThings = ReadonlyMap<PlatformKind, readonly FoundThing[]>

/** Creates and changes what the lists of a file say. Queries may name what it creates. */
export async function writePlatform(kinds: readonly PlatformKind[], work: PlatformWork): Promise<MissingThings> {
  const missing = new Map<PlatformKind, readonly FoundThing[]>()
  let isLost = false
  for (const kind of named(kinds, work.file)) {
    const done = await writeList(kind, work)
    missing.set(kind, done.missing)
    isLost ||= done.isLost
  }
  // Whatever follows would only miss what was not created.
  if (isLost) work.log.refuse()
  return missing
}

/** Deletes templates before what they name. */
export async function deletePlatform(missing: MissingThings, work: PlatformWork): Promise<void> {
  for (const [kind, things] of [...missing].toReversed()) {
    if (things.length === 0) continue
    const hashes = await readFileHashes(work.tx, kind.list)
    // What is in another one comes before it.
    for (const thing of things.toSorted((one, other) => (one.name < other.name ? 1 : -1))) {
      work.log.addStep('delete', PLATFORM_KINDS[kind.list], thing.name, null, byHand(hashes, thing))
      const why = await kind.whyKept(work.tx, thing)
      if (why !== undefined) work.log.addFaultsOf(PLATFORM_KINDS[kind.list], thing.name, { '': [why] })
      if (!work.log.isRefused()) await attempt(kind, work, thing.name, () => kind.remove(work, thing))
    }
    await forgetFileHashes(work.tx, things.map(({ id }) => id)) // prettier-ignore
  }
}

type Plan = { readonly entry: FileEntry<NamedThing>; readonly thing?: FoundThing; readonly renamedFrom?: string }

type Written = {
  readonly missing: readonly FoundThing[]
  /** Whether something was not created. */
  readonly isLost: boolean
}

async function writeList(kind: PlatformKind, work: PlatformWork): Promise<Written> {
  const { tx, caller, file, log } = work
  const { list } = kind
  const what = PLATFORM_KINDS[list]
  const entries = file.platform[list]
  const before = await kind.find(tx, caller, work.newQueries)
  const match = matchNamed(entries, before, (place, message) => log.addFaults({ [`${list}.${place}`]: [message] }))
  const hashes = await readFileHashes(tx, list)
  const plans = entries.map((entry): Plan => ({ entry, ...match.found.get(entry.name) }))
  // A category comes after the one it is in.
  const inOrder = plans.toSorted((one, other) => (one.entry.name < other.entry.name ? -1 : 1))
  for (const plan of inOrder) if (changes(plan)) await write(kind, work, plan)
  const after = new Map((await kind.find(tx, caller, work.newQueries)).map((thing) => [thing.name, thing]))
  for (const { entry, thing, renamedFrom } of plans) {
    const now = after.get(entry.name) ?? thing
    const needs = onlyGiven({ needs_secret: now?.needs })
    if (thing === undefined) log.addStep('create', what, entry.name, null, needs)
    else {
      const diff = diffFileValues(thing.content, now?.content ?? thing.content)
      const hand = byHand(hashes, thing)
      if (diff.length === 0) log.addStep('unchanged', what, entry.name, null, needs)
      else log.addStep('change', what, entry.name, diff, { ...onlyGiven({ renamed_from: renamedFrom }), ...hand, ...needs }) // prettier-ignore
    }
    if (now === undefined || log.isRefused()) continue
    const hash = hashOfContent(now.content)
    if (hashes.get(now.id) !== hash) await writeFileHash(tx, list, { id: now.id, hash })
  }
  return {
    missing: file.deletesKinds.includes(list) ? match.missing : [],
    isLost: log.isRefused() && plans.some(({ thing }) => thing === undefined),
  }
}

/** Whether an entry says anything new. */
const changes = ({ entry, thing, renamedFrom }: Plan): boolean =>
  thing === undefined || renamedFrom !== undefined || hasFaults(entry) || !isWithin(contentOf(entry), thing.content)

const hasFaults = ({ faults }: FileEntry<NamedThing>): boolean => Object.keys(faults).length > 0

/** What an entry sets, without what it only says to the import. */
const contentOf = ({ fields }: FileEntry<NamedThing>): NamedThing => {
  const { renamed_from: _, ...content } = fields
  return content
}

/** Whether everything that is given is there already; keys that are not given do not count. */
function isWithin(given: unknown, present: unknown): boolean {
  if (isWireObject(given) && isWireObject(present))
    return Object.entries(given).every(([key, value]) => isWithin(value, present[key]))
  return isDeepStrictEqual(given, present)
}

async function write(kind: PlatformKind, work: PlatformWork, { entry, thing }: Plan): Promise<void> {
  const { log, outside } = work
  const what = PLATFORM_KINDS[kind.list]
  const missing = thing === undefined ? absentFields(entry.fields, entry.faults, kind.required) : {}
  log.addFaultsOf(what, entry.name, { ...outside.get(entry), ...missing, ...entry.faults })
  log.requireRight(thing === undefined ? 'create' : 'change', what, entry.name)
  if (log.isRefused()) return
  const fields = contentOf(entry)
  await attempt(kind, work, entry.name, () =>
    thing === undefined ? kind.create(work, fields) : kind.change(work, thing, fields),
  )
}

/** What cannot be done is a fault of the entry. */
async function attempt(
  { list }: PlatformKind,
  { log }: PlatformWork,
  name: string,
  act: () => Promise<void>,
): Promise<void> {
  try {
    await act()
  } catch (error: unknown) {
    if (error instanceof FieldErrors) log.addFaultsOf(PLATFORM_KINDS[list], name, error.fields)
    else if (error instanceof Conflict) log.addFaultsOf(PLATFORM_KINDS[list], name, { '': [error.message] })
    else throw error
  }
}

/** Whether somebody changed it since a file last did. */
const byHand = (hashes: ReadonlyMap<string, string>, { id, content }: FoundThing) =>
  hashes.get(id) === hashOfContent(content) ? {} : { by_hand: true }
