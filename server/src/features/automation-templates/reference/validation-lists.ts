import { eq } from 'drizzle-orm'
import type {
  ValidationList,
  ValidationListSource,
  ValidationListWrite,
} from '@heddle/contract/automation-templates.ts'
import type { Executor } from '../../../adapters/database/database.ts'
import type { Actor } from '../../../kernel/caller.ts'
import { Conflict, FieldErrors, orNotFound } from '../../../kernel/errors.ts'
import { type FieldMessages, hasError } from '../../../kernel/field-messages.ts'
import { timestamp } from '../../../kernel/instants.ts'
import { automationValidationLists as table } from '../automation-templates.tables.ts'
import { notesOn } from '../../audit/index.ts'
import { type ListFacts, type ListRow, storeListValues } from './list-values.store.ts'
import type { BoundSource, ListSources } from './list-sources.ts'
import {
  createReferenceService,
  type Given,
  type ReferenceParts,
  type Reading,
  type ReferenceService,
} from './reference.service.ts'
import type { FoundReference } from './reference-table.ts'
import { createReferenceStore } from './reference.store.ts'

/** A body with the values of its source, read before the transaction. */
type Write = ValidationListWrite & { readonly read?: { readonly values: string[]; readonly at: Date } }
type Dependencies = ReferenceParts & { readonly sources: ListSources }

export type ValidationListsService = ReferenceService<typeof table, ValidationListWrite> & {
  /** Reads the values of a bound list again, now. */
  readonly refresh: (actor: Actor, id: string, signal: AbortSignal) => Promise<FoundReference<ListRow>>
  /** Gives lists of a query another one. */
  readonly rebind: (tx: Executor, from: string, to: string) => Promise<void>
}

export function createValidationListsService({ sources, ...parts }: Dependencies): ValidationListsService {
  const { database, audit, clock } = parts
  const store = createReferenceStore(table, 'values')
  const note = notesOn(audit, 'Validation list', 'validation_list')
  const lists = createReferenceService<typeof table, Write>(parts, {
    kind: 'validation_list',
    words: 'Validation list',
    store,
    read: async (_tx, body, before, known) => readColumns(body, before, known),
    describe: ({ read, values, ...body }) => ({ ...body, value_count: (read?.values ?? values)?.length }),
  })

  /** Runs queries outside of the transaction: it must not wait for a controller. */
  async function readSource<Body extends Partial<Write>>(
    actor: Actor,
    given: Given<Body>,
    signal: AbortSignal,
  ): Promise<Given<Body>> {
    const { body, faults } = given
    if (hasError(faults, 'source')) return given
    const bound = boundSourceOf(body.source)
    if (bound === undefined) return given
    if ('faults' in bound) return { body, faults: { ...faults, ...bound.faults } }
    const at = clock.now()
    try {
      return { body: { ...body, read: { values: await sources.read(actor, bound, signal), at } }, faults }
    } catch (error: unknown) {
      if (!(error instanceof FieldErrors) || Object.keys(faults).length === 0) throw error
      return { body, faults: { ...faults, ...error.fields } }
    }
  }

  return {
    ...lists,
    rebind: async (tx, from, to) => {
      await tx.update(table).set({ sourceQueryId: to }).where(eq(table.sourceQueryId, from))
    },
    create: async (actor, given, signal) => lists.create(actor, await readSource(actor, given, signal), signal),
    replace: async (actor, id, given, terms) =>
      lists.replace(actor, id, await readSource(actor, given, terms.signal), terms),
    change: async (actor, id, given, terms) => {
      orNotFound(await store.find(database.db, id))
      return lists.change(actor, id, await readSource(actor, given, terms.signal), terms)
    },

    refresh: async (actor, id, signal) => {
      const { row } = await lists.get(id)
      const source = boundSource(row)
      if (!source)
        throw new Conflict(
          'Only lists that are bound to a saved query or its snapshots can be refreshed.',
          'static_list',
        )
      const at = clock.now()
      const values = await sources.read(actor, source, signal)
      await database.transaction(async (tx) => {
        orNotFound(await store.lock(tx, id))
        await storeListValues(tx, row, { values, at })
        await note(tx, 'validation_list_refresh', row, 'was refreshed', { value_count: values.length })
      })
      return lists.get(id)
    },
  }
}

/** Where a list takes its values from; undefined for a static one. */
export function boundSource({ sourceType, sourceQueryId, sourceColumn }: ListFacts): BoundSource | undefined {
  if (sourceType === 'static') return undefined
  return { type: sourceType, savedQuery: sourceQueryId ?? '', column: sourceColumn ?? '' }
}

const REQUIRED = ['This field is required.']

function boundSourceOf(
  source: ValidationListWrite['source'],
): BoundSource | { readonly faults: FieldMessages } | undefined {
  if (source === undefined || source === 'static' || source.type === 'static') return undefined
  const { type, saved_query: savedQuery, column } = source
  if (savedQuery != null && column != null && column !== '')
    return { type, savedQuery: savedQuery.toLowerCase(), column }
  return {
    faults: {
      ...(savedQuery == null && { 'source.saved_query': REQUIRED }),
      ...((column == null || column === '') && { 'source.column': REQUIRED }),
    },
  }
}

function readColumns(
  { source, values, read }: Partial<Write>,
  before: ListRow | undefined,
  known: FieldMessages,
): Reading<typeof table> {
  const bound = boundSourceOf(source)
  if (bound && 'type' in bound) {
    const columns = { sourceType: bound.type, sourceQueryId: bound.savedQuery, sourceColumn: bound.column }
    return { columns: { ...columns, values: read?.values ?? [], refreshedAt: read?.at ?? null }, faults: {} }
  }
  if (source === undefined && before !== undefined && before.sourceType !== 'static') {
    const { sourceType, sourceQueryId, sourceColumn, values: kept, refreshedAt } = before
    return { columns: { sourceType, sourceQueryId, sourceColumn, values: kept, refreshedAt }, faults: {} }
  }
  // One that becomes static keeps the values it had.
  const kept = values ?? before?.values
  return {
    columns: {
      sourceType: 'static',
      sourceQueryId: null,
      sourceColumn: null,
      values: [...new Set(kept)],
      refreshedAt: null,
    },
    faults: kept === undefined && !hasError(known, 'source') ? { values: REQUIRED } : {},
  }
}

export const presentValidationList = ({ row, createdByName }: FoundReference<ListRow>): ValidationList => ({
  id: row.id,
  name: row.name,
  description: row.description,
  source: presentSource(row),
  values: row.values,
  refreshed_at: timestamp(row.refreshedAt),
  created_by: createdByName,
  created_at: timestamp(row.createdAt),
  updated_at: timestamp(row.updatedAt),
})

const presentSource = ({ sourceType, sourceQueryId, sourceColumn }: ListRow): ValidationListSource => ({
  type: sourceType,
  saved_query: sourceQueryId,
  column: sourceColumn,
})
