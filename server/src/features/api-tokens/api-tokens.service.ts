import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Database, Executor } from '../../adapters/database/database.ts'
import type { Actor, Caller } from '../../kernel/caller.ts'
import type { Clock } from '../../kernel/clock.ts'
import { orNotFound, Unauthorized } from '../../kernel/errors.ts'
import type { PageOf, PageRequest } from '../../kernel/paging.ts'
import { type Audit, notesOn } from '../audit/index.ts'
import type { UsersService } from '../users/index.ts'
import { presentTokenCaller } from './api-tokens.presenter.ts'
import {
  type ApiTokenFilter,
  deleteApiToken,
  deleteApiTokensOf,
  filterLiveApiTokens,
  findLiveApiToken,
  findLiveApiTokenById,
  type FoundApiToken,
  insertApiToken,
  listApiTokens,
  type TokenUse,
  tokenUses,
  lockApiToken,
} from './api-tokens.store.ts'
import { checkNewToken, type GivenToken } from './check-new-token.ts'
import { createLastUses } from './last-uses.ts'
import { hashOfApiToken, newApiToken } from './token-secret.ts'

type Dependencies = {
  readonly database: Database
  readonly users: Pick<UsersService, 'lockIfExists'>
  readonly audit: Audit
  readonly clock: Clock
  readonly logger: Logger
}

type Parts = Omit<Dependencies, 'logger'> & { readonly note: ReturnType<typeof notesOn> }
type Listed = Pick<ApiTokenFilter, 'order'> & { readonly all: boolean; readonly user: number | undefined }
type CreatedToken = { readonly token: string; readonly row: FoundApiToken }

export type ApiTokensService = {
  /** The token of a user, which only this reply contains, and its row. It may at most what the user may. */
  readonly create: (owner: Actor, given: GivenToken) => Promise<CreatedToken>
  /** The caller's own; with `all`, an administrator sees everyone's. */
  readonly list: (caller: Caller, listed: Listed, page: PageRequest) => Promise<PageOf<FoundApiToken>>
  /** Ends with this very statement, in every process. Another user's token exists only for administrators. */
  readonly remove: (caller: Caller, id: string) => Promise<null>
  /** Those of one user, whom the caller may manage. */
  readonly listOf: (userId: number, order: ApiTokenFilter['order'], page: PageRequest) => Promise<PageOf<FoundApiToken>>
  /** A token of this user, whom the caller may manage. */
  readonly removeOf: (userId: number, id: string) => Promise<null>
  /** How many tokens users have, and when one of them was last used. */
  readonly usesOf: (userIds: readonly number[], db?: Executor) => Promise<ReadonlyMap<number, TokenUse>>
  /** Deletes all tokens of a user, so that nothing brings them back; returns how many. */
  readonly removeAll: (tx: Executor, userId: number) => Promise<number>
  /** The caller behind a token that is neither expired nor deleted, and whose owner is active. */
  readonly authenticate: (token: string, ip: string) => Promise<Caller | undefined>
  /** For sockets, which outlive the request that issued their ticket. */
  readonly callerOfToken: (id: string) => Promise<Caller | undefined>
  /** Those of the tokens that still work. */
  readonly liveOf: (ids: readonly string[]) => Promise<string[]>
  /** Waits for the uses that are being written. */
  readonly settle: () => Promise<void>
}

/** Tokens with which programs act for a user. They are read from the database at each request, as sessions are. */
export function createApiTokensService(dependencies: Dependencies): ApiTokensService {
  const { database, audit, clock } = dependencies
  const lastUses = createLastUses(dependencies)
  const parts = { ...dependencies, note: notesOn(audit, 'API token', 'api_token') }

  return {
    create: (owner, given) => createToken(parts, owner, given),
    list: (caller, { order, ...listed }, page) =>
      listApiTokens(database.db, { ownerId: ownerOf(caller, listed), order }, page),
    listOf: (ownerId, order, page) => listApiTokens(database.db, { ownerId, order }, page),
    remove: (caller, id) => removeToken(parts, id, { ownerId: caller.isAdmin ? undefined : caller.id, by: caller }),
    removeOf: (ownerId, id) => removeToken(parts, id, { ownerId, by: undefined }),
    usesOf: (userIds, db = database.db) => tokenUses(db, userIds),
    removeAll: deleteApiTokensOf,
    authenticate: async (token, ip) => {
      const tokenHash = hashOfApiToken(token)
      const found = tokenHash === undefined ? undefined : await findLiveApiToken(database.db, tokenHash, clock.now())
      if (!found) return undefined
      lastUses.note(found, ip)
      return presentTokenCaller(found)
    },
    callerOfToken: async (id) => {
      const found = await findLiveApiTokenById(database.db, id, clock.now())
      return found && presentTokenCaller(found)
    },
    liveOf: (ids) => filterLiveApiTokens(database.db, ids, clock.now()),
    settle: lastUses.settle,
  }
}

/** Whose are listed; undefined: everyone's. */
function ownerOf(caller: Caller, { all, user }: Omit<Listed, 'order'>): number | undefined {
  if (!caller.isAdmin) return caller.id
  return user ?? (all ? undefined : caller.id)
}

async function createToken(
  { database, users, clock, note }: Parts,
  owner: Actor,
  given: GivenToken,
): Promise<CreatedToken> {
  const now = clock.now()
  const { permissions, expiresAt } = checkNewToken(owner, given, now)
  const { token, prefix, tokenHash } = newApiToken()
  const { name } = given.body
  const id = randomUUID()
  const row = { id, name, prefix, permissions, createdAt: now, expiresAt, lastUsedAt: null, lastUsedIp: null }
  await database.transaction(async (tx) => {
    // The account may have been deactivated or deleted since the request was admitted.
    const account = await users.lockIfExists(tx, owner.id)
    if (!account?.isActive) throw new Unauthorized()
    await insertApiToken(tx, { ...row, userId: owner.id, tokenHash })
    const what = account.authSource === 'service' ? `of ${owner.username} was created` : 'was created'
    await note(tx, 'api_token_create', row, what, { prefix, permissions, expires_at: expiresAt })
  })
  return { token, row: { ...row, username: owner.username } }
}

type Removal = { readonly ownerId: number | undefined; readonly by: Pick<Caller, 'username'> | undefined }

async function removeToken({ database, note }: Parts, id: string, { ownerId, by }: Removal): Promise<null> {
  await database.transaction(async (tx) => {
    const row = orNotFound(await lockApiToken(tx, id, ownerId))
    await deleteApiToken(tx, id)
    const { prefix, username } = row
    const what = username === by?.username ? 'was deleted' : `of ${username} was deleted`
    await note(tx, 'api_token_delete', row, what, { prefix })
  })
  return null
}
