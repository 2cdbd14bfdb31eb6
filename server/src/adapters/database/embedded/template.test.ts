import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { zstdCompressSync } from 'node:zlib'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDatabase } from '../database.ts'
import { createEmbeddedFolder } from './embedded-folder.ts'
import { embeddedFolder } from './open-embedded.ts'
import { unpackTemplate } from './template.ts'

let folder: string
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'heddle-template-'))))
afterEach(() => rmSync(folder, { recursive: true }))

/** What a database knows before anything was stored in it, except where and when. */
async function describeDatabase(dataDir: string): Promise<object> {
  const database = await openDatabase({ dataDir })
  const read = async (query: string): Promise<unknown[]> => (await database.pool.query(query)).rows
  const described = {
    databases: await read('select datname, datcollate, datctype, encoding, datconnlimit from pg_database order by 1'),
    settings: await read(`select name, setting from pg_settings where name not in
      ('config_file', 'data_directory', 'hba_file', 'ident_file', 'port', 'TimeZone', 'log_timezone') order by 1`),
    roles: await read('select rolname, rolsuper, rolpassword from pg_authid order by 1'),
    functions: await read('select count(*), sum(hashtext(prosrc)) from pg_proc'),
    tables: await read('select oid::int, relname from pg_class order by 1'),
    collations: await read('select count(*) from pg_collation'),
  }
  await database.close()
  return described
}

it('an unpacked database is the one that initdb creates', async () => {
  const [unpacked, created] = [join(folder, 'unpacked'), join(folder, 'created')]
  const database = await openDatabase({ dataDir: unpacked })
  await database.close()
  mkdirSync(embeddedFolder(created), { recursive: true })
  await createEmbeddedFolder(embeddedFolder(created), () => undefined)

  expect(await describeDatabase(unpacked)).toEqual(await describeDatabase(created))
})

it('belongs to the installed version of the database: write it again with `npm run template` after a new one', () => {
  expect(unpackTemplate(folder)).toBe(true)
})

it('of another version is not used, nor is one that is missing', () => {
  const contents = JSON.stringify({ programs: 'others', entries: [] })
  const length = Buffer.alloc(4)
  length.writeUInt32LE(contents.length)
  const other = join(folder, 'other.zst')
  writeFileSync(other, zstdCompressSync(Buffer.concat([length, Buffer.from(contents)])))

  expect(unpackTemplate(folder, pathToFileURL(other))).toBe(false)
  expect(unpackTemplate(folder, pathToFileURL(join(folder, 'missing.zst')))).toBe(false)
})
