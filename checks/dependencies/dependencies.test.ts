import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { dependencyFaults } from './dependency-faults.ts'
import { DEPENDENCIES_DOCUMENT, describeDependencies } from './describe-dependencies.ts'
import { directPackages, type LockedPackage, missingBuilds, readLock, runtimePackages } from './locked-packages.ts'
import { PURPOSES } from './purposes.ts'
import { describeParts } from './sbom.ts'

const lock = await readLock()
const HARMLESS: LockedPackage = {
  name: 'x',
  version: '1.0.0',
  license: 'MIT',
  integrity: undefined,
  deprecated: undefined,
  hasInstallScript: false,
}

it('docs/dependencies.md is up to date: run `npm run docs` when this fails', async () => {
  expect(await readFile(DEPENDENCIES_DOCUMENT, 'utf8')).toBe(describeDependencies(lock))
})

it('every package that is asked for says what it is for', () => {
  expect(Object.keys(PURPOSES).sort()).toEqual(
    directPackages(lock)
      .map(({ name }) => name)
      .sort(),
  )
})

it('the lock file has the builds for all platforms, without which `npm ci` refuses it', () => {
  expect(missingBuilds(lock)).toEqual([])
})

describe('what a server installs', () => {
  it('is licensed, maintained, and runs no script when installed', () => {
    expect(runtimePackages(lock).flatMap(dependencyFaults)).toEqual([])
  })

  it('includes what the server imports, and nothing that only tests use', () => {
    const names = runtimePackages(lock).map(({ name }) => name)

    expect(names).toEqual(expect.arrayContaining(['fastify', 'pg', '@node-rs/argon2-linux-x64-musl']))
    expect(names).not.toEqual(expect.arrayContaining(['vitest']))
    expect(names).not.toContain('redoc')
  })

  it.each<[string, Partial<LockedPackage>]>([
    ['names no licence', { license: undefined }],
    ['licence GPL-3.0-only', { license: 'GPL-3.0-only' }],
    ['licence (MIT AND GPL-3.0-only)', { license: '(MIT AND GPL-3.0-only)' }],
    ['deprecated: use y', { deprecated: 'use y' }],
    ['given up by its authors', { name: 'inflight' }],
    ['given up by its authors', { name: 'glob', version: '8.1.0' }],
    ['runs a script when installed', { hasInstallScript: true }],
  ])('may not hold a package that %s', (fault, facts) => {
    expect(dependencyFaults({ ...HARMLESS, ...facts })).toEqual([expect.stringContaining(fault)])
  })

  it.each<Partial<LockedPackage>>([
    { license: '(GPL-3.0-only OR MIT)' },
    { license: 'MIT AND ISC' },
    { name: 'glob', version: '14.0.6' },
  ])('may hold %j', (facts) => {
    expect(dependencyFaults({ ...HARMLESS, ...facts })).toEqual([])
  })
})

describe('the bill of materials', () => {
  const { components, ...head } = describeParts(lock)
  const versions = ({ name, version }: { readonly name: string; readonly version: string }) => `${name}@${version}`

  it('is a CycloneDX document of Heddle', () => {
    expect(head).toMatchObject({
      bomFormat: 'CycloneDX',
      specVersion: '1.5',
      metadata: { component: { name: 'heddle' } },
    })
  })

  it('lists what a server installs, and the copy of ReDoc, with licences and hashes', () => {
    const redoc = directPackages(lock).filter(({ name }) => name === 'redoc')

    expect(components.map(versions)).toEqual([...runtimePackages(lock), ...redoc].map(versions))
    for (const { name, licenses, hashes } of components) {
      expect(licenses, name).toHaveLength(1)
      expect(hashes, name).toEqual([{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }])
    }
    expect(new Set(components.map(({ purl }) => purl)).size).toBe(components.length)
  })

  it('names no machine', () => {
    expect(JSON.stringify(components)).not.toMatch(/file:|https?:|localhost/)
  })
})
