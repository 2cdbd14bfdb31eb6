import git from 'isomorphic-git'
import { GitFailure } from './git-failure.ts'
import type { MemoryFiles } from './memory-files.ts'

export type GitFile = {
  /** From the root of the repository. */
  readonly path: string
  readonly oid: string
  readonly text: string
}

export type ReadBounds = {
  readonly mostFiles: number
  readonly mostFileBytes: number
  readonly mostBytes: number
  readonly isWanted: (name: string) => boolean
}

const MOST_FOLDERS = 5_000
const MOST_DEPTH = 50
const MOST_ENTRIES = 50_000

type Place = { readonly fs: MemoryFiles; readonly gitdir: string; readonly cache: object }

/**
 * The files below a folder of a commit. Links, submodules, hidden names and names that would lead out of the folder
 * are passed over: they are nothing to read.
 */
export async function readFiles(
  { fs, gitdir, cache }: Place,
  commit: string,
  path: string,
  bounds: ReadBounds,
): Promise<readonly GitFile[]> {
  const clone = { fs, gitdir, cache }
  const root = await findFolder(clone, commit, path)
  const files: GitFile[] = []
  const folders = root === undefined ? [] : [{ oid: root, path, depth: 0 }]
  let entries = 0
  let bytes = 0
  for (const folder of folders) {
    const { tree } = await git.readTree({ ...clone, oid: folder.oid })
    entries += tree.length
    if (entries > MOST_ENTRIES) throw tooMany('entries', MOST_ENTRIES)
    for (const { path: name, oid, type, mode } of tree) {
      if (!isPlainName(name)) continue
      const full = folder.path === '' ? name : `${folder.path}/${name}`
      if (type === 'tree') folders.push({ oid, path: full, depth: folder.depth + 1 })
      // A link is a blob of another mode, a submodule is no blob.
      if (type !== 'blob' || mode === '120000' || !bounds.isWanted(name)) continue
      if (files.length >= bounds.mostFiles) throw tooMany('files', bounds.mostFiles)
      const { blob } = await git.readBlob({ ...clone, oid })
      bytes += blob.byteLength
      if (blob.byteLength > bounds.mostFileBytes)
        throw new GitFailure(`${show(full)} has more than ${bounds.mostFileBytes / 1e6} MB.`)
      if (bytes > bounds.mostBytes) throw new GitFailure(`The files have more than ${bounds.mostBytes / 1e6} MB.`)
      files.push({ path: full, oid, text: new TextDecoder().decode(blob) })
    }
    if (folders.length > MOST_FOLDERS || folder.depth > MOST_DEPTH) throw tooMany('folders', MOST_FOLDERS)
  }
  return files
}

/** The tree of a folder; undefined if it is not there, or is no folder. */
async function findFolder(clone: Place, commit: string, path: string): Promise<string | undefined> {
  let oid = (await git.readCommit({ ...clone, oid: commit })).commit.tree
  for (const name of path.split('/').filter((part) => part !== '')) {
    const { tree } = await git.readTree({ ...clone, oid })
    const found = tree.find((entry) => entry.path === name && entry.type === 'tree')
    if (found === undefined) return undefined
    oid = found.oid
  }
  return oid
}

const isPlainName = (name: string): boolean => name !== '' && !name.startsWith('.') && !/[/\\\p{Cc}]/u.test(name)

const show = (path: string): string => path.slice(0, 200)

const tooMany = (what: string, most: number) =>
  new GitFailure(`The folder of the repository has too many ${what}: more than ${most}.`)
