import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { isNull } from 'drizzle-orm'
import type {
  FileAutomationCategory,
  FileColumnTemplate,
  FileRegexPattern,
  FileValidationList,
} from '@heddle/contract/platform-files.ts'
import { isWireObject } from '@heddle/domain/canvas/wire.ts'
import { onlyGiven } from '@heddle/domain/only-given.ts'
import { folderName, folderPaths, parentPath, pathFault } from '@heddle/domain/query-files/folders.ts'
import type { NamedThing } from '@heddle/domain/query-files/read-query-file.ts'
import type { Executor } from '../../../adapters/database/database.ts'
import { may } from '../../../kernel/access.ts'
import { FieldErrors } from '../../../kernel/errors.ts'
import { type FieldMessages, noMessages } from '../../../kernel/field-messages.ts'
import {
  automationCategories,
  type AutomationCategoriesService,
  boundSource,
  type ColumnTemplatesService,
  patternFaults,
  readReferenceNames,
  type RegexPatternsService,
  type ValidationListsService,
} from '../../automation-templates/index.ts'
import { savedQueries } from '../../queries/index.ts'
import type { NewQueries, PlatformKind } from './platform-kind.ts'
import { idFinder, mapColumn, namesOf, refuse, platformNames } from './template-names.ts'

/** What templates name: categories, patterns, lists of values and definitions of columns. */

/** By their paths. */
export function templateCategoryKind({ many }: Pick<AutomationCategoriesService, 'many'>): PlatformKind {
  const { id, name, description, parentId } = automationCategories
  const read = async (tx: Executor) => {
    const rows = await tx.select({ id, name, description, parentId }).from(automationCategories)
    const paths = folderPaths(rows)
    return rows.map((row) => ({ ...row, path: paths.get(row.id)! }))
  }
  /** The name and the place that a path says. */
  const placed = async (tx: Executor, path: string) => {
    const above = parentPath(path)
    const parent = above === undefined ? undefined : (await read(tx)).find((row) => row.path === above)
    if (above !== undefined && parent === undefined)
      throw new FieldErrors({ name: [`There is no category ${JSON.stringify(above)} that it could be in.`] })
    return { name: folderName(path), parent: parent?.id ?? null }
  }
  return {
    list: 'automation_categories',
    view: may('automation.view_category'),
    required: [],
    find: async (tx) =>
      (await read(tx)).map((row) => ({
        ...{ id: String(row.id), name: row.path },
        content: { name: row.path, description: row.description } satisfies FileAutomationCategory,
      })),
    check: async ({ name: path = '' }) => {
      const fault = pathFault(path)
      return fault === undefined ? {} : { name: [`${JSON.stringify(path.slice(0, 200))} ${fault}.`] }
    },
    create: async ({ tx, caller }, { name: path = '', ...fields }) => {
      await many.lock(tx)
      await many.insert(tx, caller, { ...(await placed(tx, path)), ...descriptionOf(fields) })
    },
    change: async ({ tx, caller }, thing, { name: path = thing.name, ...fields }) => {
      const place = path === thing.name ? {} : await placed(tx, path)
      await many.change(tx, caller, Number(thing.id), { ...place, ...descriptionOf(fields) })
    },
    whyKept: async (tx, thing) =>
      (await read(tx)).some((row) => row.parentId === Number(thing.id))
        ? 'Other categories are in it: keep it in the file, or take them out first.'
        : undefined,
    remove: ({ tx, caller }, thing) => many.remove(tx, caller, Number(thing.id)),
  }
}

const descriptionOf = (fields: NamedThing) => onlyGiven({ description: fields['description'] as string | undefined })

export function regexPatternKind({ many }: Pick<RegexPatternsService, 'many'>): PlatformKind {
  return {
    list: 'regex_patterns',
    view: may('automation.view_regexpattern'),
    required: ['pattern'],
    find: async (tx) =>
      (await many.all(tx)).map(({ id, name, description, pattern }) => ({
        ...{ id, name },
        content: { name, description, pattern } satisfies FileRegexPattern,
      })),
    check: async ({ pattern }) => (typeof pattern === 'string' ? patternFaults(pattern) : {}),
    create: async ({ tx, caller }, fields) => {
      await many.insert(tx, caller, given(fields as Required<FileRegexPattern>))
    },
    change: ({ tx }, { id }, fields) => many.change(tx, id, given(fields as FileRegexPattern)),
    // What is in use says so when it is deleted.
    whyKept: async () => undefined,
    remove: ({ tx }, { id }) => many.remove(tx, id),
  }
}

