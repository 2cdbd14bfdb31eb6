import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ADMIN } from '@heddle/server/testing/start-test-app.ts'
import { commandsOf, readBlocks, readLine } from './testing/pages.ts'
import { type Shell, startShell } from './testing/start-shell.ts'

/** Their commands do what they say, one after the other. */
const RUN = ['cli/README.md', 'docs/packs.md', 'docs/changes.md', 'docs/cli.md', 'docs/parquet.md']

/** Lines of those pages that need what is not here. Their options are tried like those of all pages. */
const NOT_RUN: readonly (readonly [beginning: string, reason: string])[] = [
  ['curl ', 'cli/curl-to-rows.test.ts gets the program so.'],
  ['$EDITOR ', 'A person edits.'],
  ['bq ', 'It needs an account of BigQuery.'],
  ['heddle connection add ', 'The connection is there; docs/how-to/first-query.md is run from the beginning.'],
  ['heddle channel ', 'Receivers of channels are in commands/channels.test.ts.'],
  ['heddle automation ', 'The automation server is in launch.test.ts and how-to.test.ts.'],
  ['heddle repo ', 'The Git host is in commands/repositories.test.ts.'],
]

/** What the pages name. */
const DRAWINGS = {
  'Interfaces that are down': [{ property: 'name', operator: 'eq', value: '{{tenant=A}}' }],
  'All endpoints': [],
  'Settings of bridge domains': [],
  'Bridge domains': [],
} as const
const DRAFT =
  'version: 1\nsaved_queries:\n  - name: draft\n    nodes:\n      - { id: t, class_name: fvTenant }\n    edges: []\n'

let shell: Shell
let rows: string
let rules: number
beforeAll(async () => {
  shell = await startShell()
  const { runs, heddle, folder } = shell
  const { admin } = runs.app
  rules = (await admin.post('/api/queries/categories/', { name: 'Rules' })).body.id as number
  for (const [name, filters] of Object.entries(DRAWINGS)) {
    const id = await runs.save({
      name,
      nodes: [{ id: 'bd', class_name: 'fvBD', properties: ['name', 'mtu'], filters }],
    })
    if (name === 'Bridge domains') await runs.editor.patch(`/api/queries/saved-queries/${id}/`, { category: rules })
    for (let count = 0; count < 2; count += 1) expect((await heddle(['capture', name])).code).toBe(0)
    rows = (await runs.execute(id)).body.execution_id as string
  }
  await writeFile(join(folder, 'draft.yaml'), DRAFT)
  expect(await heddle(['pack', 'add', 'aci-change'])).toMatchObject({ code: 0 })
}, 60_000)
afterAll(() => shell.stop())

/** Names of the pages in the world of the test. */
function inWorld(word: string, before: string | undefined, page: string): string {
  if (word === 'Raise the MTU') return `${word} (${page})`
  if (word === 'my-pack' && !/^(add|new|test)$/.test(before ?? '')) return word
  if (word === 'https://heddle.example.com') return shell.runs.app.url
  if (word === 'ann') return ADMIN.username
  if (word === '7c9e6679-7425-40de-944b-e07fc1f90ae7') return rows
  if (/^\d{4}-\d\d-\d\dT[\d:]+Z$/.test(word)) return new Date().toISOString()
  return /^([\w-]+\.(yaml|json|csv|xml)|my-pack|queries|captures|domains)$/.test(word) ? join(shell.folder, word) : word
}

async function runLine(line: string, page: string): Promise<void> {
  const { program, words, file, wanted } = readLine(line)
  expect(program, line).toBe('heddle')
  const input = words[0] === 'login' ? `${ADMIN.password}\n` : ''
  const given = words.map((word, index) => inWorld(word, words[index - 1], page))
  let bytes = Buffer.alloc(0)
  const onBytes = (more: Uint8Array) => void (bytes = Buffer.concat([bytes, more]))
  // What a person is asked on a terminal.
  if (line.startsWith('heddle pack remove ')) given.push('--yes')
  const { code, stdout, stderr } = await shell.heddle(given, { input, onBytes })
  const isFine = code === 0 || code === wanted
  expect(isFine ? '' : `${code}\n${stdout}${stderr}`, line).toBe('')
  if (file !== undefined) await writeFile(join(shell.folder, file), bytes)
}

/** In a real shell, with the address and the token of the test. */
async function runScript(script: string): Promise<string> {
  const token = (await shell.runs.app.admin.post('/api/auth/tokens/', { name: 'pages' })).body.token as string
  const env = { PATH: process.env.PATH, HEDDLE: shell.runs.app.url, TOKEN: token }
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], { cwd: shell.folder, env })
  return stdout
}
const hasTools = ['/usr/bin/curl', '/usr/bin/jq'].every(existsSync)
if (!hasTools) console.warn('SKIPPED: scripts of pages, there is no curl or jq (Debian: apt install curl jq)')

const reasonFor = (line: string) => NOT_RUN.find(([beginning]) => line.startsWith(beginning))

/** Other blocks of those pages, by their language. */
const OTHERS: Readonly<Record<string, string>> = {
  sql: 'DuckDB is asked in commands/history-export.test.ts; ClickHouse is not here.',
  python: 'pandas is not here.',
}

describe('the pages with commands', () => {
  it.each(RUN)('%s does what it says', { timeout: 120_000 }, async (page) => {
    for (const block of readBlocks(page)) {
      if (block.file !== undefined) await writeFile(join(shell.folder, block.file), block.text)
      else if (block.language === '' || block.language === 'sh')
        for (const line of commandsOf(block)) if (!reasonFor(line)) await runLine(line, page)
    }
  })

  it('have no other blocks, but for those that say why not', () => {
    const languages = RUN.flatMap(readBlocks)
      .filter(({ file }) => file === undefined)
      .map(({ language }) => language)

    expect(new Set(languages)).toEqual(
      new Set(['', ...Object.keys(OTHERS), ...(languages.includes('sh') ? ['sh'] : [])]),
    )
  })

  it('have no reason for what is not on them', () => {
    const lines = RUN.flatMap(readBlocks).flatMap(commandsOf)

    expect(NOT_RUN.filter(([beginning]) => !lines.some((line) => line.startsWith(beginning)))).toEqual([])
  })
})

describe.skipIf(!hasTools)('the scripts on pages', () => {
  it('docs/checks.md runs the checks of a folder and writes their report', { timeout: 60_000 }, async () => {
    const [script] = readBlocks('docs/checks.md').filter(({ language }) => language === 'sh')

    await runScript(script!.text.replace('"category": 7', `"category": ${rules}`))

    expect(await readFile(join(shell.folder, 'heddle.xml'), 'utf8')).toContain('<testsuites')
  })

  it('README.md gets a token and lists the queries', async () => {
    const text = readBlocks('README.md').find((block) => block.text.includes('TOKEN=$(curl'))!.text
    const script = text
      .slice(text.indexOf('TOKEN=$(curl'))
      .replaceAll('http://127.0.0.1:8000', shell.runs.app.url)
      .replace('heddle-demo', ADMIN.password)

    const { count } = JSON.parse(await runScript(script)) as { count: number }
    expect(count).toBeGreaterThanOrEqual(4)
  })
})
