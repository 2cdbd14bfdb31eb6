import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { copyStartedTemplate } from './embedded-template.ts'
import { shouldKeepDatabase } from './keep-database.ts'
import { copyPostgresTemplate } from './postgres-template.ts'
import { MIGRATIONS } from './test-database.ts'

/** Where a complete test server stores its data, as environment variables. */
export type TestStorage = {
  readonly env: Readonly<Record<string, string>>
  readonly remove: () => void | Promise<void>
}

/**
 * A copy of the template of started servers, so that no test waits for a database or queues to be created: embedded, or
 * on PostgreSQL (and Redis) when TEST_DATABASE_URL (and TEST_REDIS_URL) are set.
 */
export async function createTestStorage(): Promise<TestStorage> {
  const { TEST_DATABASE_URL: databaseUrl, TEST_REDIS_URL: redisUrl } = process.env
  const redis = redisUrl ? { REDIS_URL: redisUrl } : undefined
  return databaseUrl ? onPostgres(databaseUrl, redis) : embedded(redis)
}

async function embedded(redis: Readonly<Record<string, string>> | undefined): Promise<TestStorage> {
  const dataDir = await copyStartedTemplate()
  return { env: { DATA_DIR: dataDir, ...redis }, remove: () => removeFolder(dataDir) }
}

async function onPostgres(url: string, redis: Readonly<Record<string, string>> | undefined): Promise<TestStorage> {
  const database = await copyPostgresTemplate(url, MIGRATIONS, { isStarted: true })
  const dataDir = mkdtempSync(join(tmpdir(), 'heddle-test-'))
  return {
    env: { DATA_DIR: dataDir, DATABASE_URL: database.url, ...redis },
    remove: async () => {
      await database.drop()
      removeFolder(dataDir)
    },
  }
}

function removeFolder(dataDir: string): void {
  if (!shouldKeepDatabase(`DATA_DIR=${dataDir}`)) rmSync(dataDir, { recursive: true, force: true })
}
