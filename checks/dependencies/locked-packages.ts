import { readFile } from 'node:fs/promises'

type Entry = {
  readonly name?: string
  readonly version?: string
  readonly license?: string
  readonly integrity?: string
  readonly dev?: boolean
  readonly devOptional?: boolean
  readonly link?: boolean
  readonly deprecated?: string
  readonly hasInstallScript?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}
export type Lock = { readonly packages: Readonly<Record<string, Entry>> }

export type LockedPackage = {
  readonly name: string
  readonly version: string
  readonly license: string | undefined
  readonly integrity: string | undefined
  readonly deprecated: string | undefined
  readonly hasInstallScript: boolean
}
export type DirectPackage = LockedPackage & { readonly isRuntime: boolean }

export const readLock = async (): Promise<Lock> =>
  JSON.parse(await readFile(new URL('../../package-lock.json', import.meta.url), 'utf8')) as Lock

const FOLDER = 'node_modules/'
const nameOf = (path: string): string => path.slice(path.lastIndexOf(FOLDER) + FOLDER.length)

const packageAt = (
  path: string,
  { version, license, integrity, deprecated, hasInstallScript }: Entry,
): LockedPackage => ({
  name: nameOf(path),
  version: version ?? '',
  license,
  integrity,
  deprecated,
  hasInstallScript: hasInstallScript === true,
})

/** Every package that `npm ci --omit=dev` may install, on any platform, each version once. */
export function runtimePackages({ packages }: Lock): readonly LockedPackage[] {
  const found = new Map<string, LockedPackage>()
  for (const [path, entry] of Object.entries(packages)) {
    if (!path.includes(FOLDER) || entry.link === true || entry.dev === true || entry.devOptional === true) continue
    const locked = packageAt(path, entry)
    found.set(`${locked.name}@${locked.version}`, locked)
  }
  return [...found.values()].sort(byName)
}

/**
 * Builds for some platform that are not in the lock file, because they were not published when it was written: `npm ci`
 * refuses such a file on every platform.
 */
export function missingBuilds({ packages }: Lock): readonly string[] {
  const locked = new Set(Object.keys(packages).map(nameOf))
  const wanted = Object.values(packages).flatMap(({ optionalDependencies = {} }) => Object.keys(optionalDependencies))
  return wanted.filter((name) => !locked.has(name))
}

/** The packages that a package.json of ours asks for. Runtime wins over development. */
export function directPackages({ packages }: Lock): readonly DirectPackage[] {
  const found = new Map<string, DirectPackage>()
  for (const [workspace, { dependencies = {}, devDependencies = {} }] of Object.entries(packages)) {
    if (workspace.includes(FOLDER)) continue
    for (const name of Object.keys({ ...devDependencies, ...dependencies })) {
      const path = [`${workspace}/${FOLDER}${name}`, `${FOLDER}${name}`].find((candidate) => packages[candidate])
      if (path === undefined) throw new Error(`${name} is not locked: run npm install`)
      const isRuntime = name in dependencies || found.get(name)?.isRuntime === true
      found.set(name, { ...packageAt(path, packages[path]!), isRuntime })
    }
  }
  return [...found.values()].sort(byName)
}

// Byte order, not locale order: the page must not change with the machine.
const byName = (a: LockedPackage, b: LockedPackage): number => compare(a.name, b.name) || compare(a.version, b.version)
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
