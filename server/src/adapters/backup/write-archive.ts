import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream, existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { syncPath } from '../database/embedded/durable-folder.ts'
import { BackupError } from './backup-error.ts'
import { type Manifest, MANIFEST_ENTRY } from './manifest.ts'

export type WrittenPart = { readonly rows: number; readonly sha256: string }

export type ArchiveWriter = {
  /** Writes one JSON value a line, asking for the next batch only when the last one is written. */
  readonly addLines: (entry: string, batches: AsyncIterable<readonly unknown[]>) => Promise<WrittenPart>
}

// More would cost more time than it saves space: most of what is large in a database is compressed already.
const COMPRESSION = 3

/**
 * Writes an archive that appears under its name complete or not at all. The manifest comes last, so an archive that was
 * cut off has none.
 */
export async function writeArchive(
  file: string,
  work: (archive: ArchiveWriter) => Promise<Manifest>,
): Promise<Manifest> {
  if (existsSync(file)) throw new BackupError(`${file} exists already: choose another name, or delete it`)
  const unfinished = `${file}.unfinished`
  await rm(unfinished, { force: true })
  const zip = new ZipFile()
  const out = createWriteStream(unfinished, { flags: 'wx', mode: 0o600 })
  try {
    await once(out, 'open')
    const written = pipeline(zip.outputStream, out)
    // Whichever ends first: the disk may be full while rows are still being read.
    const manifest = await Promise.race([
      work(writerTo(zip)),
      written.then(() => Promise.reject(new Error('the archive ended early'))),
    ])
    zip.addBuffer(Buffer.from(`${JSON.stringify(manifest, undefined, 2)}\n`), MANIFEST_ENTRY)
    zip.end()
    await written
    await publish(unfinished, file)
    return manifest
  } catch (error) {
    out.destroy()
    await rm(unfinished, { force: true })
    throw error
  }
}

async function publish(unfinished: string, file: string): Promise<void> {
  const handle = await open(unfinished, 'r+')
  await handle.sync().finally(() => handle.close())
  await rename(unfinished, file)
  syncPath(dirname(file))
}

function writerTo(zip: ZipFile): ArchiveWriter {
  return {
    addLines: async (entry, batches) => {
      const hash = createHash('sha256')
      let count = 0
      async function* lines(): AsyncGenerator<Buffer> {
        for await (const batch of batches) {
          const bytes = Buffer.from(batch.map((row) => `${JSON.stringify(row)}\n`).join(''))
          hash.update(bytes)
          count += batch.length
          yield bytes
        }
      }
      const source = Readable.from(lines(), { objectMode: false })
      // A stream's length is not known in advance, and a table may have more than 4 GB.
      zip.addReadStream(source, entry, { compressionLevel: COMPRESSION, forceZip64Format: true })
      await finished(source, { writable: false })
      return { rows: count, sha256: hash.digest('hex') }
    },
  }
}
