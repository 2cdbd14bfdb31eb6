import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { existsSync, globSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { build as buildClient } from '../client/build.ts'
import { buildCli } from './build.ts'
import { VERSION } from './src/version.ts'

const run = promisify(execFile)
/** The Node that a user is likely to have, and the one that this project pins. */
const NODES = [process.execPath, '/usr/bin/node'].filter((path) => existsSync(path))
const LACKING = /\b(Map|Object)\.groupBy\(|\.withResolvers\(|URL\.parse\(|Array\.fromAsync\(/g
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heddle-packed-'))
  await writeFile(join(folder, 'package.json'), '{"type": "module"}')
  const built = [await buildCli(), fileURLToPath(await buildClient())]
  const packed = await run('npm', ['pack', ...built, '--silent'], { cwd: folder })
  const files = packed.stdout.trim().split('\n')
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', ...files], { cwd: folder })
})
afterAll(() => rm(folder, { recursive: true }))

describe('the packed command line', () => {
  it.each(NODES)('runs with %s, alone', async (node) => {
    const alone = await mkdtemp(join(folder, 'alone-'))
    const program = join(alone, 'heddle.mjs')
    await writeFile(program, await readFile(join(folder, 'node_modules/@heddle/cli/heddle.mjs')))
    const env = { PATH: process.env.PATH, HEDDLE_CONFIG: join(alone, 'none.json') }

    expect((await run(node, [program, 'version'], { env })).stdout).toBe(`heddle ${VERSION}\n`)
    await expect(run(node, [program, 'plan', alone], { env })).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining('heddle login <url>'),
    })
  })

  it('is installed as `heddle`, with the version of its package', async () => {
    const { stdout } = await run('npx', ['--no-install', 'heddle', '--version'], { cwd: folder })

    expect(stdout).toBe(`heddle ${VERSION}\n`)
    const { version } = JSON.parse(await readFile(new URL('package.json', import.meta.url), 'utf8')) as {
      version: string
    }
    expect(VERSION).toBe(version)
  })

  it.each(NODES)('tests a pack with %s, without a server', async (node) => {
    const program = join(folder, 'node_modules/@heddle/cli/heddle.mjs')
    const pack = await mkdtemp(join(folder, 'pack-'))
    const env = { PATH: process.env.PATH, HEDDLE_CONFIG: join(pack, 'none.json') }
    const heddle = (...words: readonly string[]) => run(node, [program, 'pack', ...words, pack], { env })

    await heddle('new')
    expect((await heddle('test')).stdout).toMatch(/: 1 checks, 2 examples, 0 do not hold\n$/)

    const check = join(pack, 'checks/node-active.yaml')
    await writeFile(check, (await readFile(check, 'utf8')).replace('rows: 1', 'rows: 3'))
    await expect(heddle('test')).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringContaining('node-active, example 2: a leaf is gone: 1 rows, not 3'),
    })
  })

  it.each(NODES)('has the packs that come with Heddle, with %s and without its sources', async (node) => {
    const program = join(folder, 'node_modules/@heddle/cli/heddle.mjs')
    const env = { PATH: process.env.PATH, HEDDLE_URL: 'http://127.0.0.1:1', HEDDLE_TOKEN: 'none' }
    const add = (name: string) => run(node, [program, 'pack', 'add', name], { env, cwd: folder })

    // It has read the pack when it finds that nobody answers.
    await expect(add('aci-hygiene')).rejects.toMatchObject({ stderr: expect.stringContaining('No answer from') })
    await expect(add('aci-nothing')).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/Packs that come with Heddle: .*aci-hygiene, /),
    })
  })

  it('calls nothing that Node 20 lacks but for packs, and says whose code it contains', async () => {
    const text = await readFile(join(folder, 'node_modules/@heddle/cli/heddle.mjs'), 'utf8')
    const own = globSync(['cli/src/**/*.ts', 'client/src/**/*.ts'], { exclude: ['**/*.test.ts', '**/testing/**'] })
    const sources = await Promise.all(own.map((file) => readFile(file, 'utf8')))

    expect(own.length).toBeGreaterThan(20)
    // The engine brings what Node 20 lacks, once a pack is tested.
    expect(sources.join('\n').match(LACKING)).toBeNull()
    expect(text).toMatch(/\/\* commander [\d.]+\n\(The MIT License\)/)
  })
})

it('the packed client says what each operation does', async () => {
  const types = join(folder, 'node_modules/@heddle/client')

  expect(await readFile(join(types, 'index.d.ts'), 'utf8')).toContain('export interface Heddle extends Operations')
  expect(await readFile(join(types, 'generated/operations.d.ts'), 'utf8')).toMatch(
    /\/\*\* List audit entries, newest first\. GET \/api\/audit\/logs\/ .*\*\/\n\s*list: /,
  )
})

it('the packed client can be used without anything else', async () => {
  await writeFile(
    join(folder, 'use.ts'),
    `import { createHeddle, HeddleError, type LaunchDryRunReply, type RunFrame, type SavedQuery } from '@heddle/client'
     const heddle = createHeddle({ baseUrl: 'http://127.0.0.1:1', retries: 0 })
     const name = async (): Promise<SavedQuery['name']> => (await heddle.queries.savedQueries.get('1')).name
     // Compiles only if the type of an argument or of a frame says what there is.
     const { launch } = heddle.automation.templates
     const dryRun = (): Promise<LaunchDryRunReply> => launch('1', {}, { dry_run: true })
     const launched = async (): Promise<string> => (await launch('1', {})).id
     const rowsOf = ({ type, data }: RunFrame): number => (type === 'execution_complete' ? data.total_rows : 0)
     const token = async (): Promise<string | undefined> =>
       (await heddle.auth.login({ username: 'a', password: 'b' })).mfa_token
     void [dryRun, launched, rowsOf, token]
     await name().catch((error: unknown) => console.log(error instanceof HeddleError, (error as HeddleError).status))`,
  )

  const readme = await readFile(new URL('../client/README.md', import.meta.url), 'utf8')
  const shown = /```ts\n([^]*?)```/.exec(readme)![1]!
  await writeFile(
    join(folder, 'shown.ts'),
    `${shown}declare const id: string, process: { env: Record<string, string> }\n`,
  )

  const compiler = fileURLToPath(import.meta.resolve('typescript/bin/tsc'))
  const options = [
    '--strict',
    '--target',
    'es2024',
    '--lib',
    'es2024,dom',
    '--module',
    'nodenext',
    'use.ts',
    'shown.ts',
  ]
  await run(process.execPath, [compiler, ...options], { cwd: folder })

  for (const node of NODES) expect((await run(node, ['use.js'], { cwd: folder })).stdout).toBe('true 0\n')
})
