import { readFile, stat } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { pack as tar } from 'tar-stream'
import { CommandError } from '../terminal.ts'
import { readPackFolder } from './pack-folder.ts'

export type PackArchive = { readonly mediaType: 'application/zip' | 'application/gzip'; readonly bytes: Uint8Array }

/** A pack as the server takes it: a folder is packed here, an archive is sent as it is. */
export async function packArchive(path: string): Promise<PackArchive> {
  const found = await stat(path).catch((error: unknown) => {
    throw new CommandError(`${path} cannot be read: ${(error as Error).message}`)
  })
  if (found.isDirectory()) return { mediaType: 'application/gzip', bytes: await archiveOf(await readPackFolder(path)) }
  if (/\.zip$/i.test(path)) return { mediaType: 'application/zip', bytes: await readFile(path) }
  if (/\.(tar\.gz|tgz)$/i.test(path)) return { mediaType: 'application/gzip', bytes: await readFile(path) }
  throw new CommandError(`${path}: expected a folder, a .zip or a .tar.gz.`)
}

async function archiveOf(files: ReadonlyMap<string, string>): Promise<Uint8Array> {
  const archive = tar()
  for (const [name, text] of files) archive.entry({ name }, text)
  archive.finalize()
  return gzipSync(await buffer(archive))
}
