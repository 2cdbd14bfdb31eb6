import { isIP, isIPv6 } from 'node:net'

export type ControllerAddress =
  /** `hostname` has no brackets, ready to be resolved or checked. */
  | { readonly ok: true; readonly origin: string; readonly hostname: string }
  | { readonly ok: false; readonly message: string }

const EXPECTED = 'expected a name or address with an optional port, or an https:// URL'
const DNS_NAME = /^(?=.{1,253}\.?$)[a-z0-9_](?:[a-z0-9_-]{0,62})(?:\.[a-z0-9_][a-z0-9_-]{0,62})*\.?$/

/** Parses what a user typed as a controller's host. Plain HTTP only with an explicit `http://`. */
export function parseControllerAddress(host: string): ControllerAddress {
  const text = host.trim()
  // Not echoed: the part before the @ may hold a password.
  if (text.includes('@')) return refused('A host must not contain a user name or password.')
  const url = readUrl(text)
  if (url === undefined) return refused(`host ${JSON.stringify(text.slice(0, 100))}: ${EXPECTED}`)
  const hostname = withoutBrackets(url.hostname)
  if (isIP(hostname) === 0 && !isHostname(hostname))
    return refused(`host ${JSON.stringify(text.slice(0, 100))}: ${EXPECTED}`)
  return { ok: true, origin: url.origin, hostname }
}

export const isHostname = (text: string): boolean => DNS_NAME.test(text)

export function withoutBrackets(hostname: string): string {
  return hostname.startsWith('[') && hostname.endsWith(']') ? hostname.slice(1, -1) : hostname
}

function readUrl(text: string): URL | undefined {
  const [, scheme = 'https', authority = ''] = /^(?:(https?):\/\/)?([^/]*)\/?$/i.exec(text) ?? []
  // The URL parser forgives tabs, backslashes and percent signs in a host; here they are mistakes or attacks.
  if (authority === '' || !/^[^\s\\%?#]+$/.test(authority)) return undefined
  try {
    const url = new URL(`${scheme}://${isIPv6(authority) ? `[${authority}]` : authority}/`)
    return url.port === '0' ? undefined : url
  } catch {
    return undefined
  }
}

function refused(message: string): ControllerAddress {
  return { ok: false, message }
}
