import { X509Certificate } from 'node:crypto'
import { type BlockList, isIP, Socket } from 'node:net'
import { checkServerIdentity, createSecureContext, getCACertificates, type PeerCertificate, TLSSocket } from 'node:tls'
import { buildConnector } from 'undici'
import { PEM_CERTIFICATES } from '../../kernel/pem.ts'
import { assertAddressAllowed, checkAddress, type ResolveName, resolveName } from './check-address.ts'
import { withoutBrackets } from './controller-address.ts'

export type ConnectorOptions = {
  readonly deny: BlockList
  readonly verifyTls: boolean
  readonly connectTimeoutMs: number
  /** Certificates in PEM that are trusted beside the usual ones. */
  readonly ca?: string
  /** Certificates in PEM, trusted instead of the usual ones. A server that shows one of them may have any name. */
  readonly onlyCa?: string
  readonly resolve?: ResolveName
  /** Called with each address that a socket is about to connect to, before it does. */
  readonly onAddress?: (address: string) => void
}

export type CheckedConnector = {
  /** For the `connect` option of an undici pool. */
  readonly connect: buildConnector.connector
  /** The connector's open sockets, including those still connecting. */
  readonly openSockets: () => number
  /** Also ends sockets in mid-handshake, which a destroyed pool leaves open until their timeout. */
  readonly destroySockets: () => void
}

/** After this the kernel probes a connection that carries nothing: a host out of reach ends it ten seconds later. */
const PROBE_AFTER_MS = 4_000

/**
 * For a pool: an idle connection is not used again after this, whatever the server offers. Firewalls forget idle
 * connections, and web servers close them, often without either side noticing.
 */
export const IDLE_LIMITS = { keepAliveTimeout: 4_000, keepAliveMaxTimeout: 4_000 }

/** Connects only to allowed addresses; name and certificate checks still use the name. */
export function checkedConnector({
  deny,
  verifyTls,
  connectTimeoutMs,
  ca,
  onlyCa,
  resolve = resolveName,
  onAddress,
}: ConnectorOptions): CheckedConnector {
  const sockets = new Set<Socket>()
  // The library's type says void, but it returns the socket, which is needed to end hanging handshakes.
  const connect: (...parameters: Parameters<buildConnector.connector>) => unknown = buildConnector({
    // Its timer is coarse and cannot distinguish a dead host from a hanging handshake; ours fires first.
    timeout: connectTimeoutMs * 2,
    keepAliveInitialDelay: PROBE_AFTER_MS,
    rejectUnauthorized: verifyTls,
    lookup: checkAddress(deny, onAddress === undefined ? resolve : announced(resolve, onAddress)),
    // Made once: reading all the usual certificates for each connection would take tens of milliseconds.
    ...(ca !== undefined && { secureContext: createSecureContext({ ca: [...getCACertificates('default'), ca] }) }),
    ...(onlyCa !== undefined && trustOnly(onlyCa)),
  })
  return {
    connect: (options, callback) => {
      try {
        assertAddressAllowed(options.hostname, deny)
        const literal = withoutBrackets(options.hostname)
        if (isIP(literal) !== 0) onAddress?.(literal)
      } catch (error: unknown) {
        callback(error instanceof Error ? error : new Error(String(error)), null)
        return
      }
      const socket = connect(options, callback)
      if (!(socket instanceof Socket)) return
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
      limitConnecting(socket, connectTimeoutMs)
    },
    openSockets: () => [...sockets].filter(({ destroyed }) => !destroyed).length,
    destroySockets: () => {
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** Appliances issue their own certificates, which rarely have the name that people use. */
function trustOnly(pem: string) {
  const trusted = new Set((pem.match(PEM_CERTIFICATES) ?? []).map((one) => new X509Certificate(one).fingerprint256))
  return {
    // Also for a certificate that is not the end of its chain.
    secureContext: createSecureContext({ ca: pem, allowPartialTrustChain: true }),
    checkServerIdentity: (hostname: string, shown: PeerCertificate) =>
      trusted.has(shown.fingerprint256) ? undefined : checkServerIdentity(hostname, shown),
  }
}

const announced =
  (resolve: ResolveName, onAddress: (address: string) => void): ResolveName =>
  async (hostname) => {
    const addresses = await resolve(hostname)
    for (const { address } of addresses) onAddress(address)
    return addresses
  }

function limitConnecting(socket: Socket, timeoutMs: number): void {
  const encrypted = socket instanceof TLSSocket
  const timer = setTimeout(() => {
    const inHandshake = encrypted && !socket.connecting
    socket.destroy(
      Object.assign(new Error('no connection in time'), {
        code: inHandshake ? 'ERR_TLS_HANDSHAKE_TIMEOUT' : 'ETIMEDOUT',
      }),
    )
  }, timeoutMs)
  const stop = () => clearTimeout(timer)
  socket.once(encrypted ? 'secureConnect' : 'connect', stop).once('close', stop)
}
