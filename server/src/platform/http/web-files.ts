import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { extname, join, relative } from 'node:path'

/** The built web UI in memory. A path that is not in here cannot be read: no request reaches the disk. */
export type WebFiles = {
  /** `index.html`, cut where the nonces go. */
  readonly page: readonly string[]
  /** By path, such as `assets/index-3f2a.js` or `theme.js`. */
  readonly files: ReadonlyMap<string, WebFile>
}
export type WebFile = {
  readonly type: string
  readonly etag: string
  readonly body: Buffer
  /** The same, compressed ahead, as far as the build did it. */
  readonly br: Buffer | undefined
  readonly gzip: Buffer | undefined
}

const NONCE = '__NONCE__'
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
}

/** Returns the files of the web UI. Reads them again when its page has changed; undefined while there is none. */
export const webFilesOf = (folder: string): (() => Promise<WebFiles | undefined>) =>
  whileUnchanged(join(folder, 'index.html'), async () => {
    const contents = await readContents(folder)
    const page = contents.get('index.html')?.toString() ?? ''
    contents.delete('index.html')
    return { page: page.split(NONCE), files: filesOf(contents) }
  })

/** The same for any other folder, which is built anew when its file `mark` changes. */
export const builtFilesOf = (folder: string, mark: string): (() => Promise<WebFiles['files'] | undefined>) =>
  whileUnchanged(join(folder, mark), async () => filesOf(await readContents(folder)))

/** What `read` returned, until the file has another time; undefined while there is no such file. */
function whileUnchanged<Content>(file: string, read: () => Promise<Content>): () => Promise<Content | undefined> {
  let known: { readonly version: number; readonly content: Promise<Content> } | undefined
  return async () => {
    const version = await stat(file).then(
      ({ mtimeMs }) => mtimeMs,
      () => undefined,
    )
    // A build that runs just now replaces the folder: until it has, the old files are good.
    if (version !== undefined && version !== known?.version) {
      const content = read()
      known = { version, content }
      content.catch(() => (known = undefined))
    }
    return known?.content
  }
}

async function readContents(folder: string): Promise<Map<string, Buffer>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const names = entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => join(entry.parentPath, entry.name))
  const contents = new Map<string, Buffer>()
  for (const name of names) contents.set(relative(folder, name), await readFile(name))
  return contents
}

function filesOf(contents: ReadonlyMap<string, Buffer>): ReadonlyMap<string, WebFile> {
  const files = new Map<string, WebFile>()
  for (const [path, body] of contents) {
    // Weak, because it is the same whether compressed or not.
    const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
    const type = TYPES[extname(path)] ?? 'application/octet-stream'
    files.set(path, { type, etag, body, br: contents.get(`${path}.br`), gzip: contents.get(`${path}.gz`) })
  }
  return files
}
