import type { QueryFile } from '@heddle/contract/query-files.ts'
import type { Caller } from '../../kernel/caller.ts'
import { exportFile, type ExportOrder } from './export-file.ts'
import { createImport, type ImportDependencies } from './import-file.ts'

export type QueryFilesService = ReturnType<typeof createQueryFilesService>

export function createQueryFilesService(dependencies: ImportDependencies) {
  const { database, waivers } = dependencies
  return {
    /** As of one moment. */
    export: (caller: Caller, order: ExportOrder): Promise<QueryFile> =>
      database.transaction((tx) => exportFile(waivers, tx, caller, order), {
        isolationLevel: 'repeatable read',
        accessMode: 'read only',
      }),

    import: createImport(dependencies),
  }
}
