import { hash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = new URL('../../../', import.meta.url)
/** `server/build/` writes it: a file for each program, and what they were built from. */
const FOLDER = new URL('server/dist/', ROOT)
const KNOWN = Symbol.for('heddle.bundles')

export type BundleSource = {
  readonly path: string
  readonly bytes: number
  readonly modifiedMs: number
  readonly hash: string
}

export type Bundles = {
  /** Where the bundled files are, below `server/dist/`. */
  readonly folder: string
  /** Bundled files by their programs, whose paths are from the root. */
  readonly programs: Readonly<Record<string, string>>
  /** All that went into them: own files, and the `package.json` of each package. Paths are from the root. */
  readonly sources: readonly BundleSource[]
  /** Bundled files name the files beside their sources by this. */
  readonly root: string
}

export function describeSource(root: URL, path: string): BundleSource {
  const file = new URL(path, root)
  const { size, mtimeMs } = statSync(file)
  return { path, bytes: size, modifiedMs: mtimeMs, hash: hash('sha256', readFileSync(file)) }
}

/** What is built, if it is what the sources are now; it may be missing, and nothing needs it but speed. */
export function readBundles(root: URL = ROOT, folder: URL = FOLDER): Bundles | undefined {
  try {
    const bundles = JSON.parse(readFileSync(new URL('bundles.json', folder), 'utf8')) as Bundles
    return bundles.root === root.href && bundles.sources.every((source) => isUnchanged(root, source))
      ? bundles
      : undefined
  } catch {
    return undefined
  }
}

/** Reads a file only when its time differs: a checkout or an installation may have written the same again. */
function isUnchanged(root: URL, { path, bytes, modifiedMs, hash: before }: BundleSource): boolean {
  const file = new URL(path, root)
  const { size, mtimeMs } = statSync(file)
  return size === bytes && (mtimeMs === modifiedMs || hash('sha256', readFileSync(file)) === before)
}

/**
 * A program in one file, because finding and stripping its thousands of modules takes most of its start; the program
 * itself when there is no such file, or a source has changed since.
 */
export function bundledProgram(program: URL): URL {
  const bundles = knownBundles()
  const path = relative(fileURLToPath(ROOT), fileURLToPath(program)).replaceAll('\\', '/')
  const file = bundles?.programs[path]
  return file === undefined ? program : new URL(`${bundles!.folder}/${file}`, FOLDER)
}

/** The folder of the bundled programs, if they are used. */
export function folderOfBundles(): URL | undefined {
  const bundles = knownBundles()
  return bundles && new URL(`${bundles.folder}/`, FOLDER)
}

type Known = { [KNOWN]?: { readonly bundles: Bundles | undefined } }

/**
 * Decided once in a process, whose parts must be of one build. This module is there twice: where the process starts,
 * and in the bundle.
 */
function knownBundles(): Bundles | undefined {
  const known = ((globalThis as Known)[KNOWN] ??= { bundles: readBundles() })
  return known.bundles
}
