import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addSmallFabric } from '@heddle/server/testing/small-fabric.ts'
import { type Runs, startRuns } from '@heddle/server/testing/start-runs.ts'
import { ADMIN } from '@heddle/server/testing/start-test-app.ts'
import { buildCli } from './build.ts'

/** The Node that a user is likely to have, and the one that this project pins. */
const NODES = [process.execPath, '/usr/bin/node'].filter((path) => existsSync(path))
const TENANTS = { name: 'Tenants', nodes: [{ id: 't', class_name: 'fvTenant', properties: ['name'] }], edges: [] }

let base: string
let runs: Runs
beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'heddle-stranger-'))
  runs = await startRuns({ commandLineFolder: await buildCli(join(base, 'built')) })
  addSmallFabric(runs.controller.store)
  await runs.save(TENANTS)
}, 60_000)
afterAll(async () => {
  await runs.stop()
  await rm(base, { recursive: true })
})

describe('in an empty folder, with nothing but Node and curl', () => {
  it.each(NODES)('%s gets from the address of a server to the rows of a query', { timeout: 60_000 }, async (node) => {
    const folder = await mkdtemp(join(base, 'empty-'))
    const home = await mkdtemp(join(base, 'home-'))
    const options = { cwd: folder, env: { PATH: '/usr/bin:/bin', HOME: home } }
    const run = (program: string, args: readonly string[], input = '') => {
      const running = promisify(execFile)(program, args, options)
      running.child.stdin!.end(input)
      return running
    }

    await run('curl', ['-fsSO', `${runs.app.url}/cli/heddle.mjs`])
    await run(node, ['heddle.mjs', 'login', runs.app.url, '--username', ADMIN.username], `${ADMIN.password}\n`)
    const { stdout: list } = await run(node, ['heddle.mjs', 'query', 'list'])
    const { stdout: rows } = await run(node, ['heddle.mjs', 'query', 'run', 'Tenants', '--format', 'csv'])

    expect(list).toContain('Tenants')
    expect(rows.trim().split('\r\n')).toEqual(['dn,className,name', 'uni/tn-A,fvTenant,A', 'uni/tn-B,fvTenant,B'])
    expect(await readdir(folder)).toEqual(['heddle.mjs'])
  })
})
