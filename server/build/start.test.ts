import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
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

/** A program in a folder of its own that is started as the server is. */
function startOf(main: string): string {
  const server = join(temporaryFolder(), 'server')
  mkdirSync(join(server, 'src'), { recursive: true })
  copyFileSync(START, join(server, 'start.mjs'))
  writeFileSync(join(server, 'src', 'main.ts'), main)
  return join(server, 'start.mjs')
}

it('gives the memory of ended threads back to the system', () => {
  const start = startOf(`
    import { once } from 'node:events'
    import { Worker } from 'node:worker_threads'
    const fill = 'const all = []; for (let i = 0; i < 700_000; i++) all.push({ i, text: "x" + i })'
    const rssMb = () => process.memoryUsage.rss() / 1024 ** 2
    const before = rssMb()
    const worker = new Worker(fill + '; require("node:worker_threads").parentPort.postMessage(all.length)', { eval: true })
    await once(worker, 'message')
    const meanwhile = rssMb()
    await once(worker, 'exit')
    console.log(JSON.stringify({ took: meanwhile - before, kept: rssMb() - before }))
  `)

  const { stdout, stderr } = spawnSync(process.execPath, [start], { encoding: 'utf8' })

  expect(stderr).toBe('')
  const { took, kept } = JSON.parse(stdout)
  expect(took).toBeGreaterThan(70)
  expect(kept).toBeLessThan(took / 2)
})

it('keeps its process, options, arguments, environment and signals', async () => {
  const start = startOf(`
    process.on('SIGTERM', () => process.exit(7))
    const { pid, execArgv, argv, env } = process
    console.log(JSON.stringify({ pid, execArgv, args: argv.slice(2), set: env.SET_BEFORE }))
    setInterval(() => {}, 1000)
  `)
  const child = spawn(process.execPath, ['--max-http-header-size=20000', start, '--port', '0'], {
    env: { ...process.env, SET_BEFORE: 'yes' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })

  const [line] = await once(createInterface({ input: child.stdout }), 'line')
  child.kill('SIGTERM')
  const [code] = await once(child, 'exit')

  const { pid, execArgv, args, set } = JSON.parse(line)
  expect({ pid, args, set, code }).toEqual({ pid: child.pid, args: ['--port', '0'], set: 'yes', code: 7 })
  expect(execArgv).toContain('--max-http-header-size=20000')
})

it('keeps the channel to a process that starts it with one', async () => {
  const start = startOf(`process.once('message', (text) => process.send!(text, () => process.disconnect()))`)
  const child = spawn(process.execPath, [start], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const answered = once(child, 'message')

  child.send('set the clock')

  expect((await answered)[0]).toBe('set the clock')
  await once(child, 'exit')
})
