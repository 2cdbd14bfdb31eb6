import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { buildCli } from '../../cli/build.ts'
import { build as buildClient } from '../../client/build.ts'
import { buildWeb } from '../../web/build/build-web.ts'
import { readLock } from '../dependencies/locked-packages.ts'
import { describeParts } from '../dependencies/sbom.ts'
import { buildImage } from './build-image.ts'
import { run } from './run.ts'
import { archiveServer } from './server-archive.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/**
 * Builds the client, the command line, the web UI, an archive of the server and, where there is a container engine, an
 * image into an empty folder, with their parts and checksums. Returns the names of the files.
 */
export async function makeRelease(out: string, say: (line: string) => void): Promise<readonly string[]> {
  await mkdir(out, { recursive: true })
  if ((await readdir(out)).length > 0) throw new Error(`${out} is not empty`)
  const { version = '' } = (await readLock()).packages[''] ?? {}
  const changes = await run('git', ['status', '--porcelain'], ROOT)
  if (changes !== '') say('WARNING: there are changes that are not committed. They are part of this release.')

  say(`Heddle ${version}: packages of the client and the command line`)
  const cli = await buildCli()
  const packed = [fileURLToPath(await buildClient()), cli]
  await run('npm', ['pack', ...packed, '--silent', '--pack-destination', out], ROOT)
  await copyFile(join(cli, 'heddle.mjs'), join(out, 'heddle.mjs'))
  say('The web UI and the archive of the server')
  await buildWeb(join(ROOT, 'web'))
  await archiveServer(ROOT, out, version)
  await writeFile(join(out, 'sbom.cdx.json'), `${JSON.stringify(describeParts(await readLock()), undefined, 2)}\n`)
  await buildImage(ROOT, out, version, say)
  await writeChecksums(out)
  return (await readdir(out)).toSorted()
}

/** As `sha256sum --check SHA256SUMS` reads them. */
async function writeChecksums(folder: string): Promise<void> {
  const names = (await readdir(folder)).toSorted()
  const lines = await Promise.all(
    names.map(async (name) => {
      const hash = createHash('sha256')
      await pipeline(createReadStream(join(folder, name)), hash)
      return `${hash.digest('hex')}  ${name}\n`
    }),
  )
  await writeFile(join(folder, 'SHA256SUMS'), lines.join(''))
}
