import { isOneRecipient } from './email-address.ts'
import { isUsername } from './username.ts'

/** Whom a sign-on provider says that somebody is. */
export type ProviderIdentity = {
  readonly issuer: string
  /** Never changes, and is never given to another person. */
  readonly subject: string
  /** The session at the provider, if it names one. */
  readonly providerSession: string | undefined
  readonly username: string
  /** Empty without a usable one. */
  readonly email: string
  readonly isEmailVerified: boolean
  readonly firstName: string
  readonly lastName: string
  /** Their names at the provider; undefined when it named none. */
  readonly groups: readonly string[] | undefined
  /** Whether it has more groups than it named. */
  readonly hasMoreGroups: boolean
}

export type Claims = Readonly<Record<string, unknown>>

const LONGEST_SUBJECT = 255
const LONGEST_NAME = 150
const LONGEST_TEXT = 1_000
const MOST_GROUPS = 2_000

/**
 * Reads verified claims; undefined when they name no subject that can be kept. The username is the preferred one, else
 * the address, else the subject.
 */
export function readProviderClaims(claims: Claims, groupsClaim: string): ProviderIdentity | undefined {
  const { iss, sub } = claims
  if (typeof iss !== 'string' || typeof sub !== 'string' || sub === '' || sub.length > LONGEST_SUBJECT) return undefined
  if (/\p{Cc}/u.test(sub)) return undefined
  const email = textOf(claims.email)
  const username = [textOf(claims.preferred_username), email, sub].find(isUsername)
  if (username === undefined) return undefined
  return {
    issuer: iss,
    subject: sub,
    providerSession: textOf(claims.sid) || undefined,
    username,
    email: isOneRecipient(email) ? email : '',
    // Some providers send it as a text.
    isEmailVerified: claims.email_verified === true || claims.email_verified === 'true',
    firstName: textOf(claims.given_name).slice(0, LONGEST_NAME),
    lastName: textOf(claims.family_name).slice(0, LONGEST_NAME),
    groups: groupsOf(claims[groupsClaim]),
    hasMoreGroups: namesElsewhere(claims, groupsClaim),
  }
}

/** A text of one line, or an empty one. */
const textOf = (claim: unknown): string =>
  typeof claim === 'string' && claim.length <= LONGEST_TEXT && !/\p{Cc}/u.test(claim) ? claim.trim() : ''

function groupsOf(claim: unknown): readonly string[] | undefined {
  const names = typeof claim === 'string' ? [claim] : claim
  if (!Array.isArray(names)) return undefined
  return names.slice(0, MOST_GROUPS).filter((name): name is string => typeof name === 'string')
}

/** Entra ID leaves out the groups of members of more than 200, and says where they could be read. */
function namesElsewhere(claims: Claims, groupsClaim: string): boolean {
  const elsewhere = claims._claim_names
  if (typeof elsewhere === 'object' && elsewhere !== null && Object.hasOwn(elsewhere, groupsClaim)) return true
  const groups = claims[groupsClaim]
  return Array.isArray(groups) && groups.length > MOST_GROUPS
}

/** Which of our groups a member of these groups is in, without duplicates. Names are compared exactly. */
export function groupsFromProvider(
  theirs: readonly string[],
  map: ReadonlyMap<string, readonly string[]>,
): readonly string[] {
  return [...new Set(theirs.flatMap((name) => map.get(name) ?? []))]
}
