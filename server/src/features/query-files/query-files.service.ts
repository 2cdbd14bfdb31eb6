import type { QueryFile } from '@heddle/contract/query-files.ts'
import type { Database } from '../../adapters/database/database.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { Audit } from '../audit/index.ts'
import type { QueryCategoriesService, SavedQueriesService } from '../queries/index.ts'
import type { SchedulesService } from '../schedules/index.ts'
import { exportFile, type ExportOrder } from './export-file.ts'
import { createImport } from './import-file.ts'

type Dependencies = {
  readonly database: Database
  readonly audit: Audit
  readonly queries: Pick<SavedQueriesService, 'many'>
  readonly categories: Pick<QueryCategoriesService, 'many'>
  readonly schedules: Pick<SchedulesService, 'many'>
}

export type QueryFilesService = ReturnType<typeof createQueryFilesService>

export function createQueryFilesService(dependencies: Dependencies) {
  const { database } = dependencies
  return {
    /** As of one moment. */
    export: (caller: Caller, order: ExportOrder): Promise<QueryFile> =>
      database.transaction((tx) => exportFile(tx, caller, order), { isolationLevel: 'repeatable read', accessMode: 'read only' }),

    import: createImport(dependencies),
  }
}
