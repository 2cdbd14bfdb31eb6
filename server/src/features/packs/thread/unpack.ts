import { Readable } from 'node:stream'
import { gunzipSync } from 'node:zlib'
import { extract } from 'tar-stream'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { LARGEST_PACK_BYTES, LARGEST_PACK_FILE_BYTES, MANIFEST_FILE } from '@heddle/contract/pack-files.ts'

export type ReportEntry = (path: string, message: string) => void

const MOST_ENTRIES = 10_000
/** What a tar has around its files. */
const TAR_OVERHEAD_BYTES = 20_000_000
const LONGEST_PATH = 200
const LINK = 0o120000
const FILE_TYPE = 0o170000
const NORMAL = new Set(['file', 'contiguous-file'])

/** Texts by path from an archive, with everything that is wrong with it. */
export async function unpackArchive(
  kind: 'zip' | 'tar',
  bytes: Buffer,
  report: ReportEntry,
): Promise<Map<string, string>> {
  const files = new Unpacked(report)
  try {
    await (kind === 'zip' ? unzip(bytes, files) : untar(bytes, files))
  } catch (error: unknown) {
    if (!(error instanceof TooLarge)) report('', `The archive cannot be read: ${(error as Error).message}`)
  }
  return files.fromManifest()
}

/** Reading more is pointless, and a fault already. */
class TooLarge extends Error {}

/** Checks every path and size, before anything is unpacked. */
class Unpacked {
  readonly #texts = new Map<string, string>()
  readonly #seen = new Set<string>()
  readonly #report: ReportEntry
  #bytes = 0
  #entries = 0

  constructor(report: ReportEntry) {
    this.#report = report
  }

  /** Whether an entry is to be read. */
  accepts(path: string, size: number, isFile: boolean): boolean {
    if (++this.#entries > MOST_ENTRIES) this.#stop(`The archive has more than ${MOST_ENTRIES} entries.`)
    const fault = entryPathFault(path)
    if (fault !== undefined) this.#report(path.slice(0, LONGEST_PATH), fault)
    else if (!isFile) this.#report(path, 'A pack may not contain links or special files.')
    else if (this.#seen.has(path)) this.#report(path, 'The path occurs twice.')
    else if (size > LARGEST_PACK_FILE_BYTES) this.#report(path, `Larger than ${LARGEST_PACK_FILE_BYTES} bytes.`)
    else {
      this.#seen.add(path)
      this.#bytes += size
      if (this.#bytes > LARGEST_PACK_BYTES) this.#stop(TOO_LARGE)
      return true
    }
    return false
  }

  add(path: string, bytes: Buffer): void {
    try {
      this.#texts.set(path, new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    } catch {
      this.#report(path, 'Not UTF-8.')
    }
  }

  #stop(message: string): never {
    this.#report('', message)
    throw new TooLarge(message)
  }

  /** An archive often has the folder of the pack around its files. */
  fromManifest(): Map<string, string> {
    const [folder, ...others] = [...this.#texts.keys()].flatMap(
      (path) => /^([^/]+\/)heddle-pack\.yaml$/.exec(path)?.[1] ?? [],
    )
    if (this.#texts.has(MANIFEST_FILE) || folder === undefined || others.length > 0) return this.#texts
    return new Map(
      [...this.#texts].map(([path, text]) => [path.startsWith(folder) ? path.slice(folder.length) : path, text]),
    )
  }
}

const TOO_LARGE = `The files are larger than ${LARGEST_PACK_BYTES} bytes together.`

/** Why a path cannot be one of a pack. */
export function entryPathFault(path: string): string | undefined {
  if (path === '' || path.length > LONGEST_PATH) return `Expected a path of at most ${LONGEST_PATH} characters.`
  if (/^[/\\]|^[A-Za-z]:/.test(path)) return 'Expected a path within the pack, not an absolute one.'
  if (/[\\\0]/.test(path) || !path.isWellFormed()) return 'Expected a path with / between folders.'
  const parts = path.split('/')
  return parts.some((part) => part === '' || part === '.' || part === '..')
    ? 'Expected a path without "..".'
    : undefined
}

async function unzip(bytes: Buffer, files: Unpacked): Promise<void> {
  // Names as they are: the library would end at the first bad one.
  const zip = await fromBufferPromise(bytes, { lazyEntries: true, decodeStrings: false })
  for await (const entry of entriesOf(zip)) {
    const path = (entry.fileName as unknown as Buffer).toString('utf8')
    const isFile = ((entry.externalFileAttributes >>> 16) & FILE_TYPE) !== LINK
    if (path.endsWith('/') && entryPathFault(path.slice(0, -1)) === undefined) continue
    if (!files.accepts(path, entry.uncompressedSize, isFile)) continue
    // The library holds an entry to the size it announces.
    const chunks: Buffer[] = []
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer)
    files.add(path, Buffer.concat(chunks))
  }
}

async function* entriesOf(zip: ZipFile): AsyncGenerator<Entry> {
  while (true) {
    const { promise, resolve, reject } = Promise.withResolvers<Entry | undefined>()
    const onEnd = () => resolve(undefined)
    zip.once('entry', resolve).once('end', onEnd).once('error', reject)
    zip.readEntry()
    const entry = await promise
    zip.off('entry', resolve).off('end', onEnd).off('error', reject)
    if (entry === undefined) return
    yield entry
  }
}

async function untar(bytes: Buffer, files: Unpacked): Promise<void> {
  const tar = extract()
  const feeding = Readable.from([unpackedBytes(bytes)]).pipe(tar)
  for await (const entry of tar) {
    const { name, type, size } = entry.header
    const path = name.replace(/^\.\//, '')
    const isFolder = type === 'directory'
    const folderFault = isFolder ? entryPathFault(path.replace(/\/$/, '') || '.') : undefined
    if (isFolder && (folderFault === undefined || /^\.?\/?$/.test(name))) {
      entry.resume()
      continue
    }
    if (!files.accepts(path, size, NORMAL.has(type))) {
      entry.resume()
      continue
    }
    const chunks: Buffer[] = []
    for await (const chunk of entry) chunks.push(chunk as Buffer)
    files.add(path, Buffer.concat(chunks))
  }
  feeding.destroy()
}

function unpackedBytes(bytes: Buffer): Buffer {
  try {
    return gunzipSync(bytes, { maxOutputLength: LARGEST_PACK_BYTES + TAR_OVERHEAD_BYTES })
  } catch (error: unknown) {
    throw (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? new Error(TOO_LARGE) : error
  }
}
