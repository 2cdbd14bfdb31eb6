import { randomUUID } from 'node:crypto'
import { insertChanges } from '../../features/repositories/changes.store.ts'
import { updateRepository } from '../../features/repositories/repositories.store.ts'
import { fileQuery } from '../query-files/files.ts'
import type { TestApp } from '../start-test-app.ts'

export const COMMIT = '1f0c3e5a7b9d2f4e6a8c0b1d3e5f7a9b2c4d6e8f'

/** As if it had been read from a Git server. */
export async function waitWithPlan({ app }: TestApp, id: string, folder: string, connection: string): Promise<void> {
  const query = fileQuery('Bridge domains by tenant', { category: folder, controller_connection: connection })
  await updateRepository(app.platform.database.db, id, {
    ...{ state: 'plan', waitingCommit: COMMIT, waitingPlaces: { [query.name]: 'queries/by-tenant.yaml' } },
    waitingDocument: JSON.stringify({
      ...{ version: 1, categories: [], saved_queries: [query] },
      ...{ delete_missing: true, scope: { category: folder } },
    }),
  })
}

/** As if a save had met a change in the repository. Returns the id of the conflict. */
export async function meetConflict(
  { app }: TestApp,
  id: string,
  { savedQuery, name, at }: { readonly savedQuery: string; readonly name: string; readonly at: Date },
): Promise<string> {
  const conflict = randomUUID()
  await insertChanges(app.platform.database.db, [
    {
      ...{ id: conflict, repositoryId: id, savedQueryId: savedQuery, name, formerName: name, content: null },
      ...{
        authorName: 'Olga',
        authorEmail: 'olga@example.org',
        message: `Delete saved query "${name}"`,
        createdAt: at,
      },
      ...{ conflictPath: `queries/${name}.yaml`, conflictOid: COMMIT, conflictTheirs: fileQuery(name) },
    },
  ])
  return conflict
}
