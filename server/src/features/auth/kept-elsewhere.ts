import { Conflict } from '../../kernel/errors.ts'
import type { UserRow } from '../users/index.ts'

/** Why the password of an account cannot be changed or asked for here. */
export const KEPT_ELSEWHERE: Readonly<Record<Exclude<UserRow['authSource'], 'local'>, string>> = {
  directory: 'The password of this account is kept in the directory and has to be changed there.',
  provider: 'This account signs in with its provider and has no password here.',
  service: 'This is a service account, which has API tokens only.',
}

/** Throws unless the password of the account is kept here. */
export function refuseKeptElsewhere({ authSource }: Pick<UserRow, 'authSource'>): void {
  if (authSource !== 'local') throw new Conflict(KEPT_ELSEWHERE[authSource], `${authSource}_account`)
}
