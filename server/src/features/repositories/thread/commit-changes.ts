import type { GitFile } from '../../../adapters/git/read-files.ts'
import type { FileChange, FolderChange, FoundConflict, Known, QueryChange, Remote } from './git-calls.ts'
import { FolderFiles, isSameQuery } from './write-folder.ts'

export type NewCommit = { readonly change: FileChange; readonly files: ReadonlyMap<string, string | null> }

type Merged = {
  readonly commits: readonly NewCommit[]
  readonly done: readonly string[]
  readonly conflicts: readonly FoundConflict[]
  /** The files whose present content is known from now on: null where one is gone. */
  readonly seen: ReadonlyMap<string, readonly string[] | null>
}

/**
 * Puts saves on top of what a repository has now, file by file. A file that changed there since it was last seen is
 * left as it is, and the save of its query waits for somebody to decide.
 */
export function mergeChanges(
  files: readonly GitFile[],
  { path: root, folder }: Pick<Remote, 'path' | 'folder'>,
  known: Known,
  changes: readonly FileChange[],
): Merged {
  const merge = new Merge(new FolderFiles(files, { root, folder }), files, known)
  merge.passOverPushed(changes.filter((change) => 'savedQuery' in change))
  for (const change of changes) merge.add(change)
  return merge.result()
}

class Merge {
  readonly #state: FolderFiles
  readonly #known: Known
  readonly #oids: ReadonlyMap<string, string>
  readonly #isFirst: boolean
  readonly #written = new Set<string>()
  readonly #pushed = new Set<string>()
  readonly #blocked = new Set<string>()
  readonly #commits: NewCommit[] = []
  readonly #done: string[] = []
  readonly #conflicts: FoundConflict[] = []

  constructor(state: FolderFiles, files: readonly GitFile[], known: Known) {
    this.#state = state
    this.#known = known
    this.#oids = new Map(files.map(({ path, oid }) => [path, oid]))
    this.#isFirst = Object.keys(known).length === 0
  }

  /** Saves that were pushed before, by a process that died before it noted that: up to the newest of each query. */
  passOverPushed(saves: readonly QueryChange[]): void {
    for (const ofQuery of Map.groupBy(saves, ({ savedQuery }) => savedQuery).values()) {
      const last = ofQuery.findLastIndex((change) => this.#pushedPathOf(change) !== undefined)
      if (last < 0) continue
      for (const { id } of ofQuery.slice(0, last + 1)) this.#pushed.add(id)
      this.#written.add(this.#pushedPathOf(ofQuery[last]!)!)
    }
  }

  add(change: FileChange): void {
    if ('queries' in change) {
      this.#mirror(change)
      this.#commit(change)
    } else if (this.#pushed.has(change.id)) this.#done.push(change.id)
    else if (!this.#blocked.has(change.savedQuery)) this.#addSave(change)
  }

  result(): Merged {
    const seen = new Map<string, readonly string[] | null>()
    const paths = this.#isFirst ? new Set([...this.#written, ...this.#oids.keys()]) : this.#written
    for (const path of paths) seen.set(path, this.#state.fileAt(path)?.queries.map(({ name }) => name) ?? null)
    return { commits: this.#commits, done: this.#done, conflicts: this.#conflicts, seen }
  }

  #addSave(change: QueryChange): void {
    const conflict = this.#conflictOf(change)
    if (conflict) {
      this.#blocked.add(change.savedQuery)
      this.#conflicts.push(conflict)
      return
    }
    const { query, formerName } = change
    const path = query === null ? this.#state.pathOf(formerName) : this.#state.put(formerName, query)
    if (query === null) this.#state.remove(formerName)
    if (path !== undefined) this.#written.add(path)
    this.#commit(change)
  }

  #commit(change: FileChange): void {
    const files = this.#state.takeWrites()
    for (const path of files.keys()) this.#written.add(path)
    if (files.size > 0) this.#commits.push({ change, files })
    this.#done.push(change.id)
  }

  /** Everything as it is here, but for files that somebody else changed. */
  #mirror({ queries }: FolderChange): void {
    const wanted = new Set(queries.map(({ name }) => name))
    const mayWrite = (name: string): boolean => {
      const path = this.#state.pathOf(name)
      return path === undefined || !this.#isForeign(path)
    }
    for (const name of this.#state.names) if (!wanted.has(name) && mayWrite(name)) this.#state.remove(name)
    for (const query of queries) if (mayWrite(query.name)) this.#state.put(query.name, query)
  }

  /** Somebody else changed it, or put it there. */
  #isForeign(path: string): boolean {
    const oid = this.#oids.get(path)
    return !this.#written.has(path) && !this.#isFirst && oid !== undefined && this.#known[path]?.[0] !== oid
  }

  /** The file in which a query was, and no longer is. */
  #lostPathOf(name: string): string | undefined {
    return Object.entries(this.#known).find(
      ([path, [, ...names]]) => names.includes(name) && !this.#written.has(path),
    )?.[0]
  }

  #conflictOf({ id, name, formerName }: QueryChange): FoundConflict | undefined {
    const present = this.#state.pathOf(formerName) === undefined ? name : formerName
    const path = this.#state.pathOf(present)
    if (path !== undefined && this.#isForeign(path))
      return { id, path, oid: this.#oids.get(path)!, theirs: this.#state.entryOf(present) ?? null }
    const lost = path === undefined ? this.#lostPathOf(formerName) : undefined
    return lost === undefined ? undefined : { id, path: lost, oid: null, theirs: null }
  }

  /** The file that says already what was saved, although nobody here has noted it. */
  #pushedPathOf({ query, formerName }: QueryChange): string | undefined {
    if (query === null) return this.#state.pathOf(formerName) === undefined ? this.#lostPathOf(formerName) : undefined
    const path = this.#state.pathOf(query.name)
    const entry = this.#state.entryOf(query.name)
    return path !== undefined && entry !== undefined && this.#isForeign(path) && isSameQuery(entry, query)
      ? path
      : undefined
  }
}
