import { directPackages, type Lock, type LockedPackage, readLock, runtimePackages } from './locked-packages.ts'

/**
 * A CycloneDX document of what a server runs: its packages, and the copied script of ReDoc. From the lock file, because
 * `npm sbom --omit=dev` leaves out packages that tests use as well.
 */
export function describeParts(lock: Lock) {
  const { name = '', version = '', license } = lock.packages[''] ?? {}
  const copied = directPackages(lock).filter((direct) => direct.name === 'redoc')
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: {
      component: { type: 'application', 'bom-ref': `${name}@${version}`, name, version, licenses: licensesOf(license) },
    },
    components: [...runtimePackages(lock), ...copied].map(componentOf),
  }
}

function componentOf({ name, version, license, integrity }: LockedPackage) {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    purl,
    licenses: licensesOf(license),
    hashes: hashesOf(integrity),
  }
}

const licensesOf = (license: string | undefined) =>
  license === undefined ? [] : /[( ]/.test(license) ? [{ expression: license }] : [{ license: { id: license } }]

const hashesOf = (integrity: string | undefined) =>
  integrity?.startsWith('sha512-')
    ? [{ alg: 'SHA-512', content: Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex') }]
    : []

/** `npm run -s sbom > sbom.json` */
if (import.meta.main) process.stdout.write(`${JSON.stringify(describeParts(await readLock()), undefined, 2)}\n`)
