import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Block, commandsOf, PAGES, readBlocks, wordsOf } from './testing/pages.ts'
import { type Shell, startShell } from './testing/start-shell.ts'
import { UNTRIED_BLOCKS } from './testing/untried-blocks.ts'

/** Pages of which a test runs what is on them, or says line by line why not. */
const RUN: Readonly<Record<string, string>> = {
  'cli/README.md': 'pages-run.test.ts',
  'docs/cli.md': 'pages-run.test.ts',
  'docs/changes.md': 'pages-run.test.ts',
  'docs/packs.md': 'pages-run.test.ts',
  'docs/parquet.md': 'pages-run.test.ts',
  'docs/how-to/first-query.md': 'how-to.test.ts',
  'docs/how-to/know-when-it-changes.md': 'how-to.test.ts',
  'docs/how-to/check-in-a-pipeline.md': 'how-to.test.ts',
  'docs/how-to/fix-with-a-job.md': 'how-to.test.ts',
  'client/README.md': 'cli/build.test.ts',
  'docs/canvas.md': 'domain/src/canvas-schema',
  'docs/post-processors.md': 'domain/src/canvas-schema',
}
/** Blocks of other pages that a test runs. */
const TRIED: readonly (readonly [page: string, beginning: string])[] = [
  ['README.md', 'Starting a simulated'],
  ['README.md', '{'],
  ['docs/checks.md', 'checks='],
  ['docs/automation-proof.md', 'jq '],
  ['docs/identity.md', 'curl '],
  ['docs/identity.md', 'heddle service-account'],
  ['docs/query-files.md', 'curl '],
  ['docs/query-files.md', 'version: 1'],
  ['docs/query-planning.md', '{'],
]

const BLOCKS = PAGES.flatMap(readBlocks)
const matches =
  ({ page, text }: Block) =>
  ([of, beginning]: readonly [string, string, ...unknown[]]): boolean =>
    page === of && text.startsWith(beginning)
const placeOf = ({ page, line }: Block) => `${page}:${line}`

describe('what pages show', () => {
  it('is run by a test, or named with the reason why not', () => {
    const unknown = BLOCKS.filter(
      (block) => !(block.page in RUN) && ![...TRIED, ...UNTRIED_BLOCKS].some(matches(block)),
    )

    expect(unknown.map(placeOf)).toEqual([])
  })

  it('is not named where it no longer is', () => {
    const gone = [...TRIED, ...UNTRIED_BLOCKS].filter((named) => !BLOCKS.some((block) => matches(block)(named)))

    expect(gone).toEqual([])
    expect(Object.keys(RUN).filter((page) => !BLOCKS.some((block) => block.page === page))).toEqual([])
  })

  it.each(BLOCKS.filter(({ language }) => language === 'json').map((block) => [placeOf(block), block.text]))(
    '%s is JSON',
    (_place, text) => {
      const values = text.startsWith('"') ? [`{${text}}`] : text.split(/\n(?=\{)/)
      expect(() => values.map((one) => JSON.parse(one) as unknown)).not.toThrow()
    },
  )
})

const hasCurl = existsSync('/usr/bin/curl')
if (!hasCurl) console.warn('SKIPPED: curl on pages, there is none (Debian: apt install curl)')

describe('what other pages show', () => {
  let shell: Shell
  let token: string
  beforeAll(async () => {
    shell = await startShell()
    const { admin } = shell.runs.app
    token = (await admin.post('/api/auth/tokens/', { name: 'pages' })).body.token as string
    await admin.post('/api/queries/categories/', { name: 'Fabric' })
    for (const name of ['Owners of tenants', 'Bridge domains'])
      await shell.runs.save({ name, nodes: [{ id: 'bd', class_name: 'fvBD' }] })
    await admin.post('/api/automation/connections/', { name: 'AWX', base_url: 'http://127.0.0.1:1', oauth_token: 't' })
  })
  afterAll(() => shell.stop())
  const blocksOf = (page: string, beginning: string) =>
    readBlocks(page).filter((block) => matches(block)([page, beginning]))

  it('README.md: the query can be saved and run', async () => {
    const [block] = blocksOf('README.md', '{')
    const canvas = JSON.parse(block!.text.replaceAll(/^\s*\/\/.*$/gm, '').replaceAll(/,(\s*[}\]])/g, '$1')) as {
      nodes: object[]
    }

    const id = await shell.runs.save({ name: 'of the README', ...canvas })

    expect((await shell.runs.execute(id)).body.status).toBe('success')
  })

  it.each(readBlocks('docs/query-files.md').filter((block) => block.text.startsWith('version: 1')))(
    'docs/query-files.md:$line can be imported',
    async ({ text }) => {
      // One of them creates the connection that the other one names.
      const called = text.includes('controller_connections:\n  - name: lab\n') ? 'another' : 'lab'
      await shell.runs.app.admin.patch(`/api/controller/connections/${shell.runs.connection}/`, { name: called })
      const headers = { authorization: `Bearer ${shell.runs.app.admin.access}`, 'content-type': 'application/yaml' }
      const url = `${shell.runs.app.url}/api/queries/import/?dry_run=true`

      const answer = await fetch(url, { method: 'POST', headers, body: text })

      expect([answer.status, await answer.json()]).toEqual([200, expect.objectContaining({ applied: false })])
    },
  )

  it('docs/identity.md: a service account gets a token', async () => {
    const lines = blocksOf('docs/identity.md', 'heddle service-account').flatMap(commandsOf)

    for (const line of lines) expect(await shell.heddle(wordsOf(line).slice(1)), line).toMatchObject({ code: 0 })
    expect(lines).toHaveLength(2)
  })

  it.skipIf(!hasCurl)('docs/query-files.md and docs/identity.md: curl is answered', async () => {
    const scripts = [...blocksOf('docs/query-files.md', 'curl '), ...blocksOf('docs/identity.md', 'curl ')]
    const env = {
      PATH: process.env.PATH,
      HEDDLE: shell.runs.app.url,
      TOKEN: token,
      ACCESS: shell.runs.app.admin.access,
    }
    for (const { text } of scripts) {
      const script = text.replaceAll('https://heddle.example.org', shell.runs.app.url)
      const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], {
        cwd: shell.folder,
        env,
      })
      expect(Object.keys(JSON.parse(stdout) as object)).toEqual(expect.arrayContaining([expect.stringMatching(/^(plan|token)$/)])) // prettier-ignore
    }
    expect(scripts).toHaveLength(2)
  })
})
