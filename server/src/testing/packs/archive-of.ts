import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { pack as tar } from 'tar-stream'

/** The texts of a pack by path, as `.tar.gz`. */
export async function archiveOf(files: Readonly<Record<string, string>>): Promise<Buffer> {
  const archive = tar()
  for (const [name, text] of Object.entries(files)) archive.entry({ name }, text)
  archive.finalize()
  return gzipSync(await buffer(archive))
}
