import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { Check } from 'typebox/value'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { BackupError } from './backup-error.ts'
import { ARCHIVE_FORMAT, JOBS_ENTRY, Manifest, MANIFEST_ENTRY, tableEntry } from './manifest.ts'

/** Names of tables and their columns take some ten kilobytes. */
const MOST_MANIFEST_BYTES = 4_000_000
/** Ours has one for each table, and two more. */
const MOST_ENTRIES = 1_000
/** A chunk of a snapshot is the largest value that a row holds, and far smaller, even in base64. */
const LONGEST_ROW_BYTES = 256_000_000

export type Archive = {
  readonly manifest: Manifest
  /** The values of an entry, one after the other. */
  readonly rows: (entry: string) => AsyncGenerator
  readonly close: () => void
}

/**
 * Opens an archive and reads all of it once: one that is damaged or cut off is refused here, before anything is
 * written.
 */
export async function openArchive(file: string): Promise<Archive> {
  const zip = await openPromise(file, { lazyEntries: true, autoClose: false }).catch((error: unknown) => {
    throw isMissing(error) ? new BackupError(`${file}: there is no such file`) : damaged(file, error)
  })
  try {
    const entries = await listEntries(zip).catch((error: unknown) => Promise.reject(damaged(file, error)))
    const open = (name: string): Promise<Readable> => {
      const entry = entries.get(name)
      if (!entry) return Promise.reject(new Error(`it has no ${name}`))
      // While reading, the library holds an entry to the size it announces.
      if (name === MANIFEST_ENTRY && entry.uncompressedSize > MOST_MANIFEST_BYTES)
        return Promise.reject(new Error(`its ${name} has more than ${MOST_MANIFEST_BYTES} bytes`))
      return zip.openReadStreamPromise(entry)
    }
    const manifest = await readManifest(file, open)
    await verify(manifest, open).catch((error: unknown) => Promise.reject(damaged(file, error)))
    return { manifest, rows: (name) => readRows(open, name), close: () => zip.close() }
  } catch (error) {
    zip.close()
    throw error
  }
}

type Open = (name: string) => Promise<Readable>

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT'

function damaged(file: string, error: unknown): BackupError {
  const reason = error instanceof Error ? error.message : String(error)
  return new BackupError(`${file}: not a complete backup, it is damaged or was cut off (${reason})`, { cause: error })
}

async function listEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  zip.on('entry', (entry: Entry) => {
    entries.set(entry.fileName, entry)
    if (entries.size > MOST_ENTRIES) reject(new Error(`it has more than ${MOST_ENTRIES} entries`))
    else zip.readEntry()
  })
  zip.once('end', resolve)
  zip.once('error', reject)
  zip.readEntry()
  await promise
  return entries
}

async function readManifest(file: string, open: Open): Promise<Manifest> {
  const value: unknown = await open(MANIFEST_ENTRY)
    .then(text)
    .then((found) => JSON.parse(found) as unknown)
    .catch((error: unknown) => Promise.reject(damaged(file, error)))
  if (Check(Manifest, value)) return value
  const format = typeof value === 'object' && value !== null && 'format' in value ? String(value.format) : 'unknown'
  throw new BackupError(`${file}: its format is ${format}, this program reads ${ARCHIVE_FORMAT}`)
}

async function verify({ tables, jobs }: Manifest, open: Open): Promise<void> {
  for (const { name, sha256 } of tables) await verifyEntry(open, tableEntry(name), sha256)
  await verifyEntry(open, JOBS_ENTRY, jobs.sha256)
}

async function verifyEntry(open: Open, name: string, sha256: string): Promise<void> {
  const hash = createHash('sha256')
  for await (const bytes of await open(name)) hash.update(bytes as Buffer)
  if (hash.digest('hex') !== sha256) throw new Error(`the checksum of ${name} differs`)
}

const NEWLINE = 0x0a

async function* readRows(open: Open, name: string): AsyncGenerator {
  let rest: Buffer[] = []
  let restBytes = 0
  for await (const chunk of await open(name)) {
    const bytes = chunk as Buffer
    let start = 0
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
      rest.push(bytes.subarray(start, end))
      yield JSON.parse(Buffer.concat(rest).toString('utf8')) as unknown
      rest = []
      restBytes = 0
      start = end + 1
    }
    rest.push(bytes.subarray(start))
    restBytes += bytes.length - start
    if (restBytes > LONGEST_ROW_BYTES) throw new BackupError(`${name}: a row has more than ${LONGEST_ROW_BYTES} bytes`)
  }
}
