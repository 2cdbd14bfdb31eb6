import type { PasswordResetConfirmBody } from '@heddle/contract/auth.ts'
import type { Executor } from '../../adapters/database/database.ts'
import { FieldErrors } from '../../kernel/errors.ts'
import { hashToken, normaliseCode } from './one-time-codes.ts'
import { findCodeHolder, isLiveToken, spendCode, spendToken } from './password-resets.store.ts'
import { countAsWrongCode } from './wrong-codes.ts'
import { type PasswordParts, faultsOfPassword, mayReset } from './password-parts.ts'

/** Permission to set a user's password; `spend` uses up the link or code. */
type Proof = { readonly userId: number; readonly spend: (tx: Executor) => Promise<boolean> }

type Field = 'token' | 'code'

const WORDS: Readonly<Record<Field, string>> = {
  token: 'This link is not valid, has been used or has expired.',
  code: 'This code is not valid, has been used or has expired.',
}

async function proofOfToken({ database, clock }: PasswordParts, text: string): Promise<Proof | undefined> {
  const [uid = '', token = ''] = text.split(':')
  const userId = Number(Buffer.from(uid, 'base64url').toString('utf8'))
  if (!Number.isSafeInteger(userId) || userId < 1 || userId > 2_147_483_647) return undefined
  const tokenHash = hashToken(token)
  const isLive = await isLiveToken(database.db, userId, tokenHash, clock.now())
  return isLive ? { userId, spend: (tx) => spendToken(tx, userId, tokenHash, clock.now()) } : undefined
}

/** A wrong code is counted and voids nothing. */
async function proofOfCode({ database, clock, codes }: PasswordParts, typed: string): Promise<Proof | undefined> {
  const takeBack = await countAsWrongCode(database, clock)
  const code = normaliseCode(typed)
  for (const codeHash of code === undefined ? [] : codes.hashesOf(code)) {
    const userId = await findCodeHolder(database.db, codeHash, clock.now())
    if (userId === undefined) continue
    await takeBack(database.db)
    return { userId, spend: (tx) => spendCode(tx, userId, codeHash, clock.now()) }
  }
  return undefined
}

export async function confirmReset(parts: PasswordParts, body: PasswordResetConfirmBody): Promise<void> {
  const { users, database, hasher, audit, credentials, notices } = parts
  const [field, given] = onlyProof(body)
  const proof = await (field === 'token' ? proofOfToken(parts, given) : proofOfCode(parts, given))
  const found = proof && (await users.findIn(database.db, proof.userId))
  const usable = proof && found && mayReset(found.user) ? { ...proof, user: found.user } : undefined
  const faults = await faultsOfPassword(parts, body.new_password, usable?.user ?? { username: '', email: '' })
  if (usable && (await hasher.verify(usable.user.passwordHash, body.new_password))) {
    faults.push('The new password must differ from the old one.')
  }
  const problems = {
    ...(!usable && { [field]: [WORDS[field]] }),
    ...(faults.length > 0 && { new_password: faults }),
  }
  if (!usable) {
    await audit.record(database.db, {
      action: 'password_reset_failed',
      description: `A ${field === 'token' ? 'reset link' : 'one-time code'} was rejected`,
      ...(found && { target: { type: 'user', id: found.user.id } }),
    })
  }
  if (!usable || faults.length > 0) throw new FieldErrors(problems)
  const passwordHash = await hasher.hash(body.new_password)
  await database.transaction(async (tx) => {
    const user = await users.lock(tx, usable.userId)
    if (!mayReset(user) || !(await usable.spend(tx))) throw new FieldErrors({ [field]: [WORDS[field]] })
    await credentials.setPassword(tx, user, passwordHash)
    await notices.send(tx, user, 'password_changed')
    await audit.record(tx, {
      action: 'password_reset',
      description: `${user.username} set a new password with a ${field === 'token' ? 'mailed link' : 'one-time code'}`,
      target: { type: 'user', id: user.id },
      metadata: { how: field === 'token' ? 'link' : 'administrator_code' },
      actor: { userId: user.id, username: user.username },
    })
  })
}

function onlyProof({ token, code }: PasswordResetConfirmBody): [Field, string] {
  if (token !== undefined && code !== undefined) throw FieldErrors.nonField('Expected either token or code, not both.')
  if (token !== undefined) return ['token', token]
  if (code !== undefined) return ['code', code]
  throw new FieldErrors({ token: ['Expected token or code.'], code: ['Expected token or code.'] })
}
