import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = new URL('../../../../', import.meta.url)
/** `server/build/` writes it: a file for each program, and what they were built from. */
const BUNDLES = new URL('server/dist/threads/', ROOT)

export type ThreadBundles = {
  /** Bundled files by their programs, whose paths are from the root. */
  readonly programs: Readonly<Record<string, string>>
  /** Paths from the root of all that went into them. */
  readonly sources: readonly string[]
  readonly hash: string
}

export const hashOfSources = (root: URL, sources: readonly string[]): string =>
  hash('sha256', sources.map((path) => hash('sha256', readFileSync(new URL(path, root)))).join('\n'))

/** What is built, if it is what the sources are now; it may be missing, and nothing needs it but speed. */
export function readBundles(root: URL = ROOT, folder: URL = BUNDLES): ThreadBundles | undefined {
  try {
    const bundles = JSON.parse(readFileSync(new URL('threads.json', folder), 'utf8')) as ThreadBundles
    return hashOfSources(root, bundles.sources) === bundles.hash ? bundles : undefined
  } catch {
    return undefined
  }
}

let known: { readonly bundles: ThreadBundles | undefined } | undefined

/**
 * A thread's program in one file, because finding and stripping its hundreds of modules takes most of its start; the
 * program itself when there is no such file, or a source has changed since.
 */
export function bundledProgram(program: URL): URL {
  known ??= { bundles: readBundles() }
  const path = relative(fileURLToPath(ROOT), fileURLToPath(program)).replaceAll('\\', '/')
  const file = known.bundles?.programs[path]
  return file === undefined ? program : new URL(file, BUNDLES)
}
