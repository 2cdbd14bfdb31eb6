import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Database } from '../../adapters/database/database.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { Clock } from '../../kernel/clock.ts'
import { orNotFound, Unauthorized } from '../../kernel/errors.ts'
import type { PageOf, PageRequest } from '../../kernel/paging.ts'
import { type Audit, notesOn } from '../audit/index.ts'
import type { UsersService } from '../users/index.ts'
import { presentTokenCaller } from './api-tokens.presenter.ts'
import {
  type ApiTokenFilter,
  deleteApiToken,
  filterLiveApiTokens,
  findLiveApiToken,
  findLiveApiTokenById,
  type FoundApiToken,
  insertApiToken,
  listApiTokens,
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
type Listed = Pick<ApiTokenFilter, 'order'> & { readonly all: boolean }
type CreatedToken = { readonly token: string; readonly row: FoundApiToken }

export type ApiTokensService = {
  /** The token of the caller, which only this reply contains, and its row. */
  readonly create: (caller: Caller, given: GivenToken) => Promise<CreatedToken>
  /** The caller's own; with `all`, an administrator sees everyone's. */
  readonly list: (caller: Caller, listed: Listed, page: PageRequest) => Promise<PageOf<FoundApiToken>>
  /** Ends with this very statement, in every process. Another user's token exists only for administrators. */
  readonly remove: (caller: Caller, id: string) => Promise<null>
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
    create: (caller, given) => createToken(parts, caller, given),
    list: (caller, { all, order }, page) =>
      listApiTokens(database.db, { ownerId: all && caller.isAdmin ? undefined : caller.id, order }, page),
    remove: (caller, id) => removeToken(parts, caller, id),
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

async function createToken(
  { database, users, clock, note }: Parts,
  caller: Caller,
  given: GivenToken,
): Promise<CreatedToken> {
  const now = clock.now()
  const { permissions, expiresAt } = checkNewToken(caller, given, now)
  const { token, prefix, tokenHash } = newApiToken()
  const { name } = given.body
  const id = randomUUID()
  const row = { id, name, prefix, permissions, createdAt: now, expiresAt, lastUsedAt: null, lastUsedIp: null }
  await database.transaction(async (tx) => {
    // The account may have been deactivated or deleted since the request was admitted.
    const owner = await users.lockIfExists(tx, caller.id)
    if (!owner?.isActive) throw new Unauthorized()
    await insertApiToken(tx, { ...row, userId: caller.id, tokenHash })
    await note(tx, 'api_token_create', row, 'was created', { prefix, permissions, expires_at: expiresAt })
  })
  return { token, row: { ...row, username: caller.username } }
}

async function removeToken({ database, note }: Parts, caller: Caller, id: string): Promise<null> {
  await database.transaction(async (tx) => {
    const row = orNotFound(await lockApiToken(tx, id, caller.isAdmin ? undefined : caller.id))
    await deleteApiToken(tx, id)
    const { prefix, username } = row
    const what = username === caller.username ? 'was deleted' : `of ${username} was deleted`
    await note(tx, 'api_token_delete', row, what, { prefix })
  })
  return null
}
