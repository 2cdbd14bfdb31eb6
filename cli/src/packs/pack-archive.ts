import { readFile, stat } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { pack as tar } from 'tar-stream'
import { CommandError } from '../terminal.ts'
import { readPackFolder } from './pack-folder.ts'
import { readShippedPacks } from './shipped-packs.ts'

type PackArchive = { readonly mediaType: 'application/zip' | 'application/gzip'; readonly bytes: Uint8Array }

/**
 * A pack as the server takes it: a folder is packed here, an archive is sent as it is. What is no path may name a pack
 * that comes with Heddle.
 */
export async function packArchive(path: string): Promise<PackArchive> {
  const found = await stat(path).catch((error: unknown) => error as Error)
  if (found instanceof Error) return shippedArchive(path, found)
  if (found.isDirectory()) return { mediaType: 'application/gzip', bytes: await archiveOf(await readPackFolder(path)) }
  if (/\.zip$/i.test(path)) return { mediaType: 'application/zip', bytes: await readFile(path) }
  if (/\.(tar\.gz|tgz)$/i.test(path)) return { mediaType: 'application/gzip', bytes: await readFile(path) }
  throw new CommandError(`${path}: expected a folder, a .zip or a .tar.gz.`)
}

async function shippedArchive(name: string, { message }: Error): Promise<PackArchive> {
  const packs = await readShippedPacks()
  if (Object.hasOwn(packs, name))
    return { mediaType: 'application/gzip', bytes: await archiveOf(new Map(Object.entries(packs[name]!))) }
  throw new CommandError(
    `${name} cannot be read: ${message}. Packs that come with Heddle: ${Object.keys(packs).join(', ')}.`,
  )
}

async function archiveOf(files: ReadonlyMap<string, string>): Promise<Uint8Array> {
  const archive = tar()
  for (const [name, text] of files) archive.entry({ name }, text)
  archive.finalize()
  return gzipSync(await buffer(archive))
}
