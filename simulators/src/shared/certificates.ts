import { generateKeyPairSync } from 'node:crypto'
import { makeCertificate } from './make-certificate.ts'

/** The certificate a client sees: trusted with `ca`, self-signed, expired, or issued for another host. */
export type CertificateKind = 'trusted' | 'self-signed' | 'expired' | 'wrong-host'

export type ServerCertificate = { readonly key: string; readonly chain: string; readonly ca: string }

const LOCAL_HOSTS = ['localhost', '127.0.0.1', '::1']
const DAY = 86_400_000

/** Generated for each controller, so that the repository contains no private key and no certificate expires. */
export function serverCertificate(kind: CertificateKind): ServerCertificate {
  const authority = { name: 'Heddle simulator authority', keys: newKeys() }
  const now = Date.now()
  const ca = makeCertificate({
    subject: authority,
    issuer: authority,
    isAuthority: true,
    hosts: [],
    ...validity(now, 3650),
  })
  const server = { name: 'apic1', keys: newKeys() }
  const isSelfSigned = kind === 'self-signed'
  const certificate = makeCertificate({
    subject: server,
    issuer: isSelfSigned ? server : authority,
    isAuthority: false,
    hosts: kind === 'wrong-host' ? ['apic.example.com'] : LOCAL_HOSTS,
    ...validity(kind === 'expired' ? now - 400 * DAY : now, 365),
  })
  const key = server.keys.privateKey.export({ type: 'pkcs8', format: 'pem' })
  return { key, chain: isSelfSigned ? certificate : certificate + ca, ca: isSelfSigned ? certificate : ca }
}

function newKeys() {
  return generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
}

function validity(now: number, days: number): { from: Date; to: Date } {
  return { from: new Date(now - DAY), to: new Date(now + days * DAY) }
}
