export const SHORTEST_PASSWORD = 10
/** Hashing takes time with the length; nobody remembers more. */
export const LONGEST_PASSWORD = 1024

export type PasswordContext = {
  readonly username: string
  readonly email: string
  /** Is it, in lower case, one of the passwords that everybody tries first? */
  readonly isCommon: (password: string) => boolean
}

/**
 * What speaks against a password, every fault at once; empty when nothing does. No rules about kinds of characters: length and rarity are
 * what counts. Whether it equals the old password is for the caller, who has the hash.
 */
export function passwordFaults(password: string, { username, email, isCommon }: PasswordContext): string[] {
  const lower = password.normalize('NFKC').toLowerCase()
  const length = Array.from(password).length
  const faults: string[] = []
  if (length < SHORTEST_PASSWORD) faults.push(`Expected at least ${SHORTEST_PASSWORD} characters, got ${length}.`)
  if (length > LONGEST_PASSWORD) faults.push(`Expected at most ${LONGEST_PASSWORD} characters.`)
  if (isNamed(lower, username, email)) faults.push('The password may not be the username or the e-mail address.')
  if (isCommon(lower) || isOneCharacter(lower)) faults.push('This password is one of the common ones.')
  return faults
}

function isNamed(lower: string, username: string, email: string): boolean {
  const names = [username, email, email.split('@', 1)[0]!].map((name) => name.toLowerCase()).filter((name) => name !== '')
  return names.includes(lower)
}

const isOneCharacter = (text: string): boolean => text !== '' && new Set(text).size === 1
