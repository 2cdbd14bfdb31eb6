import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { Readable } from 'node:stream'
import { expect, it, onTestFinished } from 'vitest'
import { ZipFile } from 'yazl'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { ARCHIVE_FORMAT, JOBS_ENTRY, MANIFEST_ENTRY, tableEntry } from './manifest.ts'
import { openArchive } from './read-archive.ts'

async function writeZip(fill: (zip: ZipFile) => void): Promise<string> {
  const file = join(temporaryFolder(), 'hostile.zip')
  const zip = new ZipFile()
  fill(zip)
  zip.end()
  await finished(zip.outputStream.pipe(createWriteStream(file)))
  return file
}

function* zeros(megabytes: number) {
  const chunk = Buffer.alloc(1_000_000, '0')
  for (let n = 0; n < megabytes; n++) yield chunk
}

it('does not unpack a manifest of any size', async () => {
  const file = await writeZip((zip) => zip.addReadStream(Readable.from(zeros(50)), MANIFEST_ENTRY))

  await expect(openArchive(file)).rejects.toThrow('its manifest.json has more than 4000000 bytes')
})

it('does not list any number of entries', async () => {
  const file = await writeZip((zip) => {
    for (let n = 0; n <= 1_000; n++) zip.addBuffer(Buffer.alloc(0), `tables/${n}.jsonl`)
  })

  await expect(openArchive(file)).rejects.toThrow('it has more than 1000 entries')
})

it('does not read a row of any length', async () => {
  const hash = createHash('sha256')
  for (const bytes of zeros(257)) hash.update(bytes)
  const empty = { rows: 0, sha256: createHash('sha256').digest('hex') }
  const manifest = {
    ...{ format: ARCHIVE_FORMAT, created_at: '', program_version: '', source: 'embedded', migrations: [] },
    ...{ secret_canary: null, sequences: [], jobs: empty },
    tables: [{ name: 'audit', columns: ['id'], rows: 1, sha256: hash.digest('hex') }],
  }
  const file = await writeZip((zip) => {
    zip.addReadStream(Readable.from(zeros(257)), tableEntry('audit'), { compressionLevel: 1 })
    zip.addBuffer(Buffer.alloc(0), JOBS_ENTRY)
    zip.addBuffer(Buffer.from(JSON.stringify(manifest)), MANIFEST_ENTRY)
  })
  const archive = await openArchive(file)
  onTestFinished(archive.close)

  await expect(archive.rows(tableEntry('audit')).next()).rejects.toThrow('a row has more than 256000000 bytes')
})