/** A body without faults: those of its schema have been reported. */
const given = <Fields extends NamedThing>({ renamed_from: _, ...body }: Fields) => ({ body, faults: noMessages() })

/** Static lists with their values; those of a query say where their values come from, and get them when used. */
export function validationListKind({ many }: Pick<ValidationListsService, 'many'>): PlatformKind {
  return {
    list: 'validation_lists',
    view: may('automation.view_validationlist'),
    required: [],
    find: async (tx, _caller, newQueries) => {
      const queries = await queryNames(tx, newQueries)
      return (await many.all(tx)).map((row) => {
        const { id, name, description, values } = row
        const bound = boundSource(row)
        const { type = 'static' as const, savedQuery = '', column = '' } = bound ?? {}
        const source = bound ? { type, saved_query: queries.nameOf(savedQuery), column } : { type }
        const content = { name, description, source, ...(!bound && { values }) } satisfies FileValidationList
        return { id, name, content }
      })
    },
    check: async (fields) => faultsOfValues(fields as FileValidationList),
    create: async ({ tx, caller, newQueries }, fields) => {
      const body = await listBody(tx, fields as FileValidationList, newQueries)
      await many.insert(tx, caller, { body, faults: noMessages() })
    },
    change: async ({ tx, newQueries }, { id, content }, { source, ...fields }) => {
      // Said again it would take the values from a list that has them.
      const isSame = isDeepStrictEqual(source, content['source'])
      const given = { ...fields, ...(source !== undefined && !isSame && { source }) } as FileValidationList
      refuse(faultsOfValues({ ...given, source: (source ?? content['source']) as FileValidationList['source'] }))
      await many.change(tx, id, { body: await listBody(tx, given, newQueries), faults: noMessages() })
    },
    whyKept: async () => undefined,
    remove: ({ tx }, { id }) => many.remove(tx, id),
  }
}

type Values = { readonly values?: unknown; readonly source?: FileValidationList['source'] | undefined }
const faultsOfValues = ({ values, source }: Values): FieldMessages =>
  values === undefined || source === undefined || source.type === 'static'
    ? {}
    : { values: ['The values of this list are read from its saved query: remove this key.'] }

async function listBody(tx: Executor, fields: FileValidationList, newQueries: NewQueries) {
  const { renamed_from: _, source, ...body } = fields
  if (source === undefined) return body
  const { faults, idOf } = idFinder()
  const { type, saved_query: query, column = null } = source
  const names = await queryNames(tx, newQueries)
  const known = query !== undefined && newQueries.inFile.has(query) && names.idOf(query) === undefined
  if (known && !newQueries.ids.has(query)) newQueries.ids.set(query, randomUUID())
  const id = known ? newQueries.ids.get(query) : query && idOf('source.saved_query', names, query)
  refuse(faults)
  return { ...body, source: { type, saved_query: id ?? null, column } }
}

/** Those of packs are in no file. */
async function queryNames(tx: Executor, newQueries?: NewQueries) {
  const { id, name } = savedQueries
  const there = await tx.select({ id, name }).from(savedQueries).where(isNull(savedQueries.pack))
  const coming = [...(newQueries?.ids ?? [])].map(([called, uuid]) => ({ id: uuid, name: called }))
  return namesOf('saved query', [...there, ...coming])
}

/** Definitions of columns, with the names of their lists and patterns. */
export function columnTemplateKind({ many }: Pick<ColumnTemplatesService, 'many'>): PlatformKind {
  const namesIn = async (tx: Executor) => platformNames(tx, await readReferenceNames(tx))
  const resolved = async (tx: Executor, fields: NamedThing) => {
    const names = await namesIn(tx)
    const { faults, idOf } = idFinder()
    const body = mapColumn(fields, names, (kind, name, key) => idOf(key, kind, name) ?? name)
    refuse(faults)
    return given((isWireObject(body) ? body : fields) as FileColumnTemplate)
  }
  return {
    list: 'column_templates',
    view: may('automation.view_columntemplate'),
    required: [],
    find: async (tx) => {
      const names = await namesIn(tx)
      return (await many.all(tx)).map(({ id, name, description, definition }) => ({
        ...{ id, name },
        content: { ...(mapColumn(definition, names, ({ nameOf }, of) => nameOf(of)) as NamedThing), name, description },
      }))
    },
    create: async ({ tx, caller }, fields) => {
      await many.insert(tx, caller, await resolved(tx, fields))
    },
    change: async ({ tx }, { id }, fields) => many.change(tx, id, await resolved(tx, fields)),
    whyKept: async () => undefined,
    remove: ({ tx }, { id }) => many.remove(tx, id),
  }
}
