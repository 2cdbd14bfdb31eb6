import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import type { Database } from '../../adapters/database/database.ts'

/** An empty data folder, and for PostgreSQL an empty database, as environment variables. */
export type EmptyPlace = { readonly env: Readonly<Record<string, string>>; readonly remove: () => Promise<void> }

export async function createEmptyPlace(kind: Database['kind']): Promise<EmptyPlace> {
  const dataDir = mkdtempSync(join(tmpdir(), 'heddle-test-'))
  const removeFolder = (): void => rmSync(dataDir, { recursive: true, force: true })
  if (kind === 'embedded') return { env: { DATA_DIR: dataDir }, remove: async () => removeFolder() }
  const url = process.env['TEST_DATABASE_URL']!
  const name = `heddle_test_${randomBytes(6).toString('hex')}`
  await execute(url, `create database ${name}`)
  return {
    env: { DATA_DIR: dataDir, DATABASE_URL: Object.assign(new URL(url), { pathname: `/${name}` }).href },
    remove: async () => {
      await execute(url, `drop database ${name} with (force)`)
      removeFolder()
    },
  }
}

async function execute(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}
