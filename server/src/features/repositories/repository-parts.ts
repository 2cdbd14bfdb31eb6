import type { Logger } from 'pino'
import type { Database, Executor } from '../../adapters/database/database.ts'
import type { OutboundRules } from '../../adapters/outbound/outbound-rules.ts'
import type { SecretPlace, SecretBox } from '../../adapters/secrets/secret-box.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Events } from '../../platform/events/events.ts'
import type { Audit, Note } from '../audit/index.ts'
import type { SavedQueriesService } from '../queries/index.ts'
import type { QueryFilesService } from '../query-files/index.ts'
import type { UsersService } from '../users/index.ts'
import { folderPaths } from '@heddle/domain/query-files/folders.ts'
import type { GitThreads } from './git-threads.ts'
import { findFolders } from './repositories.store.ts'
import type { RepositoryRow } from './repositories.tables.ts'
import type { Remote } from './thread/git-calls.ts'

export type RepositoryParts = {
  readonly database: Database
  readonly secrets: SecretBox
  readonly outbound: OutboundRules
  readonly events: Events
  readonly audit: Audit
  readonly note: Note
  readonly users: Pick<UsersService, 'actor'>
  readonly files: QueryFilesService
  readonly queries: Pick<SavedQueriesService, 'many'>
  readonly threads: GitThreads
  readonly applying: WeakSet<Executor>
  readonly clock: Clock
  readonly logger: Logger
}

export const repositoryTokenPlace = (row: string): SecretPlace => ({
  table: 'query_repositories',
  column: 'token_sealed',
  row,
})

/** The path of its folder. */
export async function folderOf(db: Executor, { categoryId }: Pick<RepositoryRow, 'categoryId'>): Promise<string> {
  return folderPaths(await findFolders(db)).get(categoryId) ?? ''
}

/** What a thread needs to know of it. */
export function remoteOf(
  { secrets, outbound }: Pick<RepositoryParts, 'secrets' | 'outbound'>,
  row: RepositoryRow,
  folder: string,
): Remote {
  const { url, branch, path, caCertificate, tokenSealed } = row
  const token = tokenSealed === null ? null : secrets.open(tokenSealed, repositoryTokenPlace(row.id)).reveal()
  return { url, branch, path, folder, caCertificate, token, deny: outbound.deny }
}

/** A user who is away, with the rights that they have now. */
export async function absentCaller(
  { users }: Pick<RepositoryParts, 'users'>,
  id: number | null,
): Promise<Caller | undefined> {
  const actor = id === null ? undefined : await users.actor(id)
  return actor && { ...actor, credential: { kind: 'session', id: '' } }
}
