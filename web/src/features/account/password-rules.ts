import { words } from './words.ts'

type PasswordRule = { readonly text: string; readonly isMet: boolean }

const SHORTEST = 10

/** What can be said while one types. The server also knows which passwords are too common. */
export function passwordRules(password: string, old: string, names: readonly string[]): readonly PasswordRule[] {
  const lower = password.normalize('NFKC').toLowerCase()
  const length = Array.from(password).length
  const isTyped = password !== ''
  return [
    { text: words.password.long(length), isMet: length >= SHORTEST },
    {
      text: words.password.notNamed,
      isMet: isTyped && !names.some((name) => name !== '' && name.toLowerCase() === lower),
    },
    { text: words.password.notOne, isMet: new Set(lower).size > 1 },
    { text: words.password.different, isMet: isTyped && password !== old },
  ]
}
