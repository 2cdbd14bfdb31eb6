import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Bundles, describeSource, readBundles } from './bundles.ts'

let folder: string
let root: URL
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'heddle-bundles-'))
  root = pathToFileURL(`${folder}/`)
  mkdirSync(join(folder, 'dist'))
  writeFileSync(join(folder, 'worker.ts'), 'export const a = 1')
  writeFileSync(join(folder, 'rules.ts'), 'export const b = 1')
})
afterEach(() => rmSync(folder, { recursive: true }))

const read = () => readBundles(root, new URL('dist/', root))
function build(): Bundles {
  const sources = ['rules.ts', 'worker.ts'].map((path) => describeSource(root, path))
  const built = { folder: 'abc', programs: { 'worker.ts': 'worker.mjs' }, sources, root: root.href }
  writeFileSync(join(folder, 'dist/bundles.json'), JSON.stringify(built))
  return built
}

it('bundles are what was built, while the sources are the same', () => {
  expect(read()).toBeUndefined()

  const built = build()

  expect(read()).toEqual(built)
})

it('a source that was written again, as a checkout does, is the same', () => {
  const built = build()

  utimesSync(join(folder, 'rules.ts'), 1, 1)

  expect(read()).toEqual(built)
})

it.each([
  [
    'a source changed and kept its length',
    () => {
      writeFileSync(join(folder, 'rules.ts'), 'export const b = 2')
      utimesSync(join(folder, 'rules.ts'), 1, 1)
    },
  ],
  ['a source changed its length', () => writeFileSync(join(folder, 'rules.ts'), 'export const b = 20')],
  ['a source was deleted', () => rmSync(join(folder, 'rules.ts'))],
  [
    'the folder was moved',
    () => {
      const moved = { ...build(), root: 'file:///elsewhere/' }
      writeFileSync(join(folder, 'dist/bundles.json'), JSON.stringify(moved))
    },
  ],
])('bundles are not used once %s', (_what, change) => {
  build()

  change()

  expect(read()).toBeUndefined()
})
