import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createOtlpCollector } from './otlp-collector.ts'
import type { SiemCollector, SiemIdentity, SiemOptions, SiemTls } from './siem-collectors.ts'
import { createSyslogCollector } from './syslog-collector.ts'

/** Throws when a file cannot be used, which stops the start. */
export function openSiemCollectors(options: SiemOptions | undefined, identity: SiemIdentity): readonly SiemCollector[] {
  if (!options) return []
  const { syslog, otlp, caFile, certificateFile, keyFile } = options
  const tls: SiemTls = {
    ...(caFile !== undefined && { ca: readPem('SIEM_CA', caFile, (pem) => new X509Certificate(pem)) }),
    ...(certificateFile !== undefined && {
      cert: readPem('SIEM_CLIENT_CERT', certificateFile, (pem) => new X509Certificate(pem)),
    }),
    ...(keyFile !== undefined && { key: readPem('SIEM_CLIENT_KEY', keyFile, (pem) => createPrivateKey(pem)) }),
  }
  return [
    ...(syslog ? [createSyslogCollector({ ...syslog, tls, identity })] : []),
    ...(otlp ? [createOtlpCollector({ ...otlp, tls, identity })] : []),
  ]
}

/** A context silently accepts a file without anything in it, and would then trust no one. */
function readPem(variable: string, file: string, parse: (pem: string) => unknown): string {
  try {
    const pem = readFileSync(file, 'utf8')
    parse(pem)
    return pem
  } catch (cause) {
    const why = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : ''
    throw new Error(`${variable} "${file}": expected a readable PEM file${why}`, { cause })
  }
}
