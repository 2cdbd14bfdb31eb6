import type { TableTemplateCreate, TableTemplatePatch } from '@heddle/contract/mim-tables.ts'
import type { Database, Executor } from '../../adapters/database/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Caller } from '../../kernel/caller.ts'
import { FieldErrors, Forbidden, orNotFound } from '../../kernel/errors.ts'
import { nextVersionTime, type Precondition } from '../../kernel/versions.ts'
import type { PageRequest } from '../../kernel/paging.ts'
import { type Audit, notesOn } from '../audit/index.ts'
import { faultOfColumns } from './table-columns.ts'
import {
  deleteTableTemplate,
  findTableTemplate,
  insertTableTemplate,
  listTableTemplates,
  lockTableTemplate,
  type TableTemplateFilter,
  type TableTemplateRow,
  updateTableTemplate,
} from './table-templates.store.ts'

type Dependencies = { readonly database: Database; readonly audit: Audit; readonly clock: Clock }

export type TableTemplatesService = ReturnType<typeof createTableTemplatesService>

/** Sets of columns for the tables of a class: personal ones, and shared ones that administrators manage. */
export function createTableTemplatesService({ database, audit, clock }: Dependencies) {
  const note = notesOn(audit, 'Table template', 'table_template')

  async function lock(tx: Executor, caller: Caller, id: number): Promise<TableTemplateRow> {
    const row = orNotFound(await lockTableTemplate(tx, caller.id, id))
    requireSharer(caller, row.isShared)
    return row
  }

  return {
    list: (caller: Caller, filter: TableTemplateFilter, page: PageRequest) =>
      listTableTemplates(database.db, caller.id, filter, page),

    get: async (caller: Caller, id: number): Promise<TableTemplateRow> =>
      orNotFound(await findTableTemplate(database.db, caller.id, id)),

    create: async (
      caller: Caller,
      { name, class_name, columns, is_shared = false }: TableTemplateCreate,
    ): Promise<TableTemplateRow> => {
      requireSharer(caller, is_shared)
      refuseFaults(columns)
      const now = clock.now()
      return database.transaction(async (tx) => {
        const row = await insertTableTemplate(tx, {
          name,
          className: class_name,
          columns,
          isShared: is_shared,
          ownerId: is_shared ? null : caller.id,
          ownerUsername: caller.username,
          createdAt: now,
          updatedAt: now,
        })
        await note(tx, 'table_template_create', row, 'was created', { name, class_name, columns, is_shared })
        return row
      })
    },

    change: async (
      caller: Caller,
      id: number,
      patch: TableTemplatePatch,
      ifMatch: Precondition,
    ): Promise<TableTemplateRow> =>
      database.transaction(async (tx) => {
        const row = await lock(tx, caller, id)
        requireSharer(caller, patch.is_shared ?? false)
        ifMatch.check(row.updatedAt)
        refuseFaults(patch.columns ?? [])
        const isShared = patch.is_shared ?? row.isShared
        const changed = await updateTableTemplate(tx, id, {
          name: patch.name ?? row.name,
          className: patch.class_name ?? row.className,
          columns: patch.columns ?? row.columns,
          isShared,
          ownerId: isShared ? null : (row.ownerId ?? caller.id),
          updatedAt: nextVersionTime(clock.now(), row.updatedAt),
        })
        await note(tx, 'table_template_update', row, 'was changed', { before: visible(row), after: visible(changed) })
        return changed
      }),

    remove: async (caller: Caller, id: number): Promise<null> => {
      await database.transaction(async (tx) => {
        const row = await lock(tx, caller, id)
        await deleteTableTemplate(tx, id)
        await note(tx, 'table_template_delete', row, 'was deleted', visible(row))
      })
      return null
    },
  }
}

const visible = ({ name, className, columns, isShared }: TableTemplateRow) => ({
  name,
  class_name: className,
  columns,
  is_shared: isShared,
})

function requireSharer(caller: Caller, isShared: boolean): void {
  if (isShared && !caller.isAdmin)
    throw new Forbidden('Only administrators may create or change shared table templates.')
}

function refuseFaults(columns: readonly string[]): void {
  const fault = faultOfColumns(columns)
  if (fault !== undefined) throw new FieldErrors({ columns: [fault] })
}
