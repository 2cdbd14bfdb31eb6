import { MINUTE } from '../../kernel/durations.ts'

/** What a test knows about an account it created. */
export type Account = {
  id: number
  exists: boolean
  username: string
  email: string
  /** Where mail goes until `email` is verified; null while that is `email` itself. */
  formerEmail: string | null
  emailRevision: number
  password: string | null
  isActive: boolean
  factor: { secret: string; lastStep: number } | null
  backupCodes: string[]
  idleMinutes: number
}
type Issued = { readonly slot: number; readonly token: string; expiresAtMs: number; isOver: boolean }
type Refresh = { readonly token: string; readonly generation: number }
export type Session = Issued & {
  readonly access: { readonly token: string; readonly expiresAtMs: number }[]
  readonly refreshes: Refresh[]
  /** By generation; the newest one is not in it. */
  readonly replacedAtMs: number[]
  lastSeenMs: number
}
export type Challenge = Issued & { tries: number }
export type Verification = Issued & { readonly emailRevision: number }

/**
 * Which of all issued tokens are valid. Plain data, so that it can be copied; a session's `token` is its first refresh
 * token.
 */
export type IdentityModel = {
  readonly accounts: Account[]
  readonly sessions: Session[]
  readonly challenges: Challenge[]
  readonly links: Issued[]
  readonly codes: Issued[]
  readonly verifications: Verification[]
}

const GRACE_MS = MINUTE
const CHALLENGE_TRIES = 5

export const isLive = ({ isOver, expiresAtMs }: Issued, nowMs: number): boolean => !isOver && nowMs < expiresAtMs

export function isSessionLive(model: IdentityModel, session: Session, nowMs: number): boolean {
  const { exists, isActive, idleMinutes } = model.accounts[session.slot]!
  const isIdle = idleMinutes !== 0 && session.lastSeenMs + idleMinutes * MINUTE <= nowMs
  return exists && isActive && isLive(session, nowMs) && !isIdle
}

export function isAccessLive(model: IdentityModel, session: Session, access: string, nowMs: number): boolean {
  const expiresAtMs = session.access.find(({ token }) => token === access)?.expiresAtMs ?? 0
  return nowMs < expiresAtMs && isSessionLive(model, session, nowMs)
}

/** Whether its use ends the session. */
export function isReused({ refreshes, replacedAtMs }: Session, token: string, nowMs: number): boolean {
  const { generation } = refreshes.find((one) => one.token === token)!
  const atMs = replacedAtMs[generation]
  return atMs !== undefined && nowMs - atMs >= GRACE_MS
}

/** A replaced token gets another one of the newest generation. */
export function addSuccessor(
  { refreshes, replacedAtMs }: Session,
  used: string,
  successor: string,
  nowMs: number,
): void {
  const { generation } = refreshes.find((one) => one.token === used)!
  if (generation === replacedAtMs.length) replacedAtMs.push(nowMs)
  refreshes.push({ token: successor, generation: replacedAtMs.length })
}

/** Ends the sessions of an account except `kept`, and every login that waits for a second factor. */
export function endSessions(model: IdentityModel, slot: number, kept?: string): void {
  for (const session of model.sessions) if (session.slot === slot && session.token !== kept) session.isOver = true
  for (const challenge of model.challenges) if (challenge.slot === slot) challenge.isOver = true
}

/** A session that was idle too long stays ended, whatever limit is set later. */
export function endIdle(model: IdentityModel, slot: number, nowMs: number): void {
  for (const session of model.sessions)
    if (session.slot === slot && !isSessionLive(model, session, nowMs)) session.isOver = true
}

export function endAll(issued: readonly Issued[], slot: number): void {
  for (const one of issued) if (one.slot === slot) one.isOver = true
}

/** Ends everything that is voided by setting or removing a password. */
export function setPassword(model: IdentityModel, slot: number, password: string | null, kept?: string): void {
  model.accounts[slot]!.password = password
  endAll(model.links, slot)
  endAll(model.codes, slot)
  endSessions(model, slot, kept)
}

export function removeAccount(model: IdentityModel, slot: number): void {
  setPassword(model, slot, null)
  endAll(model.verifications, slot)
  model.accounts[slot]!.exists = false
}

export const mailAddressOf = ({ email, formerEmail }: Account): string => formerEmail ?? email

/** Whether the code opens the challenge. Uses up both, or else one of the challenge's tries. */
export function spendChallenge(
  model: IdentityModel,
  challenge: Challenge,
  code: { typed: string; secret?: string; step?: number },
  nowMs: number,
) {
  const account = model.accounts[challenge.slot]!
  if (!isLive(challenge, nowMs) || challenge.tries >= CHALLENGE_TRIES) return false
  challenge.tries += 1
  if (!account.exists || !account.isActive || !account.factor || !spendCode(account, account.factor, code)) return false
  challenge.isOver = true
  return true
}

function spendCode(
  account: Account,
  factor: NonNullable<Account['factor']>,
  { typed, secret, step = 0 }: Parameters<typeof spendChallenge>[2],
) {
  if (account.backupCodes.includes(typed)) {
    account.backupCodes = account.backupCodes.filter((code) => code !== typed)
    return true
  }
  if (factor.secret !== secret || step <= factor.lastStep) return false
  factor.lastStep = step
  return true
}
