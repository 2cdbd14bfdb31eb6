export const SHORTEST_PASSWORD = 10
/** Hashing time grows with the length, and no one remembers a longer one. */
export const LONGEST_PASSWORD = 1024

export type PasswordContext = {
  readonly username: string
  readonly email: string
  /** Whether the lower-case password is among the most common ones. */
  readonly isCommon: (password: string) => Promise<boolean>
}

/**
 * All reasons to reject a password; empty if it is acceptable. There are no rules about character classes: length and
 * rarity are what matters. The caller compares it with the old password, as it has the hash.
 */
export async function passwordFaults(
  password: string,
  { username, email, isCommon }: PasswordContext,
): Promise<string[]> {
  const lower = password.normalize('NFKC').toLowerCase()
  const length = Array.from(password).length
  const faults: string[] = []
  if (length < SHORTEST_PASSWORD) faults.push(`Expected at least ${SHORTEST_PASSWORD} characters, got ${length}.`)
  if (length > LONGEST_PASSWORD) faults.push(`Expected at most ${LONGEST_PASSWORD} characters.`)
  if (isNamed(lower, username, email)) faults.push('The password must not be the username or the e-mail address.')
  if (isOneCharacter(lower) || (await isCommon(lower))) faults.push('This password is too common.')
  return faults
}

function isNamed(lower: string, username: string, email: string): boolean {
  const names = [username, email, email.split('@', 1)[0]!]
    .map((name) => name.toLowerCase())
    .filter((name) => name !== '')
  return names.includes(lower)
}

const isOneCharacter = (text: string): boolean => text !== '' && new Set(text).size === 1
