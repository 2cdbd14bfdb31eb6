import { isWireObject } from '@heddle/domain/canvas/wire.ts'
import { folderPaths } from '@heddle/domain/query-files/folders.ts'
import type { Executor } from '../../../adapters/database/database.ts'
import { FieldErrors } from '../../../kernel/errors.ts'
import { type FieldMessages, noMessages } from '../../../kernel/field-messages.ts'
import type { ReferenceNames } from '../../automation-templates/index.ts'
import { automationConnections } from '../../automation-connections/index.ts'
import { groups } from '../../users/index.ts'

type Named<Id> = { readonly id: Id; readonly name: string }

/** One kind of reference: ids as names, and names as ids. */
export type IdNames<Id> = {
  readonly nameOf: (id: Id) => string
  /** Undefined where that is nothing or several things; then `fault` says so. */
  readonly idOf: (name: string) => Id | undefined
  readonly fault: (name: string) => string
}

export type PlatformNames = Awaited<ReturnType<typeof platformNames>>

/** Whatever the templates in a file name. */
export async function platformNames(tx: Executor, { categories, columnTemplates, patterns, lists }: ReferenceNames) {
  const paths = [...folderPaths(categories)].map(([id, name]) => ({ id, name }))
  const connections = await tx
    .select({ id: automationConnections.id, name: automationConnections.name })
    .from(automationConnections)
  return {
    categories: namesOf('category of templates', paths),
    connections: namesOf('automation connection', connections),
    groups: namesOf('group', await tx.select({ id: groups.id, name: groups.name }).from(groups)),
    lists: namesOf('validation list', lists),
    patterns: namesOf('regex pattern', patterns),
    columnTemplates: namesOf('column template', columnTemplates),
  }
}

export function namesOf<Id extends string | number>(kind: string, things: readonly Named<Id>[]): IdNames<Id> {
  const names = new Map(things.map(({ id, name }) => [id, name]))
  const byName = Map.groupBy(things, ({ name }) => name)
  return {
    // What was deleted stays the id that it had.
    nameOf: (id) => names.get(id) ?? String(id),
    idOf: (name) => {
      const [one, another] = byName.get(name) ?? []
      return another === undefined ? one?.id : undefined
    },
    fault: (name) => {
      const shown = JSON.stringify(name.slice(0, 200))
      const count = byName.get(name)?.length ?? 0
      return count > 1
        ? `There are ${count} of the name ${shown}: rename all but one.`
        : `There is no ${kind} ${shown}.`
    },
  }
}

/** Ids of names, and faults of those that are none. */
export function idFinder() {
  const faults = noMessages()
  return {
    faults,
    idOf: <Id>(path: string, { idOf: find, fault }: IdNames<Id>, name: string): Id | undefined => {
      const id = find(name)
      if (id === undefined) (faults[path] ??= []).push(fault(name))
      return id
    },
  }
}

export const refuse = (faults: FieldMessages): void => {
  if (Object.keys(faults).length > 0) throw new FieldErrors(faults)
}

const REFERENCES = { validation_list: 'lists', regex_pattern: 'patterns', column_template: 'columnTemplates' } as const

/** A column with other texts for what it refers to. What is no column stays, for the rules of columns to judge. */
export function mapColumn(
  column: unknown,
  names: PlatformNames,
  map: (kind: IdNames<string>, text: string, key: string) => string,
): unknown {
  if (!isWireObject(column)) return column
  const mapped = Object.entries(REFERENCES).flatMap(([key, kind]) => {
    const text = column[key]
    return typeof text === 'string' ? [[key, map(names[kind], text, key)] as const] : []
  })
  return { ...column, ...Object.fromEntries(mapped) }
}
