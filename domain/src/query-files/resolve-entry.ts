import type { FileSavedQuery, FileScheduledTask } from '@heddle/contract/query-files.ts'
import type { SavedQueryPatch } from '@heddle/contract/queries.ts'
import type { ScheduledTaskPatch } from '@heddle/contract/schedules.ts'
import type { Resolve } from './match-file.ts'
import type { FileEntry, FileFaults } from './read-query-file.ts'
import { mapReferences } from './references.ts'

/** An entry with ids for names. What has a fault is left out. */
export type Resolved<Body> = { readonly body: Body; readonly faults: FileFaults }

/**
 * A saved query as a change of it says it, but for its category. It may keep naming what was deleted, which an export
 * shows as the id that it was.
 */
export function resolveQuery(
  { fields, faults: given }: FileEntry<FileSavedQuery>,
  resolve: Resolve,
  kept: ReadonlySet<string>,
): Resolved<Omit<SavedQueryPatch, 'category'>> {
  const { faults, keptIdOf } = resolver(given, kept)
  const { category, controller_connection: connection, renamed_from: _, waivers: __, ...rest } = fields
  const folderFault = category == null ? undefined : resolve.folderFault(category)
  if (folderFault !== undefined) faults.category = [folderFault]
  const id = connection === undefined ? undefined : keptIdOf('controller_connection', connection, resolve.connection)
  const body = mapReferences(rest, (name, path) => keptIdOf(path, name, resolve.savedQuery) ?? name)
  return { body: withoutFaulty({ ...body, ...(id !== undefined && { controller_connection: id }) }, faults), faults }
}

/** A scheduled task as a change of it says it. */
export function resolveTask(
  { fields, faults: given }: FileEntry<FileScheduledTask>,
  resolve: Resolve,
  kept: ReadonlySet<string>,
): Resolved<ScheduledTaskPatch> {
  const { faults, idOf, keptIdOf } = resolver(given, kept)
  const {
    saved_query: query,
    controller_connections: connections,
    granted_groups: groups,
    on_changes: follows,
    owner: _,
    ...rest
  } = fields
  const queryId = query === undefined ? undefined : idOf('saved_query', query, resolve.savedQuery)
  const connectionIds = connections?.map((name, index) =>
    keptIdOf(`controller_connections.${index}`, name, resolve.connection),
  )
  const groupIds = groups?.map((name, index) => idOf(`granted_groups.${index}`, name, resolve.group))
  const template = follows == null ? undefined : keptIdOf('on_changes.template', follows.template, resolve.template)
  const body = {
    ...rest,
    ...(queryId !== undefined && { saved_query: queryId }),
    ...(connectionIds && { controller_connections: connectionIds.filter((id) => id !== undefined) }),
    ...(groupIds && { granted_groups: groupIds.filter((id) => id !== undefined) }),
    ...(follows === null && { on_changes: null }),
    ...(follows != null && template !== undefined && { on_changes: { ...follows, template } }),
  }
  return { body: withoutFaulty(body, faults), faults }
}

type Find<Id> = (name: string) => { readonly id: Id } | { readonly fault: string }

function resolver(given: FileFaults, kept: ReadonlySet<string>) {
  const faults: FileFaults = { ...given }
  function idOf<Id>(path: string, name: string, find: Find<Id>): Id | undefined {
    const found = find(name)
    if ('id' in found) return found.id
    faults[path] = [found.fault]
    return undefined
  }
  /** The same for an id that may stay although nothing has it now. */
  const keptIdOf = (path: string, name: string, find: Find<string>) =>
    'fault' in find(name) && kept.has(name) ? name : idOf(path, name, find)
  return { faults, idOf, keptIdOf }
}

function withoutFaulty<Body extends object>(body: Body, faults: FileFaults): Body {
  const faulty = new Set(Object.keys(faults).map((path) => path.split('.', 1)[0]))
  return Object.fromEntries(Object.entries(body).filter(([key]) => !faulty.has(key))) as Body
}
