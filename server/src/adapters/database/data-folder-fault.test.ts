import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { dataFolderFault } from './data-folder-fault.ts'
import { openDatabase } from './database.ts'

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-fault-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const faultOfOpening = (dataDir: string): Promise<string | undefined> =>
  openDatabase({ dataDir, onLost: () => undefined }).then(
    () => 'it opened',
    (error: unknown) => dataFolderFault(error, dataDir),
  )

const failed = (code: string, fields: object = {}): Error =>
  Object.assign(new Error(`${code}: raw words`), { code, ...fields })

it.each([
  [failed('ENOSPC', { path: '/data/database/base/1' }), 'The disk is full: free some space and start again.'],
  [new Error('a statement failed', { cause: failed('53100') }), 'The disk is full: free some space and start again.'],
  [new Error('database or disk is full'), 'The disk is full: free some space and start again.'],
  [failed('EROFS', { path: '/data/heddle.pid' }), 'The file system is read-only.'],
  [failed('EACCES', { path: '/data' }), 'This user may not write to it.'],
  [failed('ENOENT', { path: '/data', syscall: 'mkdir' }), 'It does not exist and cannot be created.'],
  [
    new Error('PANIC:  could not locate a valid checkpoint record at 0/17'),
    /^The write-ahead log .* Restore the folder from a backup\.$/,
  ],
  [new Error('PGlite failed to initialize properly'), /^Its database is damaged or incomplete\./],
])('%s is described in words', (error, words) => {
  const fault = dataFolderFault(error, '/data')

  expect(fault).toMatch(/^DATA_DIR \/data: /)
  expect(fault!.slice('DATA_DIR /data: '.length)).toEqual(
    typeof words === 'string' ? words : expect.stringMatching(words),
  )
})

it('an error about another file is no fault of the folder', () => {
  expect(dataFolderFault(failed('EROFS', { path: '/elsewhere/versions.json' }), '/data')).toBeUndefined()
  expect(dataFolderFault(new Error('the key is wrong'), '/data')).toBeUndefined()
})

it('a database without PG_VERSION is not replaced, and the fault says what is missing', async () => {
  const folder = newFolder()
  await openDatabase({ dataDir: folder }).then((database) => database.close())
  rmSync(join(folder, 'database', 'PG_VERSION'))

  expect(await faultOfOpening(folder)).toBe(
    `DATA_DIR ${folder}: Its database is incomplete: the file PG_VERSION is missing. Restore the folder from a backup.`,
  )
})

it('a data folder that is a file is described in words', async () => {
  const path = join(newFolder(), 'file')
  writeFileSync(path, '')

  expect(await faultOfOpening(path)).toBe(`DATA_DIR ${path}: It is not a folder.`)
})

it.skipIf(process.getuid?.() === 0)('a folder without the right to write is described in words', async () => {
  const folder = newFolder()
  chmodSync(folder, 0o500)

  expect(await faultOfOpening(folder)).toBe(`DATA_DIR ${folder}: This user may not write to it.`)
})
