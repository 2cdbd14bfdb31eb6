import { LONGEST_EMAIL } from '@heddle/contract/common.ts'

/** What browsers accept: a host without a dot is valid, as in private networks. */
export const EMAIL_ADDRESS =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/

/** Whether an account may have this address. */
export function isEmailAddress(text: string): boolean {
  return text.length <= LONGEST_EMAIL && EMAIL_ADDRESS.test(text)
}

// No separators, quotes, comments or line breaks, so nothing can be smuggled in.
const ONE_RECIPIENT = /^[^\s\p{Cc}@<>()[\],;:"\\]+@[^\s\p{Cc}@<>()[\],;:"\\]+$/u

/**
 * Whether a text is the address of one recipient and nothing else. Accepts letters beyond ASCII, because directories
 * hold such addresses.
 */
export function isOneRecipient(text: string): boolean {
  return text.length <= LONGEST_EMAIL && ONE_RECIPIENT.test(text)
}
