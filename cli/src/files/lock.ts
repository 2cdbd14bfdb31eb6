import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CommandError } from '../terminal.ts'
import { type Content, ITEM_KINDS } from './folder-file.ts'

/** Beside the files, and in version control with them. */
export const LOCK_FILE = 'heddle.lock.json'

/** Hashes of the keys of one thing, as the server had it. */
export type LockEntry = Readonly<Record<string, string>>

/** What was pulled, by `saved_queries.<name>` and so on, and `folder` for what belongs to no list. */
export type Lock = ReadonlyMap<string, LockEntry>

export const ROOT_ENTRY = 'folder'
/** What a file says to the import, and the server does not keep. */
const NOT_KEPT = new Set(['renamed_from'])

export function lockOf({ version: _, ...content }: Content): Lock {
  const root = Object.entries(content).filter(([key]) => !ITEM_KINDS.some((kind) => kind === key))
  return new Map([
    [ROOT_ENTRY, entryOf(Object.fromEntries(root))],
    ...ITEM_KINDS.flatMap((kind) =>
      (content[kind] ?? []).map((item) => [`${kind}.${item.name}`, entryOf(item)] as const),
    ),
  ])
}

export const entryOf = (thing: object): LockEntry =>
  Object.fromEntries(
    Object.entries(thing)
      .filter(([key, value]) => value !== undefined && !NOT_KEPT.has(key))
      .map(([key, value]) => [key, hashOf(value)]),
  )

/** The keys that differ, such as `nodes`. */
export const differingKeys = (one: LockEntry, other: LockEntry): readonly string[] =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].filter((key) => one[key] !== other[key]).sort()

const hashOf = (value: unknown): string => createHash('sha256').update(canonical(value)).digest('hex').slice(0, 16)

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const keys = Object.keys(value).sort()
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical((value as Record<string, unknown>)[key])}`).join(',')}}`
}

/** Undefined where nothing was pulled yet, or by an older version. */
export async function readLock(folder: string): Promise<Lock | undefined> {
  const text = await readFile(join(folder, LOCK_FILE), 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return undefined
  try {
    const { version, pulled } = JSON.parse(text) as { version: unknown; pulled: Record<string, LockEntry> }
    if (version === 1) return new Map(Object.entries(pulled))
  } catch {
    // Said below.
  }
  throw new CommandError(`${LOCK_FILE} cannot be read: take it from version control again, or delete it and pull.`)
}

/** In one order, and a line for each thing, so that two branches merge. */
export function lockText(lock: Lock): string {
  const lines = [...lock]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, entry]) => `    ${JSON.stringify(name)}: ${JSON.stringify(entry)}`)
  return `{\n  "version": 1,\n  "pulled": {\n${lines.join(',\n')}\n  }\n}\n`
}
