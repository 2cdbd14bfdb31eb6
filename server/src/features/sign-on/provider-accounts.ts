import { randomUUID } from 'node:crypto'
import type { SignOnError } from '@heddle/contract/sign-on.ts'
import { groupsFromProvider, type ProviderIdentity } from '@heddle/domain/identity/provider-claims.ts'
import type { Executor } from '../../adapters/database/database.ts'
import { FieldErrors } from '../../kernel/errors.ts'
import { followGroups, groupIdsOf, type UserRow } from '../users/index.ts'
import type { Provider, SignOnParts } from './sign-on-parts.ts'
import { findIdentity, insertIdentity, lockUnclaimed, noteSignOn } from './sign-on.store.ts'

/** Somebody who signs in. What `provisioned` says finds an account that SCIM created, where the settings trust it. */
export type SigningIn = ProviderIdentity & { readonly provisioned: string | undefined }
export type SignedOn = { readonly user: UserRow; readonly identityId: string }

/**
 * The account of somebody whom a provider knows, found by issuer and subject alone: an address says who reads mail, not
 * who somebody is. Creates the account at the first sign-in, and follows names and groups at every one.
 */
export async function followIdentity(
  parts: SignOnParts,
  tx: Executor,
  provider: Provider,
  identity: SigningIn,
): Promise<SignedOn | SignOnError> {
  const known = await findIdentity(tx, identity.issuer, identity.subject)
  const userId = known?.userId
  const row = userId === undefined ? undefined : await parts.users.lockIfExists(tx, userId)
  if (row?.isActive === false) return 'inactive'
  if (row && known) {
    await noteSignOn(tx, known.id, { email: identity.email, lastUsedAt: parts.clock.now() })
    // What belongs to a local account was given to it here.
    // And what SCIM created, SCIM decides about.
    if (row.authSource !== 'provider' || row.scimOrigin === 'created') return { user: row, identityId: known.id }
    if (lacksGroups(provider, identity)) return 'groups_incomplete'
    await refreshAccount(parts, tx, provider, row, identity)
    await followProvidedGroups(parts, tx, provider, row, identity)
    return { user: row, identityId: known.id }
  }
  return (await claimProvisioned(parts, tx, provider, identity)) ?? createAccount(parts, tx, provider, identity)
}

/**
 * The first sign-in of an account that SCIM created: from then on it is found by issuer and subject, and by nothing
 * else. Undefined without one.
 */
async function claimProvisioned(
  { users, audit, clock }: SignOnParts,
  tx: Executor,
  provider: Provider,
  identity: SigningIn,
): Promise<SignedOn | SignOnError | undefined> {
  const { scimMatch, name, label } = provider
  if (!scimMatch || identity.provisioned === undefined) return undefined
  const row = await lockUnclaimed(tx, scimMatch.attribute, identity.provisioned)
  if (!row) return undefined
  if (!row.isActive) return 'inactive'
  const [identityId, at] = [randomUUID(), clock.now()]
  const made = { ...rowOf(provider, identity), id: identityId, userId: row.id, createdAt: at, lastUsedAt: at }
  if (!(await insertIdentity(tx, made))) throw new FieldErrors({ subject: ['It has an account meanwhile.'] })
  await audit.record(tx, {
    action: 'sign_on_link',
    description: `The first sign-in with ${label} was linked to ${row.username}, whom SCIM created`,
    target: { type: 'user', id: row.id },
    metadata: { provider: name, subject: identity.subject, match: scimMatch },
    actor: { userId: row.id, username: row.username },
  })
  return { user: await users.lock(tx, row.id), identityId }
}

const lacksGroups = ({ groups }: Provider, { hasMoreGroups }: ProviderIdentity): boolean =>
  groups !== undefined && hasMoreGroups

