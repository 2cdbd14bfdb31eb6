import type { ImportStep } from '@heddle/contract/query-files.ts'
import type { RepositoryFault, RepositoryPlan } from '@heddle/contract/repositories.ts'
import { isWireObject } from '@heddle/domain/canvas/wire.ts'
import { readQueryFile } from '@heddle/domain/query-files/read-query-file.ts'
import type { Executor } from '../../adapters/database/database.ts'
import type { Caller } from '../../kernel/caller.ts'
import { Conflict, FieldErrors, orNotFound } from '../../kernel/errors.ts'
import { FILE_CHECKS } from '../query-files/index.ts'
import { findRepository, lockRepository, updateRepository } from './repositories.store.ts'
import type { RepositoryRow } from './repositories.tables.ts'
import { folderOf, type RepositoryParts } from './repository-parts.ts'

/** What came of looking at a document. */
export type Planned = { readonly plan: readonly ImportStep[] } | { readonly faults: readonly RepositoryFault[] }

type Document = {
  readonly commit: string
  readonly document: string
  readonly places: Readonly<Record<string, string>>
}

/** What is stored once a folder is in step with a commit. */
export const inStep = (commit: string) => ({
  ...{ state: 'ok' as const, lastCommit: commit, lastError: null, attempts: 0, isRewritten: false },
  ...{ waitingCommit: null, waitingDocument: null, waitingPlaces: null, waitingFaults: null },
})

/** Applies what a repository says, or only looks what that would be; by the rules of an import. */
export async function importDocument(
  { files, applying, database }: RepositoryParts,
  caller: Caller,
  row: RepositoryRow,
  { document, places }: Document,
  how: { readonly dryRun: boolean; readonly signal: AbortSignal; readonly end?: (tx: Executor) => Promise<void> },
): Promise<Planned> {
  const folder = await folderOf(database.db, row)
  const wire: unknown = JSON.parse(document)
  if (!isWireObject(wire)) return { faults: [{ file: null, message: 'The files cannot be read.' }] }
  const { dryRun, signal, end } = how
  try {
    const confined = { folder, begin: (tx: Executor) => void applying.add(tx), ...(end && { end }) }
    const plan = await files.import(caller, readQueryFile(wire, FILE_CHECKS), { dryRun, signal, confined })
    return { plan }
  } catch (error: unknown) {
    if (error instanceof FieldErrors) return { faults: placeFaults(error.fields, places) }
    throw error
  }
}

const MOST_FAULTS = 200

/** Faults of an import as faults of the files that it was put together from. */
function placeFaults(
  fields: FieldErrors['fields'],
  places: Readonly<Record<string, string>>,
): readonly RepositoryFault[] {
  const names = Object.keys(places).toSorted((one, other) => other.length - one.length)
  return Object.entries(fields)
    .flatMap(([field, messages]) => {
      const inQuery = field.startsWith('saved_queries.') ? field.slice('saved_queries.'.length) : ''
      const name = names.find((one) => inQuery === one || inQuery.startsWith(`${one}.`))
      const rest = name === undefined ? field : inQuery.slice(name.length + 1)
      const file = name === undefined ? null : (places[name] ?? null)
      return messages.map((message) => ({ file, message: rest === '' ? message : `${rest}: ${message}` }))
    })
    .slice(0, MOST_FAULTS)
}

/** What waits, as the caller would apply it. */
export async function planOf(
  parts: RepositoryParts,
  caller: Caller,
  id: string,
  signal: AbortSignal,
): Promise<RepositoryPlan> {
  const row = orNotFound(await findRepository(parts.database.db, id))
  const { waitingCommit: commit, isRewritten } = row
  const found = { commit, is_rewritten: isRewritten }
  const document = documentOf(row)
  if (!document) return { ...found, faults: [...(row.waitingFaults ?? [])], plan: [] }
  const planned = await importDocument(parts, caller, row, document, { dryRun: true, signal })
  return 'plan' in planned
    ? { ...found, faults: [], plan: [...planned.plan] }
    : { ...found, faults: [...planned.faults], plan: [] }
}

export function documentOf({ waitingCommit, waitingDocument, waitingPlaces }: RepositoryRow): Document | undefined {
  return waitingCommit === null || waitingDocument === null
    ? undefined
    : { commit: waitingCommit, document: waitingDocument, places: waitingPlaces ?? {} }
}

/** Applies the plan that the caller has seen. */
export async function applyPlan(
  parts: RepositoryParts,
  caller: Caller,
  id: string,
  { commit, signal }: { readonly commit: string; readonly signal: AbortSignal },
): Promise<RepositoryPlan> {
  const row = orNotFound(await findRepository(parts.database.db, id))
  const document = documentOf(row)
  if (!document) throw new Conflict('No plan waits that could be applied.', 'no_plan')
  if (document.commit !== commit) throw movedOn()
  const folder = await folderOf(parts.database.db, row)
  const planned = await importDocument(parts, caller, row, document, {
    ...{ dryRun: false, signal },
    end: async (tx) => {
      await settle(tx, row, commit)
      await parts.note(tx, 'repository_apply', { id, name: folder }, 'was changed to what its Git repository says', {
        commit,
        is_rewritten: row.isRewritten,
      })
    },
  })
  if ('faults' in planned)
    throw new FieldErrors({ non_field_errors: planned.faults.map(({ file, message }) => `${file ?? ''}: ${message}`) })
  return { commit, is_rewritten: row.isRewritten, faults: [], plan: [...planned.plan] }
}

/** In the transaction of the import: in step with the commit, if that is still what waits. */
export async function settle(tx: Executor, { id, mode }: RepositoryRow, commit: string): Promise<void> {
  const row = await lockRepository(tx, id)
  if (row?.waitingCommit !== commit || row.mode !== mode) throw movedOn()
  await updateRepository(tx, id, inStep(commit))
}

const movedOn = () => new Conflict('The repository has moved on: look at the plan again.', 'commit_changed')
