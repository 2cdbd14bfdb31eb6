import type { PlatformList } from '@heddle/contract/platform-files.ts'
import type { NamedThing } from '@heddle/domain/query-files/read-query-file.ts'
import type { Executor } from '../../../adapters/database/database.ts'
import type { Access } from '../../../kernel/access.ts'
import type { Caller } from '../../../kernel/caller.ts'
import type { FieldMessages } from '../../../kernel/field-messages.ts'
import type { Tell } from '../../../platform/connections/many-connections.ts'

/** One thing as it is stored, and as a file has it. */
export type FoundThing = {
  readonly id: string
  readonly name: string
  readonly content: NamedThing
  /** The secret that it lacks. */
  readonly needs?: 'password' | 'token'
}

/** The ids that saved queries of the file will have, for what names them before they are there. */
export type NewQueries = {
  readonly inFile: ReadonlySet<string>
  /** By name: those that were asked for. */
  readonly ids: Map<string, string>
}

/** An import in its transaction, as far as a kind has to know it. */
export type KindWork = {
  readonly tx: Executor
  readonly caller: Caller
  readonly newQueries: NewQueries
  /** For after the transaction. */
  readonly tells: Tell[]
}

/** How one list of a file is read and written. What cannot be done is thrown as errors of fields, or as a conflict. */
export type PlatformKind = {
  readonly list: PlatformList
  /** Who may read it, in an export and in the plan of an import. */
  readonly view: Access
  /** What a new one cannot do without. */
  readonly required: readonly string[]
  /** All that the caller sees. */
  readonly find: (tx: Executor, caller: Caller, newQueries?: NewQueries) => Promise<readonly FoundThing[]>
  /** What takes too long inside of a transaction. */
  readonly check?: (fields: NamedThing) => Promise<FieldMessages>
  readonly create: (work: KindWork, fields: NamedThing) => Promise<void>
  readonly change: (work: KindWork, thing: FoundThing, fields: NamedThing) => Promise<void>
  /** Why one that the file lacks is not deleted; undefined: nothing speaks against it. */
  readonly whyKept: (tx: Executor, thing: FoundThing) => Promise<string | undefined>
  readonly remove: (work: KindWork, thing: FoundThing) => Promise<void>
}
