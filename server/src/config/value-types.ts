import { parseProvisionedMatch, type ProvisionedMatch } from '@heddle/domain/identity/provisioned-match.ts'
import { type BlockList, isIP } from 'node:net'
import { resolve } from 'node:path'
import { buildDenyList } from '../adapters/outbound/deny-list.ts'
import { rootKeyProblem, SHORTEST_ROOT_KEY, STRONG_ROOT_KEY } from '../adapters/secrets/root-key.ts'
import { Secret } from '../adapters/secrets/secret.ts'

/** Parses a variable. `expected` completes the sentence "expected …"; `parse` returns undefined for anything else. */
export type ValueType<T> = { readonly expected: string; readonly parse: (text: string) => T | undefined }

/** Plain decimal digits: "5", not "5.0", "5e0", "0x5" or "five". */
export function integer(least: number, most: number): ValueType<number> {
  return {
    expected: `a whole number from ${least} to ${most}`,
    parse: (text) => {
      const value = /^\d{1,15}$/.test(text.trim()) ? Number(text) : Number.NaN
      return value >= least && value <= most ? value : undefined
    },
  }
}

export const boolean: ValueType<boolean> = {
  expected: '`true` or `false`',
  parse: (text) => (text.trim() === 'true' ? true : text.trim() === 'false' ? false : undefined),
}

export function oneOf<const T extends string>(...choices: readonly T[]): ValueType<T> {
  return {
    expected: choices.map((choice) => `\`${choice}\``).join(', '),
    parse: (text) => choices.find((choice) => choice === text.trim()),
  }
}

export function text(expected: string, longest = 1000): ValueType<string> {
  const isUsable = (value: string): boolean => value !== '' && value.length <= longest && !/\p{Cc}/u.test(value)
  return { expected, parse: (raw) => (isUsable(raw.trim()) ? raw.trim() : undefined) }
}

export function matchingText(pattern: RegExp, expected: string): ValueType<string> {
  return accepted((text) => pattern.test(text), expected)
}

export function accepted(isAccepted: (text: string) => boolean, expected: string): ValueType<string> {
  return { expected, parse: (raw) => (isAccepted(raw.trim()) ? raw.trim() : undefined) }
}

/** Relative paths are resolved from the working directory of the process. */
export const path: ValueType<string> = {
  expected: 'a path',
  parse: (raw) => (raw.trim() === '' || raw.includes('\0') ? undefined : resolve(raw.trim())),
}

export const host: ValueType<string> = {
  expected: 'a host name or an address',
  parse: (raw) =>
    isIP(raw.trim()) !== 0 || /^[a-z\d]([a-z\d.-]{0,251}[a-z\d])?$/i.test(raw.trim()) ? raw.trim() : undefined,
}

/** A web address, stored without its trailing slash, so that paths can be appended. */
export const webUrl: ValueType<string> = {
  expected: 'a URL such as `https://heddle.example.org`, without user, query or fragment',
  parse: (raw) => {
    const url = parseUrl(raw, ['http:', 'https:'])
    return url && `${url.username}${url.password}${url.search}${url.hash}` === ''
      ? url.href.replace(/\/+$/, '')
      : undefined
  },
}

/** The values that browsers send as `Origin`. */
export const origin: ValueType<string> = {
  expected: 'origins such as `https://heddle.example.org`',
  parse: (raw) => {
    const url = parseUrl(raw, ['http:', 'https:'])
    return url?.origin === raw.trim() ? url.origin : undefined
  },
}

/** The issuer of an OpenID provider, exactly as in its tokens. Plain http is for a provider on the same machine. */
export const issuer: ValueType<string> = {
  expected: 'a URL that begins with `https://`, without user, query or fragment; `http://` only on this machine',
  parse: (raw) => {
    const url = parseUrl(raw, ['http:', 'https:'])
    if (!url?.hostname || `${url.username}${url.password}${url.search}${url.hash}` !== '') return undefined
    return url.protocol === 'https:' || LOOPBACK.test(url.hostname) ? raw.trim() : undefined
  },
}

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/

/** The address of a service without credentials; for one with credentials see `secretUrl`. */
export function serviceUrl(...protocols: readonly string[]): ValueType<string> {
  return {
    expected: urlExpectation(protocols),
    parse: (raw) => (parseUrl(raw, protocols)?.hostname ? raw.trim() : undefined),
  }
}

/** A host that is reached over TLS, with its port; nothing else. */
export function tlsHost(standardPort: number): ValueType<{ readonly host: string; readonly port: number }> {
  return {
    expected: `a URL such as \`tls://siem.example.org:${standardPort}\`, without user, path, query or fragment`,
    parse: (raw) => {
      const url = parseUrl(raw, ['tls:'])
      if (!url || !/^\/?$/.test(url.pathname) || `${url.username}${url.password}${url.search}${url.hash}` !== '')
        return undefined
      const named = host.parse(url.hostname.replace(/^\[(.*)\]$/, '$1'))
      return named === undefined ? undefined : { host: named, port: Number(url.port || standardPort) }
    },
  }
}

