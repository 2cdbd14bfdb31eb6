import { expect } from 'vitest'
import { admin, another, app, expectOk, FROM, type Scenario } from '../../testing/audit-walk/walk.ts'
import { newConnection } from '../../testing/audit-walk/objects.ts'
import { walkAuditLog } from '../../testing/audit-walk/walk-audit-log.ts'
import { fileOf, fileQuery, IMPORT } from '../../testing/query-files/files.ts'
import { queryFilesFeature } from './index.ts'

const SCENARIOS: Readonly<Record<string, Scenario>> = {
  'POST /api/queries/import/': async () => {
    const connection = await app.admin.get(`/api/controller/connections/${await newConnection()}/`)
    const folder = `imported ${another()}`
    const query = fileQuery(`imported ${another()}`, { category: folder, controller_connection: connection.body.name })
    // As text, to which the walk adds no key: a file may have none that nobody knows.
    const file = JSON.stringify(fileOf({ categories: [folder], saved_queries: [query] }))
    const answer = await expectOk(admin.post(IMPORT, file, FROM))
    const entries = await app.admin.get('/api/audit/logs/?category=query_management&page_size=3')
    expect(entries.body.results.map(({ action }: { action: string }) => action)).toEqual([
      'queries_import',
      'query_create',
      'category_create',
    ])
    expect(entries.body.results[0].metadata).toEqual({ create: 2, change: 0, unchanged: 0, delete: 0 })
    return { answer, action: 'queries_import', by: admin, target: null }
  },
}

walkAuditLog(queryFilesFeature, SCENARIOS)
