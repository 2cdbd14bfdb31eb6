import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { bundledProgram, readBundles } from '../src/kernel/bundles.ts'
import { openThread } from '../src/platform/threads/open-thread.ts'
import { ensureBundled } from './bundle-programs.ts'

const ROOT = new URL('../../', import.meta.url)
const START = fileURLToPath(new URL('server/start.mjs', ROOT))
const NO_CALLS = /(main|program|run-command|embedded-thread)[.]ts$/

it('the program of each thread is bundled with a source map, loads and answers; its errors name the source', async () => {
  await ensureBundled()
  const programs = Object.keys(readBundles()!.programs).map((path) => new URL(path, ROOT))

  expect(programs.map(({ pathname }) => pathname.split('/').at(-1))).toEqual(
    expect.arrayContaining(['engine-worker.ts', 'planner-worker.ts', 'compile-worker.ts', 'archive-thread.ts']),
  )
  for (const program of programs.filter(({ pathname }) => !NO_CALLS.test(pathname))) {
    expect(existsSync(new URL(`${bundledProgram(program).href}.map`))).toBe(true)
    const thread = openThread<{ nothing: () => void }>(program, { name: 'test', memory: { heapMb: 200 } })
    const failure = await thread.call('nothing', undefined).catch((error: unknown) => error)
    expect(failure).toMatchObject({
      message: expect.stringContaining('is not a function') as string,
      stack: expect.stringMatching(/server[/]src[/]platform[/]threads[/]\S+[.]ts:\d+:\d+/) as string,
    })
    await thread.close()
  }
})

it('the program that is started is the bundled one', async () => {
  await ensureBundled()
  const sayLoaded = `import { registerHooks } from 'node:module'
    registerHooks({ load: (url, context, next) => (console.log(url), next(url, context)) })`
  const hook = `data:text/javascript,${encodeURIComponent(sayLoaded)}`

  const { stdout, status } = spawnSync(process.execPath, ['--import', hook, START], {
    env: { ...process.env, PORT: 'eighty' },
    encoding: 'utf8',
  })

  expect(status).toBe(1)
  expect(stdout).toContain('/program.mjs')
  // Not even the file that starts it: reading TypeScript takes memory that is never given back.
  expect(stdout).not.toMatch(/[.]ts$/m)
})

it('a program that is not bundled runs as it is', () => {
  const program = new URL('some-program.ts', import.meta.url)

  expect(bundledProgram(program)).toBe(program)
})
