import fs, { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { copyEmbeddedTemplate } from '../../../testing/embedded-template.ts'
import { temporaryFolder } from '../../../testing/temporary-folder.ts'
import { writeMigrations } from '../../../testing/write-migrations.ts'
import { openDatabase } from '../database.ts'
import { startProgram } from '../testing/child-program.ts'
import { compilePrograms } from './compile-programs.ts'
import { startPGlite } from './start-pglite.ts'

const migrations = writeMigrations({
  '0000_written': 'create table written (number int, half int, primary key (number, half))',
})

async function newDataDir(): Promise<string> {
  const dataDir = await copyEmbeddedTemplate(migrations)
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  return dataDir
}

/** Counts this thread's syncs, which still reach the operating system. */
function countSyncs(): () => number {
  const { fsyncSync } = fs
  let count = 0
  fs.fsyncSync = (file) => {
    count += 1
    fsyncSync(file)
  }
  syncBuiltinESMExports()
  onTestFinished(() => {
    fs.fsyncSync = fsyncSync
    syncBuiltinESMExports()
  })
  return () => count
}

describe('a commit to the embedded database', () => {
  it('syncs to disk every time', async () => {
    const dataDir = await newDataDir()
    const syncs = countSyncs()
    const pglite = await startPGlite(join(dataDir, 'database'), await compilePrograms(), {
      onLog: () => undefined,
      onPanic: () => undefined,
    })
    onTestFinished(() => pglite.close())
    const before = syncs()

    for (let number = 1; number <= 20; number += 1) await pglite.query('insert into written values ($1, 1)', [number])

    expect(syncs() - before).toBeGreaterThanOrEqual(20)
  })

  it('survives a killed process whole, and the database recovers on its own', async () => {
    const dataDir = await newDataDir()
    let acknowledged = 0

    for (let round = 0; round < 3; round += 1) {
      const writer = startProgram('./write-until-killed.ts', dataDir)
      for (let lines = 0; lines < 10 + 15 * round; lines += 1) acknowledged = Number(await writer.nextLine())
      const rest = await writer.kill()
      acknowledged = Number(rest.at(-1) ?? acknowledged)
    }

    const database = await openDatabase({ dataDir })
    onTestFinished(() => database.close())
    const { rows } = await database.pool.query(
      `select count(*) filter (where number <= $1)::int as acknowledged, count(*)::int % 2 as odd, max(number)::int - $1 as unheard from written`,
      [acknowledged],
    )
    expect(rows[0]).toMatchObject({ acknowledged: acknowledged * 2, odd: 0 })
    // The process may be killed after a commit reached the disk and before it was acknowledged.
    expect(rows[0].unheard).toBeLessThanOrEqual(1)
  }, 120_000)
})

describe('the first start', () => {
  it('creates the database, even after an earlier attempt was interrupted', async () => {
    const dataDir = temporaryFolder()
    mkdirSync(join(dataDir, 'database.unfinished'))
    writeFileSync(join(dataDir, 'database.unfinished', 'PG_VERSION'), 'half a file')

    const database = await openDatabase({ dataDir })

    onTestFinished(() => database.close())
    const { rows } = await database.pool.query(
      `select current_setting('fsync') as fsync, current_setting('wal_sync_method') as method`,
    )
    expect(rows).toEqual([{ fsync: 'on', method: 'fsync' }])
  }, 120_000)
})
