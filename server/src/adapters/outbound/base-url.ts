import { isIP } from 'node:net'
import { isHostname, withoutBrackets } from './controller-address.ts'

export type BaseUrl =
  | {
      readonly ok: true
      readonly origin: string
      /** Without brackets, ready to be resolved or checked. */
      readonly hostname: string
      /** What paths are put behind: empty, or with a slash at its start and none at its end. */
      readonly path: string
    }
  | { readonly ok: false; readonly message: string }

const EXPECTED = 'expected an http:// or https:// URL, optionally with a port and a path'

/** Parses what a user typed as the address of a web server. It may end in a path. */
export function parseBaseUrl(text: string): BaseUrl {
  const typed = text.trim()
  // Not echoed: the part before the @ may hold a password.
  if (/^[^/]*\/\/[^/]*@/.test(typed)) return refused('The URL must not contain a user name or password.')
  const url = readUrl(typed)
  if (url === undefined) return refused(`URL ${JSON.stringify(typed.slice(0, 100))}: ${EXPECTED}`)
  if (/[?#]/.test(typed)) return refused('The URL must have neither a query nor a fragment.')
  return {
    ok: true,
    origin: url.origin,
    hostname: withoutBrackets(url.hostname),
    path: url.pathname.replace(/\/+$/, ''),
  }
}

function readUrl(text: string): URL | undefined {
  // The URL parser forgives tabs and backslashes, and percent signs in a host; here they are mistakes or attacks.
  if (!/^https?:\/\/[^\s\\%/?#]+(?:[/?#][^\s\\]*)?$/i.test(text)) return undefined
  try {
    const url = new URL(text)
    const hostname = withoutBrackets(url.hostname)
    return url.port !== '0' && (isIP(hostname) !== 0 || isHostname(hostname)) ? url : undefined
  } catch {
    return undefined
  }
}

function refused(message: string): BaseUrl {
  return { ok: false, message }
}
