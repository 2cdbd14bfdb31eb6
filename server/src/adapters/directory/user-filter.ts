import { type Filter, FilterParser } from 'ldapts'

/** The admin's filter, checked and ready to be filled in. */
export type UserFilter = {
  readonly matching: (username: string) => Filter
  /** Attributes that have to equal the typed name, first the one the admin wrote first: they tell how the directory spells it. */
  readonly nameAttributes: readonly string[]
}

const PLACEHOLDER = '{username}'
const COMPARES_NAME = /\(([\w-]+)=\{username\}\)/g

/** Reads `LDAP_USER_FILTER`; throws when it is no filter, because nobody could sign in with it. */
export function readUserFilter(template: string): UserFilter {
  const matching = (username: string): Filter => FilterParser.parseString(template.replaceAll(PLACEHOLDER, () => escapeValue(username)))
  assertParses(template, matching)
  return { matching, nameAttributes: [...template.matchAll(COMPARES_NAME)].map(([, attribute = '']) => attribute) }
}

// RFC 4515. Other characters stay as they are: the parser of the library takes an escaped byte for a whole character.
function escapeValue(value: string): string {
  return value.replace(/[*()\\\0]/g, (char) => `\\${char.charCodeAt(0).toString(16).padStart(2, '0')}`)
}

function assertParses(template: string, matching: (username: string) => Filter): void {
  try {
    matching('x')
  } catch (cause) {
    throw new Error(`LDAP_USER_FILTER "${template}": expected an LDAP filter without spaces between its parentheses`, { cause })
  }
}
