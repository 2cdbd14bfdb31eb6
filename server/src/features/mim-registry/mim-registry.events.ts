import { Type } from 'typebox'
import { Nullable, Uuid } from '@heddle/contract/common.ts'
import { IMPORT_ENDINGS, IMPORT_SOURCES } from '@heddle/contract/mim-registry.ts'
import { defineEvent } from '../../platform/events/events.ts'

/** Raised when an import ends for any reason, in the transaction that ends it. */
export const mimImportEnded = defineEvent(
  'mim-import-ended',
  Type.Object({
    run_id: Uuid,
    version_key: Type.String(),
    source: Type.Enum([...IMPORT_SOURCES]),
    state: Type.Enum([...IMPORT_ENDINGS]),
    /** False if the version was only read to be compared. */
    activates: Type.Boolean(),
    /** Null if the account was deleted. */
    started_by: Nullable(Type.Integer()),
    class_count: Type.Integer(),
    property_count: Type.Integer(),
    not_found_count: Type.Integer(),
    failed_count: Type.Integer(),
    /** Empty unless the import failed. */
    error_summary: Type.String(),
  }),
)

/** Requests that an import stop. Only a hint: the process working on it also polls. */
export const mimImportCancelRequested = defineEvent('mim-import-cancel-requested', Type.Object({ run_id: Uuid }))
