import { rmSync } from 'node:fs'
import { copyEmbeddedTemplate } from './embedded-template.ts'
import { keepsDatabase } from './keep-database.ts'
import { MIGRATIONS } from './test-database.ts'

/** Where a whole test server keeps its data: a copy of the migrated template, so that no test waits for an empty database to be made. */
export async function createTestStorage(): Promise<{ readonly dataDir: string; readonly remove: () => void }> {
  const dataDir = await copyEmbeddedTemplate(MIGRATIONS)
  return {
    dataDir,
    remove: () => {
      if (!keepsDatabase(`DATA_DIR=${dataDir}`)) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
