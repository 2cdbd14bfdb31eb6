import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { readOrCreateSecretKey } from './secret-key-file.ts'

const folders: string[] = []

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'heddle-key-'))
  folders.push(folder)
  return folder
}

afterEach(async () => {
  await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true })))
})

describe('the generated root key', () => {
  it('is created once, readable only by its owner, and reused from then on', async () => {
    const dataDir = join(await emptyFolder(), 'made', 'too')

    const first = await readOrCreateSecretKey(dataDir)
    const second = await readOrCreateSecretKey(dataDir)

    expect(second.reveal()).toBe(first.reveal())
    expect(first.reveal()).toHaveLength(43)
    expect((await stat(join(dataDir, 'secret.key'))).mode & 0o777).toBe(0o600)
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700)
  })

  it('is the same for all processes that start together, and leaves no temporary files', async () => {
    const dataDir = await emptyFolder()

    const keys = await Promise.all(Array.from({ length: 20 }, () => readOrCreateSecretKey(dataDir)))

    expect(new Set(keys.map((key) => key.reveal())).size).toBe(1)
    expect(await readdir(dataDir)).toEqual(['secret.key'])
    expect((await readFile(join(dataDir, 'secret.key'), 'utf8')).trim()).toBe(keys[0]?.reveal())
  })

  it('differs between installations', async () => {
    const [first, second] = await Promise.all(
      [emptyFolder(), emptyFolder()].map(async (folder) => readOrCreateSecretKey(await folder)),
    )

    expect(first?.reveal()).not.toBe(second?.reveal())
  })

  it('is not replaced when the file is damaged, which would lose every stored secret', async () => {
    const dataDir = await emptyFolder()
    await writeFile(join(dataDir, 'secret.key'), '')

    await expect(readOrCreateSecretKey(dataDir)).rejects.toThrow(
      /secret\.key: expected at least 8 characters \(32 random ones recommended\), got 0; restore/,
    )
  })
})
