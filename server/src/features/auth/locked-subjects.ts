import { foldName } from '@heddle/domain/identity/fold-name.ts'
import type { UserRow } from '../users/index.ts'

/** Whose failures a lockout counts together, and from where. */
export type LockedSubject = {
  readonly subject: string
  /** Whether failures are counted for each address, or from all addresses together. */
  readonly isPerAddress: boolean
  /** Of the audit entry when a lock begins. */
  readonly user: { readonly userId: number | null; readonly username: string }
}

type Account = Pick<UserRow, 'id' | 'username'>

const whoIs = ({ id, username }: Account) => ({ userId: id, username })

/** Passwords of an account, however its name was typed. */
export const passwordsOf = (user: Account): LockedSubject => ({
  subject: `user:${user.id}`,
  isPerAddress: true,
  user: whoIs(user),
})

/** Passwords of a directory entry without an account here. */
export const passwordsOfEntry = (canonicalDn: string, username: string): LockedSubject => ({
  subject: `entry:${canonicalDn}`,
  isPerAddress: true,
  user: { userId: null, username },
})

/** Passwords for a name that nobody has. */
export const passwordsOfName = (typed: string): LockedSubject => ({
  subject: `name:${foldName(typed)}`,
  isPerAddress: true,
  user: { userId: null, username: typed },
})

/** Codes of an account's second factor: guessing them takes the password, so strangers cannot lock it. */
export const codesOf = (user: Account): LockedSubject => ({
  subject: `factor:${user.id}`,
  isPerAddress: false,
  user: whoIs(user),
})

/** Passwords entered in one session, apart from the account's: a stolen session locks out nobody but itself. */
export const passwordsInSession = (user: Account, sessionId: string): LockedSubject => ({
  subject: `session:${sessionId}`,
  isPerAddress: false,
  user: whoIs(user),
})
