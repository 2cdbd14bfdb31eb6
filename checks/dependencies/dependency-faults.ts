import type { LockedPackage } from './locked-packages.ts'

/** Licences that ask for no more than their text and the names of the authors. */
const LICENSES = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Python-2.0',
  'Unlicense',
  'Zlib',
])

/** Packages that their authors gave up, up to the version before this one. The lock file marks only some of them. */
const GIVEN_UP_BEFORE: Readonly<Record<string, number>> = {
  archiver: 6,
  'es6-promise': Infinity,
  exceljs: Infinity,
  fstream: Infinity,
  glob: 9,
  inflight: Infinity,
  'lodash.isequal': Infinity,
  moment: Infinity,
  'node-fetch': 3,
  request: Infinity,
  rimraf: 4,
  swagger2openapi: Infinity,
  unzipper: Infinity,
  uuid: 9,
}

/** Runtime packages that may run a script when they are installed. Add one only after reading its script. */
const INSTALL_SCRIPTS = new Set([
  // Prints a request for donations; `allowScripts` of package.json keeps npm from running it here.
  'core-js',
])

/** What speaks against a package that a server would run. */
export function dependencyFaults({
  name,
  version,
  license,
  deprecated,
  hasInstallScript,
}: LockedPackage): readonly string[] {
  const faults = []
  if (license === undefined) faults.push('names no licence')
  else if (!isAllowed(license)) faults.push(`licence ${license}`)
  if (deprecated !== undefined) faults.push(`deprecated: ${deprecated}`)
  if (Number.parseInt(version, 10) < (GIVEN_UP_BEFORE[name] ?? 0)) faults.push('given up by its authors')
  if (hasInstallScript && !INSTALL_SCRIPTS.has(name)) faults.push('runs a script when installed')
  return faults.map((fault) => `${name}@${version}: ${fault}`)
}

/** `(MIT OR GPL-3.0)` leaves the choice to us, `MIT AND Zlib` does not. */
function isAllowed(expression: string): boolean {
  const bare = expression.replace(/^\((.*)\)$/, '$1')
  if (bare.includes(' OR ')) return bare.split(' OR ').some(isAllowed)
  return bare.split(' AND ').every((license) => LICENSES.has(license))
}
