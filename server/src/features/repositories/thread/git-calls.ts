import type { FileSavedQuery } from '@heddle/contract/query-files.ts'
import type { RepositoryFault } from '@heddle/contract/repositories.ts'
import type { GitServer } from '../../../adapters/git/git-http.ts'

/** The files of a folder as they were last seen: hash and names of saved queries, by path. */
export type Known = Readonly<Record<string, readonly [oid: string, ...names: string[]]>>

export type Remote = GitServer & {
  readonly branch: string
  /** The folder of the repository. */
  readonly path: string
  /** The path of the folder of saved queries. */
  readonly folder: string
}

/** What went wrong in words for people. */
export type GitOutcome<Value> =
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly message: string }

export type ReadFolder = {
  /** Null: the repository is empty. */
  readonly commit: string | null
  readonly isRewritten: boolean
  /** The body of an import, as JSON. */
  readonly document: string
  readonly places: Readonly<Record<string, string>>
  readonly faults: readonly RepositoryFault[]
}

type Committed = {
  readonly id: string
  readonly author: { readonly name: string; readonly email: string; readonly at: Date }
  readonly message: string
}

/** A save to be committed. */
export type QueryChange = Committed & {
  readonly savedQuery: string
  readonly name: string
  readonly formerName: string
  /** Null: it was deleted. */
  readonly query: FileSavedQuery | null
}

/** All that is in the folder. */
export type FolderChange = Committed & { readonly queries: readonly FileSavedQuery[] }

export type FileChange = QueryChange | FolderChange

export type FoundConflict = {
  readonly id: string
  readonly path: string
  /** Null: the file is gone. */
  readonly oid: string | null
  readonly theirs: FileSavedQuery | null
}

export type WrittenChanges = {
  readonly commit: string | null
  readonly known: Known
  /** The changes that are in the repository now. */
  readonly done: readonly string[]
  readonly conflicts: readonly FoundConflict[]
}

export type WriteOrder = {
  readonly remote: Remote
  readonly known: Known
  readonly changes: readonly FileChange[]
}

export type GitCalls = {
  readonly head: (remote: Remote) => Promise<GitOutcome<string | null>>
  readonly read: (order: { readonly remote: Remote; readonly known: string | null }) => Promise<GitOutcome<ReadFolder>>
  readonly write: (order: WriteOrder) => Promise<GitOutcome<WrittenChanges>>
  /** One change on a branch of its own. Returns the commit. */
  readonly branch: (order: {
    readonly remote: Remote
    readonly change: QueryChange
    readonly target: string
  }) => Promise<GitOutcome<string>>
}
