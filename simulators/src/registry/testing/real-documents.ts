import { existsSync } from 'node:fs'
import { join } from 'node:path'

const data = process.env.HEDDLE_TEST_DATA ?? join(import.meta.dirname, '../../../../../shared/data')

/** Real class documents, `<package>/<Class>.json`. */
export const realDocumentsFolder = join(data, 'mim')
/** Names of all real classes, one per line. */
export const realNamesFile = join(data, 'mim-index', 'search.txt')

/** Whether they exist. Warns if not, because tests that need them are then skipped. */
export const hasRealDocuments = existsSync(realDocumentsFolder) && existsSync(realNamesFile)
if (!hasRealDocuments)
  console.warn(`SKIPPED: tests against real class documents, because ${data} lacks mim or mim-index`)
