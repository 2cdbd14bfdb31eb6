import type { FileSavedQuery, QueryFile } from '@heddle/contract/query-files.ts'
import type { Executor } from '../../adapters/database/database.ts'
import type { Caller } from '../../kernel/caller.ts'
import { exportFile, type ExportOrder } from './export-file.ts'
import { createImport, type ImportDependencies } from './import-file.ts'
import { presentFileQueries, type QueryToPresent } from './present-queries.ts'

export type QueryFilesService = ReturnType<typeof createQueryFilesService>

export function createQueryFilesService(dependencies: ImportDependencies) {
  const { database } = dependencies
  return {
    /** As of one moment. */
    export: (caller: Caller, order: ExportOrder): Promise<QueryFile> =>
      database.transaction((tx) => exportFile(dependencies, tx, caller, order), {
        isolationLevel: 'repeatable read',
        accessMode: 'read only',
      }),

    import: createImport(dependencies),

    /** Saved queries as a file has them, without their waivers; those of a folder, or what was stored of some. */
    present: (db: Executor, queries: readonly QueryToPresent[]): Promise<readonly FileSavedQuery[]> =>
      presentFileQueries(db, queries),
  }
}
