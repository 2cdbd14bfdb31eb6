import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../src/testing/temporary-folder.ts'

const START = new URL('../start.mjs', import.meta.url)

it.each<[string, string, (root: string) => unknown]>([
  [
    'bundled',
    'it is bundled here',
    (root) => ({ root, folder: 'abc', programs: { 'server/src/main.ts': 'main.mjs' } }),
  ],
  ['source', 'nothing is bundled', () => undefined],
  ['source', 'it was bundled in another folder', () => ({ root: 'file:///elsewhere/', folder: 'abc', programs: {} })],
  ['source', 'an older build did not have it', (root) => ({ root, folder: 'abc', programs: {} })],
])('starts what is %s if %s', (expected, _when, bundlesOf) => {
  const root = temporaryFolder()
  const server = join(root, 'server')
  mkdirSync(join(server, 'src'), { recursive: true })
  mkdirSync(join(server, 'dist', 'abc'), { recursive: true })
  copyFileSync(START, join(server, 'start.mjs'))
  writeFileSync(join(server, 'src', 'main.ts'), `console.log('source' satisfies string)`)
  writeFileSync(join(server, 'dist', 'abc', 'main.mjs'), `console.log('bundled')`)
  const bundles = bundlesOf(`${pathToFileURL(root).href}/`)
  if (bundles !== undefined) writeFileSync(join(server, 'dist', 'bundles.json'), JSON.stringify(bundles))

  const { stdout } = spawnSync(process.execPath, [join(server, 'start.mjs')], { encoding: 'utf8' })

  expect(stdout.trim()).toBe(expected)
})
