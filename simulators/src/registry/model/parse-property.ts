import type { PropertySpec, PropertyType } from './class-spec.ts'

const SIGNS: Readonly<Record<string, PropertyType>> = { '#': 'number', '?': 'boolean', '!': 'password' }

const parsed = new Map<string, PropertySpec>()

/**
 * `name`, then its type, then `=default`. Types: nothing for text, `#` number, `?` yes or no, `!` password,
 * `{a/b}` one of, `[a/b]` any of, `@dn`, `@ip`, `@ipv4`, `@mac`, `@date`, `@float`, `@encap`. Equal words return the
 * same object.
 */
export function parseProperty(word: string, isSettable: boolean): PropertySpec {
  const key = `${word} ${isSettable}`
  const known = parsed.get(key) ?? parseWord(word, isSettable)
  parsed.set(key, known)
  return known
}

function parseWord(word: string, isSettable: boolean): PropertySpec {
  const match = /^(\w+)(?:([#?!])|@(\w+)|\{([^}]*)\}|\[([^\]]*)\])?(?:=(.*))?$/.exec(word)
  if (!match) throw new Error(`class table: "${word}" is not a property`)
  const [, name = '', sign, named, choices, flags, standard] = match
  const type =
    (sign ? SIGNS[sign] : named) ?? (choices === undefined ? (flags === undefined ? 'string' : 'flags') : 'enum')
  const values =
    type === 'boolean' ? ['no', 'yes'] : (choices ?? flags ?? '').split('/').filter((value) => value !== '')
  return {
    name,
    type: type as PropertyType,
    values,
    standard: standard ?? (type === 'boolean' ? 'no' : undefined),
    isSettable,
  }
}
