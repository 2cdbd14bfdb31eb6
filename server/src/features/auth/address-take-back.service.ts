import type { Database, Executor } from '../../adapters/database/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import { DAY } from '../../kernel/durations.ts'
import { FieldErrors } from '../../kernel/errors.ts'
import type { Outbox } from '../../platform/mail/outbox.ts'
import type { Audit } from '../audit/index.ts'
import { mailAddressOf, type UsersService } from '../users/index.ts'
import {
  deleteExpiredTakeBacks,
  deleteTakeBacksSince,
  insertTakeBack,
  spendTakeBack,
} from './address-take-backs.store.ts'
import type { Credentials } from './credentials.ts'
import { mayMail } from './mail-limits.ts'
import { hashToken, newToken } from './one-time-codes.ts'
import { takeBackMail } from './security-mails.ts'
import type { SecurityNotices } from './security-notices.ts'

/** Long enough to come back from a week away from the mailbox. */
const LIFETIME_MS = 7 * DAY

const INVALID = { token: ['This link is not valid, has been used or has expired.'] }

type Dependencies = {
  readonly database: Database
  readonly users: UsersService
  readonly credentials: Pick<Credentials, 'revokeAll'>
  readonly notices: SecurityNotices
  readonly outbox: Outbox
  readonly audit: Audit
  readonly clock: Clock
  readonly frontendUrl: string
}

/** A user's address before it was changed. */
export type FormerAddress = {
  readonly userId: number
  readonly username: string
  readonly email: string
  readonly formerEmail: string | null
}

/** Links to a former address that take its change back: a stolen session is enough to change it, and no more. */
export type AddressTakeBackService = {
  /** Tells the former address that it was replaced, with a link, unless it was sent too many of them lately. */
  readonly offer: (tx: Executor, former: FormerAddress) => Promise<void>
  readonly takeBack: (token: string) => Promise<void>
  readonly deleteExpired: () => Promise<void>
}

export function createAddressTakeBackService(parts: Dependencies): AddressTakeBackService {
  return {
    offer: (tx, former) => offerTakeBack(parts, tx, former),
    takeBack: async (token) => {
      if (!(await parts.database.transaction((tx) => restoreAddress(parts, tx, token)))) throw new FieldErrors(INVALID)
    },
    deleteExpired: () => deleteExpiredTakeBacks(parts.database.db, parts.clock.now()),
  }
}

async function offerTakeBack(
  { notices, outbox, clock, frontendUrl }: Dependencies,
  tx: Executor,
  former: FormerAddress,
): Promise<void> {
  const [to, now] = [mailAddressOf(former), clock.now()]
  if (!(await mayMail(tx, 'take_back', to, now))) return notices.send(tx, former, 'address_changed')
  const token = newToken()
  await insertTakeBack(tx, {
    tokenHash: hashToken(token),
    userId: former.userId,
    email: to,
    createdAt: now,
    expiresAt: new Date(now.getTime() + LIFETIME_MS),
  })
  await outbox.post(tx, { to, ...takeBackMail(former, `${frontendUrl}/take-back-address?token=${token}`) })
}

/** Everything ends that the one who changed the address may have got since: sessions, reset links, confirmations. */
async function restoreAddress(
  { users, credentials, notices, audit, clock }: Dependencies,
  tx: Executor,
  token: string,
): Promise<boolean> {
  const offered = await spendTakeBack(tx, hashToken(token), clock.now())
  const user = offered && (await users.lockIfExists(tx, offered.userId))
  if (!offered || !user) return false
  const { email } = offered
  const address = { email, emailVerified: true, formerEmail: null, formerEmailVerified: false }
  await users.update(tx, user, { ...address, emailRevision: user.emailRevision + 1 }, 'take_back')
  await deleteTakeBacksSince(tx, offered)
  await credentials.revokeAll(tx, user.id)
  await notices.send(tx, { ...user, ...address }, 'address_restored')
  await audit.record(tx, {
    action: 'email_take_back',
    description: `A change of the e-mail address of ${user.username} was undone with a mailed link`,
    target: { type: 'user', id: user.id },
    actor: { userId: user.id, username: user.username },
    content: { before: { email: user.email }, after: { email } },
  })
  return true
}
