import { type Filter, FilterParser } from 'ldapts'

/** The admin's filter, validated and ready to be filled in. */
export type UserFilter = {
  readonly matching: (username: string) => Filter
  /** Attributes that must equal the typed name, in the admin's order: they hold the directory's spelling of it. */
  readonly nameAttributes: readonly string[]
}

const PLACEHOLDER = '{username}'
const COMPARES_NAME = /\(([\w-]+)=\{username\}\)/g

/** Parses `LDAP_USER_FILTER`; throws when it is not a filter, because no one could sign in with it. */
export function readUserFilter(template: string): UserFilter {
  const matching = (username: string): Filter =>
    FilterParser.parseString(template.replaceAll(PLACEHOLDER, () => escapeValue(username)))
  assertParses(template, matching)
  return { matching, nameAttributes: [...template.matchAll(COMPARES_NAME)].map(([, attribute = '']) => attribute) }
}

// RFC 4515. Other characters stay as they are: the library's parser takes an escaped byte for a whole character.
function escapeValue(value: string): string {
  return value.replace(/[*()\\\0]/g, (char) => `\\${char.charCodeAt(0).toString(16).padStart(2, '0')}`)
}

function assertParses(template: string, matching: (username: string) => Filter): void {
  try {
    matching('x')
  } catch (cause) {
    throw new Error(`LDAP_USER_FILTER "${template}": expected an LDAP filter without spaces between its parentheses`, {
      cause,
    })
  }
}
