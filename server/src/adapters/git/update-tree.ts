import git, { type TreeEntry } from 'isomorphic-git'
import { GitFailure } from './git-failure.ts'
import type { MemoryFiles } from './memory-files.ts'

type Place = { readonly fs: MemoryFiles; readonly gitdir: string; readonly cache: object }

/** A tree with files written and deleted, all else as it was; folders that are empty then are gone. */
export async function updateTree(
  { fs, gitdir, cache }: Place,
  root: string | undefined,
  files: ReadonlyMap<string, string | null>,
): Promise<string> {
  const clone = { fs, gitdir, cache }

  async function update(oid: string | undefined, changes: ReadonlyMap<string, string | null>): Promise<TreeEntry[]> {
    const before = oid === undefined ? [] : (await git.readTree({ ...clone, oid })).tree
    const entries = new Map(before.map((entry) => [entry.path, entry]))
    const byFolder = Map.groupBy(changes, ([path]) => path.split('/', 1)[0]!)
    for (const [name, inside] of byFolder) {
      const there = entries.get(name)
      const below = new Map(
        inside.flatMap(([path, text]) => (path === name ? [] : [[path.slice(name.length + 1), text]])),
      )
      const own = inside.find(([path]) => path === name)
      // A link or a submodule is not ours to replace.
      if (there !== undefined && (there.type === 'commit' || there.mode === '120000'))
        throw new GitFailure(`${name.slice(0, 200)} is a link or a submodule in the repository.`)
      if (own !== undefined) {
        if (own[1] === null) entries.delete(name)
        else entries.set(name, await blobEntry(name, own[1]))
      }
      if (below.size === 0) continue
      const tree = await update(there?.type === 'tree' ? there.oid : undefined, below)
      if (tree.length === 0) entries.delete(name)
      else entries.set(name, await treeEntry(name, tree))
    }
    return [...entries.values()]
  }

  const blobEntry = async (path: string, text: string): Promise<TreeEntry> => ({
    ...{ mode: '100644', path, type: 'blob' as const },
    oid: await git.writeBlob({ ...clone, blob: new TextEncoder().encode(text) }),
  })
  const treeEntry = async (path: string, tree: TreeEntry[]): Promise<TreeEntry> => ({
    ...{ mode: '040000', path, type: 'tree' as const },
    oid: await git.writeTree({ ...clone, tree }),
  })

  return git.writeTree({ ...clone, tree: await update(root, files) })
}