async function createAccount(
  parts: SignOnParts,
  tx: Executor,
  provider: Provider,
  identity: ProviderIdentity,
): Promise<SignedOn | SignOnError> {
  const { users, audit, clock } = parts
  if (!provider.createsAccounts) return 'no_account'
  const isVerified = identity.email !== '' && identity.isEmailVerified
  if (provider.requiresVerifiedEmail && !isVerified) return 'email_unverified'
  if (lacksGroups(provider, identity)) return 'groups_incomplete'
  const isNameTaken = (await users.findByName(identity.username, tx)) !== undefined
  if (isNameTaken || (await users.isAddressTaken(tx, identity.email, undefined))) return 'account_exists'
  const id = await users.insert(tx, {
    username: identity.username,
    email: identity.email,
    emailVerified: isVerified,
    firstName: identity.firstName,
    lastName: identity.lastName,
    authSource: 'provider',
  })
  const identityId = randomUUID()
  const at = clock.now()
  const row = { ...rowOf(provider, identity), id: identityId, userId: id, createdAt: at, lastUsedAt: at }
  if (!(await insertIdentity(tx, row))) throw new FieldErrors({ subject: ['It has an account meanwhile.'] })
  await audit.record(tx, {
    action: 'user_create',
    description: `User "${identity.username}" was created at the first sign-in with ${provider.label}`,
    target: { type: 'user', id },
    metadata: { provider: provider.name, subject: identity.subject },
    actor: { userId: id, username: identity.username },
  })
  const user = await users.lock(tx, id)
  await followProvidedGroups(parts, tx, provider, user, identity)
  return { user, identityId }
}

export const rowOf = ({ name }: Provider, { issuer, subject, email }: ProviderIdentity) => ({
  provider: name,
  issuer,
  subject,
  email,
})

/** Names as the provider says; its address counts at once if it may be believed, and nobody else has it. */
async function refreshAccount(
  { users, audit, logger }: SignOnParts,
  tx: Executor,
  provider: Provider,
  row: UserRow,
  identity: ProviderIdentity,
): Promise<void> {
  const isBelieved = identity.email !== '' && (identity.isEmailVerified || !provider.requiresVerifiedEmail)
  const isTaken = isBelieved && (await users.isAddressTaken(tx, identity.email, row.id))
  if (isTaken) logger.warn({ user_id: row.id }, 'ignored the e-mail address of a provider: another account has it')
  const email = isBelieved && !isTaken ? identity.email : row.email
  const names = { firstName: identity.firstName || row.firstName, lastName: identity.lastName || row.lastName }
  if (email === row.email && names.firstName === row.firstName && names.lastName === row.lastName) return
  const address = email === row.email ? {} : { email, emailVerified: identity.isEmailVerified, formerEmail: null }
  await users.update(tx, row, { ...address, ...names })
  await audit.record(tx, {
    action: 'user_update',
    description: `User "${row.username}" was changed to match ${provider.label}`,
    target: { type: 'user', id: row.id },
    actor: { userId: row.id, username: row.username },
    content: { email, ...names },
  })
}

/** Those of the last sign-in. Without a mapping the provider decides none: new accounts get the default group. */
async function followProvidedGroups(
  { users, audit }: SignOnParts,
  tx: Executor,
  { groups, label }: Provider,
  user: UserRow,
  identity: ProviderIdentity,
): Promise<void> {
  const isNew = user.lastLogin === null
  if (groups === undefined && !isNew) return
  const map = groups ?? new Map<string, readonly string[]>()
  const mapped = await groupIdsOf(tx, groupsFromProvider(identity.groups ?? [], map))
  await followGroups(audit, tx, {
    user,
    wanted: mapped.length > 0 ? mapped : await users.defaultGroups(tx),
    managed: [...map.values()].flat(),
    source: 'provider',
    why: `to match ${label}`,
  })
}

/** Two first sign-ins at once share one account: the second finds what the first created. */
export async function retryOnce<T>(work: () => Promise<T | SignOnError>): Promise<T | SignOnError> {
  try {
    const found = await work()
    return found === 'account_exists' ? await work() : found
  } catch (error: unknown) {
    if (error instanceof FieldErrors) return work()
    throw error
  }
}
