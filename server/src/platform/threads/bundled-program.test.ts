import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { hashOfSources, readBundles, type ThreadBundles } from './bundled-program.ts'

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
function build(): ThreadBundles {
  const sources = ['rules.ts', 'worker.ts']
  const built = { programs: { 'worker.ts': 'worker.mjs' }, sources, hash: hashOfSources(root, sources) }
  writeFileSync(join(folder, 'dist/threads.json'), JSON.stringify(built))
  return built
}

it('bundles are what was built, while the sources are the same', () => {
  expect(read()).toBeUndefined()

  const built = build()

  expect(read()).toEqual(built)
})

it.each([
  ['changed', () => writeFileSync(join(folder, 'rules.ts'), 'export const b = 2')],
  ['was deleted', () => rmSync(join(folder, 'rules.ts'))],
])('bundles are not used once a source %s', (_how, change) => {
  build()

  change()

  expect(read()).toBeUndefined()
})
