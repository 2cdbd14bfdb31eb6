import type { TablePreference, TablePreferenceCreate, TablePreferencePatch } from '@heddle/contract/mim-tables.ts'
import type { AuditAction } from '@heddle/domain/audit/actions.ts'
import type { Database, Executor } from '../../adapters/database/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Caller } from '../../kernel/caller.ts'
import { FieldErrors, orNotFound } from '../../kernel/errors.ts'
import { nextVersionTime, type Precondition } from '../../kernel/versions.ts'
import type { PageRequest } from '../../kernel/paging.ts'
import { uniqueViolation } from '../../platform/sql/constraint-errors.ts'
import type { Audit } from '../audit/index.ts'
import { faultOfColumns } from './table-columns.ts'
import {
  deletePreference,
  findPreference,
  listPreferences,
  lockPreference,
  type PreferenceRow,
  putPreference,
  updatePreference,
} from './table-preferences.store.ts'

type Dependencies = { readonly database: Database; readonly audit: Audit; readonly clock: Clock }

export type TablePreferencesService = ReturnType<typeof createTablePreferencesService>

/** Which columns of a class a user sees, how wide and in which order: one preference per class. */
export function createTablePreferencesService({ database, audit, clock }: Dependencies) {
  const note = (tx: Executor, action: AuditAction, caller: Caller, { id, className, columns }: PreferenceRow) =>
    audit.record(tx, {
      action,
      description: `${caller.username} ${action === 'table_preference_set' ? 'changed' : 'deleted'} their table preference for ${className}`,
      target: { type: 'table_preference', id: String(id) },
      content: { class_name: className, columns },
    })

  return {
    list: (caller: Caller, className: string | undefined, page: PageRequest) =>
      listPreferences(database.db, caller.id, className, page),

    get: async (caller: Caller, id: number): Promise<PreferenceRow> =>
      orNotFound(await findPreference(database.db, caller.id, id)),

    /** A second preference for a class replaces the first and keeps its id. */
    put: async (caller: Caller, { class_name: className, columns }: TablePreferenceCreate) => {
      const chosen = completed(columns)
      const now = clock.now()
      return database.transaction(async (tx) => {
        const kept = await putPreference(tx, {
          userId: caller.id,
          className,
          columns: chosen,
          createdAt: now,
          updatedAt: now,
        })
        await note(tx, 'table_preference_set', caller, kept.row)
        return kept
      })
    },

    change: async (
      caller: Caller,
      id: number,
      patch: TablePreferencePatch,
      ifMatch: Precondition,
    ): Promise<PreferenceRow> => {
      const columns = patch.columns && completed(patch.columns)
      return database
        .transaction(async (tx) => {
          const row = orNotFound(await lockPreference(tx, caller.id, id))
          ifMatch.check(row.updatedAt)
          const changed = await updatePreference(tx, id, {
            className: patch.class_name ?? row.className,
            columns: columns ?? row.columns,
            updatedAt: nextVersionTime(clock.now(), row.updatedAt),
          })
          await note(tx, 'table_preference_set', caller, changed)
          return changed
        })
        .catch((error: unknown) => {
          if (uniqueViolation(error) === undefined) throw error
          throw new FieldErrors({ class_name: [`There is already a table preference for ${patch.class_name}.`] })
        })
    },

    remove: async (caller: Caller, id: number): Promise<null> => {
      await database.transaction(async (tx) => {
        const row = orNotFound(await lockPreference(tx, caller.id, id))
        await deletePreference(tx, id)
        await note(tx, 'table_preference_delete', caller, row)
      })
      return null
    },
  }
}

function completed(columns: TablePreferenceCreate['columns']): TablePreference['columns'] {
  const fault = faultOfColumns(columns.map(({ name }) => name))
  if (fault !== undefined) throw new FieldErrors({ columns: [fault] })
  return columns.map(({ name, visible = true, width = null }) => ({ name, visible, width }))
}
