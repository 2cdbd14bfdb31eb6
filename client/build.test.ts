import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { build } from './build.ts'

const run = promisify(execFile)
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heddle-client-'))
})
afterAll(() => rm(folder, { recursive: true }))

it('can be packed, installed and used without anything else', async () => {
  const out = fileURLToPath(await build())
  const { stdout } = await run('npm', ['pack', out, '--silent'], { cwd: folder })
  await writeFile(join(folder, 'package.json'), '{"type": "module"}')
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', stdout.trim()], { cwd: folder })
  await writeFile(
    join(folder, 'use.ts'),
    `import { createHeddle, HeddleError, type SavedQuery } from '@heddle/client'
     const heddle = createHeddle({ baseUrl: 'http://127.0.0.1:1', retries: 0 })
     const name = async (): Promise<SavedQuery['name']> => (await heddle.queries.savedQueries.get('1')).name
     await name().catch((error: unknown) => console.log(error instanceof HeddleError, (error as HeddleError).status))`,
  )

  const compiler = fileURLToPath(import.meta.resolve('typescript/bin/tsc'))
  const options = ['--strict', '--target', 'es2024', '--lib', 'es2024,dom', '--module', 'nodenext', 'use.ts']
  await run(process.execPath, [compiler, ...options], { cwd: folder })

  expect((await run(process.execPath, ['use.js'], { cwd: folder })).stdout).toBe('true 0\n')
}, 60_000)