/** `Authorization=Bearer abc,X-Scope=1`: names and percent-encoded values, as OpenTelemetry writes them. All secret. */
export const headerPairs: ValueType<Readonly<Record<string, Secret>>> = {
  expected: 'pairs such as `Authorization=Bearer%20…`, separated by commas',
  parse: (raw) => {
    const headers: Record<string, Secret> = {}
    for (const text of raw.split(',')) {
      const pair = /^\s*([!#$%&'*+.^_`|~\w-]+)\s*=(.*)$/s.exec(text)
      const value = pair ? decoded(pair[2]!.trim()) : undefined
      if (!pair || value === undefined || !/^[\t\x20-\x7e]+$/.test(value)) return undefined
      headers[pair[1]!.toLowerCase()] = new Secret(value)
    }
    return headers
  },
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** The address of a service that may contain a password, so all of it is secret. */
export function secretUrl(...protocols: readonly string[]): ValueType<Secret> {
  return {
    expected: urlExpectation(protocols),
    parse: (raw) => (parseUrl(raw, protocols) ? new Secret(raw.trim()) : undefined),
  }
}

/** Used as it is, including spaces. */
export const password: ValueType<Secret> = { expected: 'a text', parse: (raw) => new Secret(raw) }

export const rootKey: ValueType<Secret> = {
  expected: `at least ${SHORTEST_ROOT_KEY} characters without commas, preferably ${STRONG_ROOT_KEY} random ones such as the output of \`openssl rand -base64 32\``,
  parse: (raw) => {
    const key = raw.trim()
    return rootKeyProblem(key) === undefined && !key.includes(',') ? new Secret(key) : undefined
  },
}

export function listOf<T>(type: ValueType<T>): ValueType<readonly T[]> {
  return {
    expected: `${type.expected}; several separated by commas`,
    parse: (raw) => {
      const items = raw.split(',').map((item) => type.parse(item))
      return items.every((item) => item !== undefined) ? items : undefined
    },
  }
}

export const denyList: ValueType<BlockList> = {
  expected: 'ranges such as `169.254.0.0/16` or `fe80::/10`, separated by commas',
  parse: (raw) => {
    const result = buildDenyList(raw.split(','))
    return result.ok ? result.deny : undefined
  },
}

/**
 * `{"cn=ops,dc=example": "Operators", "cn=all,dc=example": ["Viewers", "Editors"]}`; a single name is a list of one.
 */
export const groupMap: ValueType<ReadonlyMap<string, readonly string[]>> = {
  expected: 'a JSON object that maps group DNs to a group name or a list of names',
  parse: (raw) => {
    const map = parseJson(raw)
    if (typeof map !== 'object' || map === null || Array.isArray(map)) return undefined
    const entries = Object.entries(map).map(([dn, names]): [string, unknown[]] => [
      dn,
      Array.isArray(names) ? names : [names],
    ])
    return entries.every(isGroupEntry) ? new Map(entries) : undefined
  },
}

/** `ops=Operators,everybody=Viewers`; a group of theirs may be named several times. */
export const groupPairs: ValueType<ReadonlyMap<string, readonly string[]>> = {
  expected: 'pairs such as `their-group=Operators`, separated by commas',
  parse: (raw) => {
    const map = new Map<string, readonly string[]>()
    for (const pair of raw.split(',')) {
      const at = pair.lastIndexOf('=')
      const [theirs, ours] = [pair.slice(0, Math.max(at, 0)).trim(), pair.slice(at + 1).trim()]
      if (theirs === '' || ours === '') return undefined
      map.set(theirs, [...(map.get(theirs) ?? []), ours])
    }
    return map
  },
}

/** `externalId=oid` */
export const provisionedMatch: ValueType<ProvisionedMatch> = {
  expected: '`externalId` or `userName`, `=`, and the name of a claim',
  parse: parseProvisionedMatch,
}

const isGroupEntry = (entry: [string, unknown[]]): entry is [string, string[]] =>
  entry[0].includes('=') &&
  entry[1].length > 0 &&
  entry[1].every((name) => typeof name === 'string' && name.trim() !== '')

const urlExpectation = (protocols: readonly string[]): string =>
  `a URL that begins with ${protocols.map((protocol) => `\`${protocol}//\``).join(' or ')}`

function parseUrl(raw: string, protocols: readonly string[]): URL | undefined {
  const url = URL.parse(raw.trim())
  return url && protocols.includes(url.protocol) && raw.trim().startsWith(`${url.protocol}//`) ? url : undefined
}

function parseJson(raw: string): unknown {
  try {
    return JSON.parse(raw)
  } catch {
    return undefined
  }
}
