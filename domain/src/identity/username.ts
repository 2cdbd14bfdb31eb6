import { LONGEST_USERNAME, USERNAME_PATTERN } from '@heddle/contract/users.ts'

const USERNAME = new RegExp(USERNAME_PATTERN, 'u')

/** Whether a local account may have this name: up to 150 characters without spaces or control characters. */
export function isUsername(text: string): boolean {
  return Array.from(text).length <= LONGEST_USERNAME && USERNAME.test(text)
}
