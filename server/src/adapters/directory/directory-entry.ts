import type { Entry } from 'ldapts'
import { canonicalDn } from '@heddle/domain/identity/distinguished-name.ts'
import { foldName } from '@heddle/domain/identity/fold-name.ts'

/** The attributes read from a user's entry, besides those of the filter. */
export const USER_ATTRIBUTES = ['mail', 'givenName', 'sn', 'memberOf', 'uid', 'sAMAccountName', 'cn'] as const

/**
 * The values of an attribute as text, whatever the case of its name. Values with an option (`sn;lang-de`,
 * `memberOf;range=0-1499`) come after those without.
 */
export function valuesOf(entry: Entry, name: string): string[] {
  const wanted = name.toLowerCase()
  const keys = Object.keys(entry).filter((key) => key.toLowerCase().split(';')[0] === wanted)
  return keys
    .sort((a, b) => Number(a.includes(';')) - Number(b.includes(';')))
    .flatMap((key) => entry[key] ?? [])
    .map(textOf)
    .filter((value) => value !== '')
}

/** The first value, or an empty string. */
export function firstOf(entry: Entry, name: string): string {
  return valuesOf(entry, name)[0] ?? ''
}

/**
 * The name as the directory spells it. A directory finds `alice` for `ALICE`, for ` alice` and sometimes for `álice`:
 * using the typed name would give a person as many accounts as there are spellings.
 */
export function usernameOf(entry: Entry, typed: string, nameAttributes: readonly string[]): string {
  const searched = nameAttributes.map((name) => valuesOf(entry, name)).find((values) => values.length > 0)
  if (searched !== undefined) return searched.find(spells(typed)) ?? searched[0] ?? typed
  return ['uid', 'sAMAccountName', 'cn'].flatMap((name) => valuesOf(entry, name)).find(spells(typed)) ?? typed
}

/** Each DN once, in its first spelling. */
export function uniqueDns(dns: readonly string[]): string[] {
  const bySpelling = new Map<string, string>()
  for (const dn of dns) if (!bySpelling.has(canonicalDn(dn))) bySpelling.set(canonicalDn(dn), dn)
  return [...bySpelling.values()]
}

function spells(typed: string): (value: string) => boolean {
  return (value) => foldName(value) === foldName(typed)
}

/** Drops control characters, which not every column, log and page can hold. */
function textOf(value: string | Buffer): string {
  return value
    .toString()
    .replace(/\p{Cc}/gu, '')
    .trim()
}
