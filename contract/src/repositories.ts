import { type Static, Type } from 'typebox'
import { Nullable, PageQuery, Timestamp, Uuid } from './common.ts'
import { SavedQueryPatch } from './queries.ts'
import { FileSavedQuery, ImportStep } from './query-files.ts'

export const REPOSITORY_MODES = ['here', 'git'] as const
export const REPOSITORY_APPLIES = ['plan', 'auto'] as const
export const REPOSITORY_STATES = ['new', 'ok', 'plan', 'conflict', 'failing'] as const
export type RepositoryState = (typeof REPOSITORY_STATES)[number]
export const MOST_REPOSITORIES = 50

const mode = Type.Enum([...REPOSITORY_MODES], {
  description: '`here`: what is saved is committed. `git`: the repository says what is in the folder.',
})
const apply = Type.Enum([...REPOSITORY_APPLIES], {
  description: 'With `git`: a plan waits for somebody, or is applied with the rights of the person who chose `auto`.',
})
const url = Type.String({ minLength: 1, maxLength: 500, description: 'An https:// address, without a password in it.' })
const branch = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: '^(?![/.-])(?!.*(?:\\.\\.|//|@\\{|/\\.|\\.lock(?:/|$)))[^\\s~^:?*\\[\\\\\\u0000-\\u001f\\u007f]+(?<![/.])$',
  description: 'As Git names branches.',
  'x-expected': 'a name that Git allows for a branch, such as main or team/rules',
})
const path = Type.String({
  maxLength: 500,
  pattern:
    '^(?:[^/\\\\.\\u0000-\\u001f][^/\\\\\\u0000-\\u001f]*(?:/[^/\\\\.\\u0000-\\u001f][^/\\\\\\u0000-\\u001f]*)*)?$',
  description: 'A folder of the repository, with slashes between; empty: all of it.',
  'x-expected': 'the path of a folder, such as queries/rules, without dots in front of names',
})
const token = Nullable(
  Type.String({
    minLength: 1,
    maxLength: 2_000,
    pattern: '^[\\x21-\\x7e]+$',
    'x-expected': 'ASCII characters without spaces',
    description: 'Sent as a password; `user:password` where the server wants a name. Null: none.',
  }),
)
const certificate = Nullable(
  Type.String({ maxLength: 100_000, description: 'In PEM, trusted beside the usual authorities.' }),
)
const commit = Nullable(Type.String({ description: 'The hash of a commit.' }))

export const Repository = Type.Object({
  id: Uuid,
  category: Type.Integer({ description: 'The folder; with all below it.' }),
  folder: Type.String({ description: 'Its path.' }),
  url: Type.String(),
  branch: Type.String(),
  path: Type.String(),
  has_token: Type.Boolean(),
  ca_certificate: Nullable(Type.String()),
  mode: Type.Enum([...REPOSITORY_MODES]),
  apply: Type.Enum([...REPOSITORY_APPLIES]),
  state: Type.Enum([...REPOSITORY_STATES], {
    description: '`new`: not read yet. `plan`: a change waits in the repository. `conflict`: somebody has to decide.',
  }),
  last_commit: Nullable(Type.String({ description: 'The commit that the folder is in step with.' })),
  waiting_commit: Nullable(Type.String({ description: 'The commit of the plan that waits.' })),
  is_rewritten: Type.Boolean({
    description: 'The history of the branch no longer leads from `last_commit` to `waiting_commit`.',
  }),
  waiting_changes: Type.Integer({ description: 'Saves that are not in the repository yet.' }),
  conflicts: Type.Integer({ description: 'How many of them somebody has to decide on.' }),
  last_error: Nullable(Type.String()),
  checked_at: Nullable(Timestamp),
  created_by: Nullable(Type.String({ description: 'Whose rights `apply: auto` uses.' })),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type Repository = Static<typeof Repository>

export const RepositoryCreate = Type.Object({
  category: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
  url,
  branch: Type.Optional({ ...branch, default: 'main' }),
  path: Type.Optional({ ...path, default: '' }),
  token: Type.Optional(token),
  ca_certificate: Type.Optional(certificate),
  mode,
  apply: Type.Optional({ ...apply, default: 'plan' }),
})
export type RepositoryCreate = Static<typeof RepositoryCreate>

export const RepositoryPatch = Type.Object({
  url: Type.Optional(url),
  branch: Type.Optional(branch),
  path: Type.Optional(path),
  token: Type.Optional(token),
  ca_certificate: Type.Optional(certificate),
  mode: Type.Optional(mode),
  apply: Type.Optional(apply),
})
export type RepositoryPatch = Static<typeof RepositoryPatch>

export const RepositoryListQuery = Type.Object({ ...PageQuery })

/** Something wrong in a file of the repository. */
export const RepositoryFault = Type.Object({
  file: Nullable(Type.String({ description: 'From the root of the repository. Null: of none in particular.' })),
  message: Type.String(),
})
export type RepositoryFault = Static<typeof RepositoryFault>

export const RepositoryPlan = Type.Object({
  commit,
  is_rewritten: Type.Boolean(),
  faults: Type.Array(RepositoryFault, { description: 'Why it cannot be applied.' }),
  plan: Type.Array(ImportStep, { description: 'As that of an import; empty where there are faults.' }),
})
export type RepositoryPlan = Static<typeof RepositoryPlan>

export const RepositoryApplyBody = Type.Object({
  commit: Type.String({ minLength: 1, maxLength: 64, description: 'The one that the plan was shown for.' }),
})

export const RepositoryBranchBody = Type.Object({
  name: branch,
  message: Type.String({ minLength: 1, maxLength: 1_000, pattern: '\\S' }),
  saved_query: Type.Optional(
    Nullable(Type.String({ format: 'uuid', description: 'What is changed; null or absent: a new query.' })),
  ),
  query: Type.Optional(
    Nullable({ ...SavedQueryPatch, description: 'What is changed of it, as in a save. Null: it is deleted.' }),
  ),
})
export type RepositoryBranchBody = Static<typeof RepositoryBranchBody>

export const RepositoryBranchReply = Type.Object({ branch: Type.String(), commit: Type.String() })

const side = (description: string) => Nullable({ ...FileSavedQuery, description })

export const RepositoryConflict = Type.Object({
  id: Uuid,
  name: Type.String({ description: 'The saved query.' }),
  saved_query: Nullable(Type.String({ format: 'uuid', description: 'Null once it is deleted.' })),
  file: Type.String(),
  author: Type.String({ description: 'Who saved it here.' }),
  saved_at: Timestamp,
  here: side('As it was saved here, newest; null: it was deleted.'),
  git: side('As the repository has it; null: it was deleted there.'),
})
export type RepositoryConflict = Static<typeof RepositoryConflict>

export const RepositoryDecision = Type.Object({
  keep: Type.Enum(['here', 'git'], {
    description: '`here`: the save is committed over it. `git`: the saved query becomes what the repository has.',
  }),
})

export const RepositoryConflictParams = Type.Object({ id: Uuid, conflict: Uuid })
