import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { createSecureContext, type SecureContext } from 'node:tls'

/** Where the directory is and how to reach it. */
export type Target = {
  readonly url: string
  readonly host: string
  readonly port: number
  /** Encrypted from the start, after StartTLS, or never. */
  readonly encryption: 'ldaps' | 'starttls' | 'none'
  readonly secureContext: SecureContext
  /** The name that the certificate must match, also sent as SNI; undefined for an address. */
  readonly serverName: string | undefined
  readonly timeoutMs: number
}

type Options = {
  readonly url: string
  readonly startTls: boolean
  readonly caFile: string | undefined
  readonly timeoutMs: number
}

/** Reads the CA file once; throws when it is unusable. */
export function readTarget({ url, startTls, caFile, timeoutMs }: Options): Target {
  const { protocol, hostname, port } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '') || 'localhost'
  const isLdaps = protocol === 'ldaps:'
  return {
    url,
    host,
    port: port === '' ? (isLdaps ? 636 : 389) : Number(port),
    encryption: isLdaps ? 'ldaps' : startTls ? 'starttls' : 'none',
    secureContext: createSecureContext(caFile === undefined ? {} : { ca: readAuthorities(caFile) }),
    serverName: isIP(host) === 0 ? host : undefined,
    timeoutMs,
  }
}

function readAuthorities(file: string): string {
  try {
    const pem = readFileSync(file, 'utf8')
    // A context silently accepts a file without any certificate, and would then trust no one.
    new X509Certificate(pem)
    return pem
  } catch (cause) {
    const why = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : ''
    throw new Error(`LDAP_CA_FILE "${file}": expected a readable PEM file of certificates${why}`, { cause })
  }
}
