import { bigint, boolean, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { FileSavedQuery } from '@heddle/contract/query-files.ts'
import type {
  REPOSITORY_APPLIES,
  REPOSITORY_MODES,
  RepositoryFault,
  RepositoryState,
} from '@heddle/contract/repositories.ts'
import { instant } from '../../platform/sql/columns.ts'
import { queryCategories } from '../queries/index.ts'
import { users } from '../users/index.ts'
import type { Known } from './thread/git-calls.ts'

/** Folders of saved queries that are kept in Git. */
export const queryRepositories = pgTable('query_repositories', {
  id: uuid().primaryKey(),
  categoryId: integer()
    .notNull()
    .unique()
    .references(() => queryCategories.id, { onDelete: 'cascade' }),
  url: text().notNull(),
  branch: text().notNull(),
  path: text().notNull(),
  tokenSealed: text(),
  /** In PEM; null: the usual authorities. */
  caCertificate: text(),
  mode: text().$type<(typeof REPOSITORY_MODES)[number]>().notNull(),
  apply: text().$type<(typeof REPOSITORY_APPLIES)[number]>().notNull(),
  /** Whose rights an automatic application uses. */
  ownerId: integer().references(() => users.id, { onDelete: 'set null' }),
  state: text().$type<RepositoryState>().notNull().default('new'),
  lastCommit: text(),
  lastError: text(),
  /** With `here`: the files as they were last written or read. */
  known: jsonb().$type<Known>().notNull().default({}),
  /** With `git`: what the branch says and the folder does not yet. */
  waitingCommit: text(),
  /** As JSON; null when the files cannot be read. */
  waitingDocument: text(),
  /** In which file each saved query is. */
  waitingPlaces: jsonb().$type<Readonly<Record<string, string>>>(),
  waitingFaults: jsonb().$type<readonly RepositoryFault[]>(),
  isRewritten: boolean().notNull().default(false),
  checkedAt: instant(),
  /** When it is due; null: when something is saved. */
  nextAttemptAt: instant(),
  attempts: integer().notNull().default(0),
  /** Who is at work on it, until then unless renewed: a process that died is not. */
  leaseToken: uuid(),
  leasedUntil: instant(),
  createdAt: instant().notNull(),
  updatedAt: instant().notNull(),
})

/** A saved query as it was saved. */
export type SavedContent = Readonly<Record<string, unknown>>

/** Saves that are not in their repository yet, in their order. */
export const queryRepositoryChanges = pgTable(
  'query_repository_changes',
  {
    id: uuid().primaryKey(),
    repositoryId: uuid()
      .notNull()
      .references(() => queryRepositories.id, { onDelete: 'cascade' }),
    position: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
    /** Null: all that is in the folder, after folders were renamed or the repository was new. */
    savedQueryId: uuid(),
    name: text().notNull(),
    formerName: text().notNull(),
    /** Null: it was deleted, or moved elsewhere. */
    content: jsonb().$type<SavedContent>(),
    authorName: text().notNull(),
    authorEmail: text().notNull(),
    message: text().notNull(),
    createdAt: instant().notNull(),
    /** The file that changed in the repository too, and what that has of the query. */
    conflictPath: text(),
    conflictOid: text(),
    conflictTheirs: jsonb().$type<FileSavedQuery>(),
  },
  (table) => [
    index('query_repository_changes_order_idx').on(table.repositoryId, table.position),
    index('query_repository_changes_query_idx').on(table.repositoryId, table.savedQueryId),
  ],
)

export type RepositoryRow = typeof queryRepositories.$inferSelect
export type RepositoryChangeRow = typeof queryRepositoryChanges.$inferSelect
