import { randomBytes, sign, type KeyObject } from 'node:crypto'
import { isIP } from 'node:net'
import * as der from './der.ts'

export type Party = {
  readonly name: string
  readonly keys: { readonly publicKey: KeyObject; readonly privateKey: KeyObject }
}

export type CertificateRequest = {
  readonly subject: Party
  readonly issuer: Party
  readonly isAuthority: boolean
  /** Names and addresses the certificate is valid for. */
  readonly hosts: readonly string[]
  readonly from: Date
  readonly to: Date
}

const ECDSA_SHA256 = der.sequence(der.objectId('1.2.840.10045.4.3.2'))

/** An X.509 certificate in PEM, signed by the issuer. */
export function makeCertificate(request: CertificateRequest): string {
  const content = toBeSigned(request)
  const signature = sign('sha256', content, request.issuer.keys.privateKey)
  const certificate = der.sequence(content, ECDSA_SHA256, der.bitString(signature))
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? []
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
}

function toBeSigned({ subject, issuer, isAuthority, hosts, from, to }: CertificateRequest): Buffer {
  const version3 = der.context(0, der.integer(Buffer.from([2])))
  const serial = der.integer(Buffer.concat([Buffer.from([1]), randomBytes(8)]))
  const publicKey = subject.keys.publicKey.export({ type: 'spki', format: 'der' })
  const extensions = [basicConstraints(isAuthority), ...(hosts.length > 0 ? [alternativeNames(hosts)] : [])]
  return der.sequence(
    version3,
    serial,
    ECDSA_SHA256,
    distinguishedName(issuer.name),
    der.sequence(der.time(from), der.time(to)),
    distinguishedName(subject.name),
    publicKey,
    der.context(3, der.sequence(...extensions)),
  )
}

function distinguishedName(name: string): Buffer {
  return der.sequence(der.set(der.sequence(der.objectId('2.5.4.3'), der.utf8(name))))
}

function basicConstraints(isAuthority: boolean): Buffer {
  const value = der.sequence(...(isAuthority ? [der.truth()] : []))
  return der.sequence(der.objectId('2.5.29.19'), der.truth(), der.octetString(value))
}

function alternativeNames(hosts: readonly string[]): Buffer {
  const names = hosts.map((host) =>
    isIP(host) ? der.tagged(0x87, addressBytes(host)) : der.tagged(0x82, Buffer.from(host)),
  )
  return der.sequence(der.objectId('2.5.29.17'), der.octetString(der.sequence(...names)))
}

/** IPv4 or the IPv6 loopback: simulators listen on no other addresses. */
function addressBytes(address: string): Buffer {
  if (address === '::1') return Buffer.concat([Buffer.alloc(15), Buffer.from([1])])
  return Buffer.from(address.split('.').map(Number))
}
