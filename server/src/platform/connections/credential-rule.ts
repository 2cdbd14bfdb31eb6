import type { FieldMessages } from '../../kernel/field-messages.ts'

/**
 * A stored secret is never sent to a new address or account, nor to a server that is checked in another way: the caller
 * has to send it again. `changes` are those that a patch makes: `a new address`.
 */
export function faultOfKeptSecret(
  { field, word }: { readonly field: string; readonly word: 'password' | 'token' },
  changes: Readonly<Record<string, boolean>>,
): FieldMessages {
  const made = Object.keys(changes).filter((change) => changes[change])
  if (made.length === 0) return {}
  return { [field]: [`Enter the ${word} again: a stored ${word} is not sent to ${made.join(' or ')}.`] }
}
