import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeRelease } from './make-release.ts'
import { run } from './run.ts'

let base: string
let out: string
let said: string[]
beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'heddle-release-trial-'))
  out = join(base, 'out')
  said = []
  await makeRelease(out, (line) => said.push(line))
})
afterAll(() => rm(base, { recursive: true, force: true }))

describe('a release', () => {
  it('has packages, the server, its parts and checksums that are right', async () => {
    const names = (await readFile(join(out, 'SHA256SUMS'), 'utf8'))
      .trim()
      .split('\n')
      .map((line) => line.split('  ')[1])
    const image = said.some((line) => line.startsWith('SKIPPED: the image.')) ? [] : ['heddle-image-0.1.0.tar']

    expect(names).toEqual([
      'heddle-cli-0.1.0.tgz',
      'heddle-client-0.1.0.tgz',
      ...image,
      'heddle-server-0.1.0.tar.gz',
      'heddle.mjs',
      'sbom.cdx.json',
    ])
    await run('sha256sum', ['--check', '--strict', 'SHA256SUMS'], out)
    const sbom = JSON.parse(await readFile(join(out, 'sbom.cdx.json'), 'utf8')) as { components: { name: string }[] }
    expect(sbom.components.map(({ name }) => name)).toContain('fastify')
  })

  it('has a server that is installed without tools and starts', async () => {
    await run('tar', ['-xzf', join(out, 'heddle-server-0.1.0.tar.gz')], base)
    const folder = join(base, 'heddle-server-0.1.0')
    await run('npm', ['ci', '--omit=dev', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'], folder)

    const { url, stop } = await startServer(folder)
    const answers = await Promise.all(
      ['/api/auth/health/', '/', '/cli/heddle.mjs', '/docs/'].map(
        async (path) => (await fetch(new URL(path, url))).status,
      ),
    )
    await stop()

    expect(answers).toEqual([200, 200, 200, 200])
    await expect(run('ls', ['node_modules/vitest'], folder)).rejects.toThrow()
  })
})

/** With the Node of this process, on a port that is free. */
async function startServer(folder: string) {
  const server = spawn(process.execPath, ['server/start.mjs'], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOST: '127.0.0.1', PORT: '0', DATA_DIR: join(base, 'data'), NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(server, 'exit')
  for await (const line of createInterface({ input: server.stdout })) {
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0]
    if (url === undefined) continue
    server.stdout.resume()
    const stop = async () => {
      server.kill()
      await exited
    }
    return { url, stop }
  }
  throw new Error('The server ended before it listened.')
}
