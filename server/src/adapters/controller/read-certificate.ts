import { TLSSocket } from 'node:tls'
import { timestamp } from '../../kernel/instants.ts'
import { checkedConnector } from '../outbound/checked-connector.ts'
import { parseControllerAddress } from '../outbound/controller-address.ts'
import type { ControllerSettings } from './controller-options.ts'

export type ShownCertificate = {
  readonly subject: string
  readonly issuer: string
  readonly valid_to: string
  /** The fingerprint, in hexadecimal with colons. */
  readonly sha256: string
}

const MOST_CHARACTERS = 500

/**
 * What a controller shows over HTTPS, trusted or not, for a person to judge. Nothing is sent to it. Undefined where
 * none is shown: over HTTP, or when it cannot be reached.
 */
export async function readCertificate(
  host: string,
  { deny, resolve, connectTimeoutMs }: ControllerSettings,
  signal: AbortSignal,
): Promise<ShownCertificate | undefined> {
  const address = parseControllerAddress(host)
  if (!address.ok || !address.origin.startsWith('https:')) return undefined
  const connector = checkedConnector({ deny, verifyTls: false, connectTimeoutMs, ...(resolve && { resolve }) })
  const { hostname, host: withPort, protocol, port } = new URL(address.origin)
  const { promise, resolve: settle } = Promise.withResolvers<ShownCertificate | undefined>()
  signal.addEventListener('abort', () => settle(undefined), { once: true })
  connector.connect({ hostname, host: withPort, protocol, port }, (_error, socket) =>
    settle(socket instanceof TLSSocket ? shownBy(socket) : undefined),
  )
  return promise.finally(() => connector.destroySockets())
}

function shownBy(socket: TLSSocket): ShownCertificate | undefined {
  const certificate = socket.getPeerX509Certificate()
  if (certificate === undefined) return undefined
  const { subject, issuer, validToDate, fingerprint256 } = certificate
  return {
    subject: inOneLine(subject),
    issuer: inOneLine(issuer),
    valid_to: timestamp(validToDate),
    sha256: fingerprint256,
  }
}

/** `CN=apic1\nO=Example` as `CN=apic1, O=Example`. */
const inOneLine = (name: string): string =>
  name
    .split('\n')
    .join(', ')
    .replaceAll(/\p{Cc}/gu, ' ')
    .slice(0, MOST_CHARACTERS)
