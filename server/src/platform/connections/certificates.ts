import { X509Certificate } from 'node:crypto'
import { PEM_CERTIFICATES } from '../../kernel/pem.ts'

/** A private key beside them would be shown to everybody who may see the connection. */
export function faultOfCertificates(text: string): string | undefined {
  if (text.replace(PEM_CERTIFICATES, '').includes('-----BEGIN'))
    return 'Expected certificates only: the text has something else in it.'
  const certificates = text.match(PEM_CERTIFICATES)
  if (!certificates) return 'Expected one or more certificates in PEM.'
  const broken = certificates.findIndex((certificate) => !isCertificate(certificate))
  return broken === -1 ? undefined : `Certificate ${broken + 1} cannot be read.`
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0
  } catch {
    // Only the answer matters.
    return false
  }
}
