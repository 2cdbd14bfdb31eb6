import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { copyEmbeddedTemplate } from '../../../testing/embedded-template.ts'
import { writeMigrations } from '../../../testing/write-migrations.ts'
import { DataFolderInUse } from '../data-folder-lock.ts'
import { type Database, openDatabase } from '../database.ts'
import { DatabaseBusy } from '../../../kernel/database-errors.ts'
import { startProgram } from '../testing/child-program.ts'
import { EmbeddedDatabaseLost } from './launch-thread.ts'

const migrations = writeMigrations({ '0000_notes': 'create table notes (id int primary key)' })

async function newDataDir(): Promise<string> {
  const dataDir = await copyEmbeddedTemplate(migrations)
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  return dataDir
}

describe('the embedded database', () => {
  let dataDir = ''
  let database: Database

  beforeAll(async () => {
    dataDir = await copyEmbeddedTemplate(migrations)
    database = await openDatabase({ dataDir, connectTimeoutMs: 3_000 })
  })

  afterAll(async () => {
    await database.close()
    rmSync(dataDir, { recursive: true })
  })

  it('does not block this process while a query runs', async () => {
    let turns = 0
    const turn = (): void => {
      turns += 1
      pending = setImmediate(turn)
    }
    let pending = setImmediate(turn)
    onTestFinished(() => clearImmediate(pending))

    await database.pool.query('select count(*) from generate_series(1, 300000)')

    expect(turns).toBeGreaterThan(100)
  })

  it('starts every connection with a clean session', async () => {
    const broken = await database.pool.connect()
    await broken.query(`set application_name = 'left behind'`)
    await broken.query('create temp table left_behind (id int)')
    await broken.query('begin')
    await broken.query('insert into notes values (1)')
    broken.release(new Error('no longer usable'))

    const { rows } = await database.pool.query(
      `select current_setting('application_name') as name, to_regclass('left_behind') as temporary, (select count(*)::int from notes) as notes`,
    )

    expect(rows).toEqual([{ name: '', temporary: null, notes: 0 }])
  })

  it('stores and returns large values whole', async () => {
    const body = 'fabric '.repeat(700_000)

    const { rows } = await database.pool.query<{ body: string }>('select $1::text as body from generate_series(1, 2)', [
      body,
    ])

    expect(rows.map((row) => row.body === body)).toEqual([true, true])
  })

  it('survives very deep expressions', async () => {
    await expect(database.pool.query(`select ${'1+'.repeat(100_000)}1`)).rejects.toThrow('stack depth limit exceeded')

    await database.ping()
  })

  it('has the trigram extension', async () => {
    await database.pool.query('create extension pg_trgm')

    const { rows } = await database.pool.query(`select similarity('fabric', 'fabrik') > 0.4 as alike`)
    expect(rows).toEqual([{ alike: true }])
  })

  it('explains why a caller waited too long', async () => {
    const held = await database.pool.connect()

    const waiting = database.ping()

    await expect(waiting).rejects.toThrow(DatabaseBusy)
    held.release()
    await database.ping()
  })

  it('refuses to open a folder that is already open', async () => {
    await expect(openDatabase({ dataDir })).rejects.toThrow(DataFolderInUse)
  })
})

describe('closing the embedded database', () => {
  it('frees its folder, ends connections still in use, and keeps what was written', async () => {
    const dataDir = await newDataDir()
    const first = await openDatabase({ dataDir, drainTimeoutMs: 50 })
    await first.pool.query('insert into notes values (7)')
    const held = await first.pool.connect()

    await first.close()

    await expect(held.query('select 1')).rejects.toThrow()
    const second = await openDatabase({ dataDir })
    onTestFinished(() => second.close())
    expect((await second.pool.query('select id from notes')).rows).toEqual([{ id: 7 }])
  })
})

describe('an embedded database that fails', () => {
  it('reports it once, ends the queries in flight and refuses new ones', async () => {
    const lost: Error[] = []
    const dataDir = await newDataDir()
    const database = await openDatabase({ dataDir, onLost: (error) => lost.push(error) })
    onTestFinished(() => database.close())
    rmSync(join(dataDir, 'database', 'pg_wal'), { recursive: true })
    await database.pool.query('select pg_switch_wal()').catch(() => undefined)

    await expect(database.pool.query('insert into notes values (1)')).rejects.toThrow()

    await expect(database.ping()).rejects.toThrow(EmbeddedDatabaseLost)
    expect(lost).toHaveLength(1)
    expect(lost[0]?.message).toContain('PANIC')
  })

  it('ends the process with a non-zero status', async () => {
    const program = startProgram('./lose-database.ts', await newDataDir())
    onTestFinished(async () => {
      await program.kill()
    })

    expect(await program.ended).toBe(1)
  })
})
