import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, mkdir, open, readFile, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { rootKeyProblem } from './root-key.ts'
import { Secret } from './secret.ts'

const FILE_NAME = 'secret.key'

export const hasSecretKeyFile = (dataDir: string): boolean => existsSync(join(dataDir, FILE_NAME))

/** The root key in the data folder, created if there is none yet. Processes that start together get the same one. */
export async function readOrCreateSecretKey(dataDir: string): Promise<Secret> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const path = join(dataDir, FILE_NAME)
  const text = (await readKey(path)) ?? (await createKey(dataDir, path))
  const problem = rootKeyProblem(text)
  if (problem !== undefined)
    throw new Error(`${path}: ${problem}; restore the file from a backup, or the stored secrets are lost`)
  return new Secret(text)
}

async function readKey(path: string): Promise<string | undefined> {
  try {
    return (await readFile(path, 'utf8')).trim()
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined
    throw error
  }
}

/** The file appears complete or not at all, and never replaces another process's: `link` fails if it exists. */
async function createKey(dataDir: string, path: string): Promise<string> {
  const draft = `${path}.${randomUUID()}`
  await writeDurably(draft, `${randomBytes(32).toString('base64url')}\n`)
  try {
    await link(draft, path)
    await syncFolder(dataDir)
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error
  } finally {
    await unlink(draft)
  }
  return (await readFile(path, 'utf8')).trim()
}

async function writeDurably(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}

// A new file's name is part of its folder: without this sync a power cut could lose it, and with it every stored
// secret.
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code
