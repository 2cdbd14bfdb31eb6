export type NetworkProblem = {
  readonly kind: 'unreachable' | 'tls' | 'timeout' | 'interrupted'
  /** A class of error in plain words; nothing a remote host sent. */
  readonly message: string
}

const NO_TLS = 'The server does not speak TLS on this port, or shares no TLS version with us.'

const TLS_PROBLEMS: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate is self-signed.',
  SELF_SIGNED_CERT_IN_CHAIN: 'The certificate chain ends in a self-signed certificate that is not trusted here.',
  CERT_HAS_EXPIRED: 'The certificate has expired.',
  CERT_NOT_YET_VALID: 'The certificate is not valid yet.',
  CERT_REVOKED: 'The certificate has been revoked.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for another host name.',
  HOSTNAME_MISMATCH: 'The certificate is for another host name.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The certificate was issued by an unknown authority.',
  UNABLE_TO_GET_ISSUER_CERT: 'The certificate was issued by an unknown authority.',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'The certificate was issued by an unknown authority.',
  CERT_UNTRUSTED: 'The certificate was issued by an authority that is not trusted here.',
  CERT_SIGNATURE_FAILURE: 'The certificate has an invalid signature.',
  ERR_TLS_HANDSHAKE_TIMEOUT: 'The server accepted the connection but did not finish the TLS handshake in time.',
  EPROTO: NO_TLS,
  ERR_SSL_WRONG_VERSION_NUMBER: NO_TLS,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: NO_TLS,
  ERR_SSL_UNSUPPORTED_PROTOCOL: NO_TLS,
}

const UNREACHABLE: Readonly<Record<string, string>> = {
  ENOTFOUND: 'The host name is unknown.',
  EAI_AGAIN: 'The host name could not be resolved: the name server does not answer.',
  ECONNREFUSED: 'The connection was refused: nothing is listening at this address and port.',
  EHOSTUNREACH: 'There is no route to the host.',
  ENETUNREACH: 'There is no route to the network.',
  EADDRNOTAVAIL: 'The address is unreachable from here.',
  ETIMEDOUT: 'The connection timed out.',
  UND_ERR_CONNECT_TIMEOUT: 'The connection timed out.',
  UND_ERR_HEADERS_OVERFLOW: 'The server sent too many headers.',
}

const INTERRUPTED = new Set([
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'UND_ERR_SOCKET',
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
  'Z_BUF_ERROR',
  'Z_DATA_ERROR',
])

/** Describes an error of a socket, of TLS or of the HTTP library in plain words and by class. */
export function describeNetworkError(error: unknown): NetworkProblem {
  const code = codeOf(error)
  const tls = TLS_PROBLEMS[code]
  if (tls !== undefined) return { kind: 'tls', message: tls }
  if (code.startsWith('ERR_SSL_') || code.startsWith('ERR_TLS_'))
    return { kind: 'tls', message: `TLS failed (${code}).` }
  const unreachable = UNREACHABLE[code]
  if (unreachable !== undefined) return { kind: 'unreachable', message: unreachable }
  // Our own message, which names no more than the host the user typed.
  if (code === 'ERR_ADDRESS_DENIED' && error instanceof Error) return { kind: 'unreachable', message: error.message }
  if (code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT')
    return { kind: 'timeout', message: 'The server stopped answering.' }
  if (INTERRUPTED.has(code))
    return { kind: 'interrupted', message: 'The connection broke before the response was complete.' }
  if (error instanceof Error && error.name === 'HTTPParserError')
    return { kind: 'unreachable', message: 'The server does not speak HTTP.' }
  return { kind: 'unreachable', message: `The connection failed (${code === '' ? 'unknown error' : code}).` }
}

/** The error code, even of an attempt over several addresses or of a wrapped error. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  if ('code' in error && typeof error.code === 'string' && error.code !== '') return error.code
  if (error instanceof AggregateError) return codeOf(error.errors[0])
  return error.cause === undefined ? '' : codeOf(error.cause)
}
