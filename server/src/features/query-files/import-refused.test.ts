import { afterAll, beforeAll, expect, it } from 'vitest'
import { readQueryFile } from '@heddle/domain/query-files/read-query-file.ts'
import { fileOf, fileQuery } from '../../testing/query-files/files.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'
import { auditFeature } from '../audit/index.ts'
import { queriesFeature } from '../queries/index.ts'
import { schedulesFeature } from '../schedules/index.ts'
import { usersFeature } from '../users/index.ts'
import { waiversFeature } from '../waivers/index.ts'
import { FILE_CHECKS } from './file-checks.query.ts'
import { createQueryFilesService } from './query-files.service.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const NO_CHECKS = { ...FILE_CHECKS, savedQuery: () => ({}), scheduledTask: () => ({}) }

/** Imports queries and says how many were written before it was refused, in how many statements. */
async function writesBefore(
  queries: readonly object[],
  { quota = 100, faults = {} } = {},
): Promise<{ writes: number; statements: number; error: string }> {
  const { features, platform } = app.app
  const owned = features.of(queriesFeature)
  let [writes, statements] = [0, 0]
  const many = {
    ...owned.queries.many,
    insert: async (_tx: unknown, _caller: unknown, orders: readonly unknown[]) => {
      writes += orders.length
      statements++
    },
    checkQuota: async (_tx: unknown, _caller: unknown, more = 0) => {
      if (more > quota) throw new Error('over the quota')
    },
  }
  const service = createQueryFilesService({
    deaths: { during: (_work, _what, act) => act() },
    database: platform.database,
    clock: platform.clock,
    audit: features.of(auditFeature) as never,
    waivers: features.of(waiversFeature),
    lists: { rebind: async () => {} },
    automationTemplates: { many: {} as never },
    queries: { many },
    categories: owned.categories,
    schedules: features.of(schedulesFeature).schedules,
    validate: async () => new Map(),
    kinds: [],
  })
  const editor = await app.userOf('editor')
  const caller = (await features.of(usersFeature).users.actor(editor.id)) as never
  const given = readQueryFile(fileOf({ saved_queries: queries }), NO_CHECKS)
  const options = { dryRun: false, signal: new AbortController().signal }
  const error = await service.import(caller, { ...given, faults }, options).then(
    () => 'none',
    (thrown: unknown) => String(thrown),
  )
  return { writes, statements, error }
}

const several = (count: number) => Array.from({ length: count }, (_, index) => fileQuery(`query ${index}`))

it('an import that the quota refuses has written nothing', async () => {
  expect(await writesBefore(several(3), { quota: 2 })).toMatchObject({
    writes: 0,
    error: expect.stringContaining('over the quota'),
  })
})

it('an import with faults of form writes nothing to find the others', async () => {
  const { writes, error } = await writesBefore(several(3), { faults: { version: ['This field is required.'] } })

  expect({ writes, error }).toEqual({ writes: 0, error: expect.stringContaining('version') })
})

it('an import without faults writes all of it, hundreds of queries at once', async () => {
  await app.admin.post('/api/controller/connections/', {
    name: 'lab',
    host: '127.0.0.1:1',
    username: 'u',
    password: 'p',
  })

  expect(await writesBefore(several(520), { quota: 600 })).toEqual({ writes: 520, statements: 2, error: 'none' })
})
