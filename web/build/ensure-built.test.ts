import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ensureBuilt } from './ensure-built.ts'

const LONG_AGO = new Date('2026-01-01T00:00:00Z')
let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'heddle-build-'))
  for (const folder of ['web/src', 'domain/src', 'contract/src', 'client/src'])
    mkdirSync(join(root, folder), { recursive: true })
  write('web/index.html', '<!doctype html><script type="module" src="/src/main.js"></script>')
  write('web/src/main.js', `document.title = ${JSON.stringify('heddle '.repeat(500))}`)
  write('domain/src/rules.ts', '')
})
afterEach(() => rmSync(root, { recursive: true }))

function write(path: string, text: string, at = LONG_AGO): void {
  writeFileSync(join(root, path), text)
  utimesSync(join(root, path), at, at)
  utimesSync(join(root, path, '..'), LONG_AGO, LONG_AGO)
}
const builtAt = () => statSync(join(root, 'web/dist/index.html')).mtimeMs

it('builds what is missing, with compressed twins of the long files', async () => {
  const said = await ensureBuilt(root)

  const assets = join(root, 'web/dist/assets')
  const [script, ...twins] = (await readdir(assets)).sort()
  const content = readFileSync(join(assets, script!))
  expect(said).toMatch(/^Built the web UI in \d+\.\d s\.$/)
  expect(twins).toEqual([`${script!}.br`, `${script!}.gz`])
  expect(brotliDecompressSync(readFileSync(join(assets, twins[0]!)))).toEqual(content)
  expect(gunzipSync(readFileSync(join(assets, twins[1]!)))).toEqual(content)
  expect(await readdir(join(root, 'web'))).toEqual(['dist', 'index.html', 'src'])
})

it('builds again when a source is newer, and only then', async () => {
  await ensureBuilt(root)
  const first = builtAt()
  const unchanged = await ensureBuilt(root)
  write('web/src/main.test.ts', '', new Date(first + 1000))
  const afterTest = await ensureBuilt(root)
  write('domain/src/rules.ts', '', new Date(first + 1000))
  const afterChange = await ensureBuilt(root)

  expect([unchanged, afterTest]).toEqual([undefined, undefined])
  expect(afterChange).toContain('Built')
})

it('keeps what was built before when the sources are broken, and says so', async () => {
  await ensureBuilt(root)
  const first = builtAt()
  write('web/src/main.js', 'const = 1', new Date(first + 1000))

  const said = await ensureBuilt(root)

  expect(said).toMatch(/^The web UI could not be built: [^]*\nThe one built before is served\.$/)
  expect(builtAt()).toBe(first)
})

it('leaves an installation without sources alone', async () => {
  rmSync(join(root, 'web/index.html'))

  expect(await ensureBuilt(root)).toBeUndefined()
})
