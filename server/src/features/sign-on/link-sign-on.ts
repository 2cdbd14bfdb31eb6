import { randomUUID } from 'node:crypto'
import type { SignOnError } from '@heddle/contract/sign-on.ts'
import type { ProviderIdentity } from '@heddle/domain/identity/provider-claims.ts'
import type { Caller } from '../../kernel/caller.ts'
import { Conflict, orNotFound } from '../../kernel/errors.ts'
import { rowOf } from './provider-accounts.ts'
import type { Provider, SignOnParts } from './sign-on-parts.ts'
import { deleteIdentity, findIdentity, insertIdentity, lockOwnIdentity, sessionsOfIdentity } from './sign-on.store.ts'

const NOT_LOCAL = 'Only accounts that have a password here can be linked to a provider.'

/** Throws unless the caller may link accounts of providers: asked before the browser is sent there. */
export async function requireLinkable({ users, ownPassword }: SignOnParts, caller: Caller, password: string) {
  const { user } = await users.find(caller.id)
  if (user.authSource !== 'local') throw new Conflict(NOT_LOCAL, 'not_local')
  // What is linked outlives the session, so a stolen one must not be enough.
  await ownPassword.check(caller, password, 'password')
}

/** Links what the provider says to the user of a session that is still open. */
export async function linkIdentity(
  parts: SignOnParts,
  provider: Provider,
  identity: ProviderIdentity,
  sessionId: string,
): Promise<SignOnError | undefined> {
  const { database, users, sessions, audit, clock, securityNotices } = parts
  const caller = await sessions.callerOfSession(sessionId)
  if (!caller) return 'session_ended'
  return database.transaction(async (tx): Promise<SignOnError | undefined> => {
    const user = await users.lock(tx, caller.id)
    if (!user.isActive || user.authSource !== 'local') return 'session_ended'
    const known = await findIdentity(tx, identity.issuer, identity.subject)
    if (known) return known.userId === user.id ? undefined : 'linked_elsewhere'
    const row = { ...rowOf(provider, identity), id: randomUUID(), userId: user.id, createdAt: clock.now() }
    if (!(await insertIdentity(tx, row))) return 'linked_elsewhere'
    await securityNotices.send(tx, user, 'sign_on_linked')
    await audit.record(tx, {
      action: 'sign_on_link',
      description: `${user.username} linked an account of ${provider.label}`,
      target: { type: 'user', id: user.id },
      metadata: { provider: provider.name, subject: identity.subject },
      actor: { userId: user.id, username: user.username },
    })
    return undefined
  })
}

/** Ends the other sessions that it opened. An account without a password keeps its only way in. */
export async function unlinkIdentity(parts: SignOnParts, caller: Caller, id: string): Promise<null> {
  const { database, users, sessions, audit, securityNotices } = parts
  await database.transaction(async (tx) => {
    const user = await users.lock(tx, caller.id)
    const identity = orNotFound(await lockOwnIdentity(tx, user.id, id))
    if (user.authSource !== 'local')
      throw new Conflict('This account has no password here, and could no longer sign in.', 'not_local')
    for (const session of await sessionsOfIdentity(tx, id, caller.credential.id)) await sessions.end(tx, session)
    await deleteIdentity(tx, id)
    await securityNotices.send(tx, user, 'sign_on_unlinked')
    await audit.record(tx, {
      action: 'sign_on_unlink',
      description: `${user.username} unlinked an account of "${identity.provider}"`,
      target: { type: 'user', id: user.id },
      metadata: { provider: identity.provider, subject: identity.subject },
    })
  })
  return null
}
