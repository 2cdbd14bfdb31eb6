import { execFileSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeCertificate } from '@heddle/simulators/shared/make-certificate.ts'
import { DAY } from '../kernel/durations.ts'
import { BASE, PUBLIC_BASE, ROOT_DN, ROOT_PASSWORD, seedLdif } from './slapd-seed.ts'

export type SlapdFiles = { readonly folder: string; readonly config: string; readonly caFile: string }

/** A new folder with configuration, certificate and the seeded database. */
export function writeSlapdFiles(slapadd: string, tls: boolean): SlapdFiles {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-slapd-'))
  const files = { folder, config: join(folder, 'slapd.conf'), caFile: join(folder, 'cert.pem') }
  mkdirSync(join(folder, 'db'))
  writeCertificate(folder)
  writeFileSync(files.config, configuration(folder, tls))
  writeFileSync(join(folder, 'seed.ldif'), seedLdif())
  execFileSync(slapadd, ['-q', '-f', files.config, '-l', join(folder, 'seed.ldif')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return files
}

function writeCertificate(folder: string): void {
  const self = { name: 'heddle test directory', keys: generateKeyPairSync('ec', { namedCurve: 'P-256' }) }
  const [from, to] = [new Date(Date.now() - DAY), new Date(Date.now() + DAY)]
  const pem = makeCertificate({ subject: self, issuer: self, isAuthority: true, hosts: ['127.0.0.1'], from, to })
  writeFileSync(join(folder, 'cert.pem'), pem)
  writeFileSync(join(folder, 'key.pem'), self.keys.privateKey.export({ type: 'pkcs8', format: 'pem' }))
}

function configuration(folder: string, tls: boolean): string {
  const schemas = firstExisting('/etc/ldap/schema', '/etc/openldap/schema')
  const modules = firstExisting('/usr/lib/ldap', '/usr/lib64/openldap', '/usr/lib/openldap')
  const certificate = [
    `TLSCertificateFile "${folder}/cert.pem"`,
    `TLSCertificateKeyFile "${folder}/key.pem"`,
    `TLSCACertificateFile "${folder}/cert.pem"`,
  ]
  return `${[
    ...['core', 'cosine', 'inetorgperson', 'nis'].map((name) => `include ${schemas}/${name}.schema`),
    `modulepath ${modules}`,
    ...['back_mdb', 'memberof'].filter((name) => hasModule(modules, name)).map((name) => `moduleload ${name}`),
    `pidfile "${folder}/slapd.pid"`,
    'loglevel 0',
    ...(tls ? certificate : []),
    'database mdb',
    `suffix "${BASE}"`,
    `rootdn "${ROOT_DN}"`,
    `rootpw ${ROOT_PASSWORD}`,
    `directory "${folder}/db"`,
    'maxsize 67108864',
    'dbnosync',
    'index objectClass,uid,member,memberUid eq',
    'access to attrs=userPassword by anonymous auth by * none',
    `access to dn.subtree="${PUBLIC_BASE}" by * read`,
    'access to * by users read by * none',
    'overlay memberof',
  ].join('\n')}\n`
}

function firstExisting(...folders: string[]): string {
  return folders.find(existsSync) ?? folders[0]!
}

function hasModule(folder: string, name: string): boolean {
  return existsSync(folder) && readdirSync(folder).some((file) => file.startsWith(`${name}.`))
}
