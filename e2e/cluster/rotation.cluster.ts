import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiOf, succeeded, signIn } from './harness/api.ts'
import { services } from './harness/services.ts'
import { type Cluster, connect, CONNECTIONS, startCluster } from './harness/start-cluster.ts'

const ADMIN_COMMANDS = fileURLToPath(new URL('../../server/src/cli/admin.ts', import.meta.url))
const [oldKey, newKey] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')]
/** The four steps of docs/operations.md; the third is a command. */
const PREPARED = { SECRET_KEY: oldKey, SECRET_KEY_PREVIOUS: newKey }
const ROTATED = { SECRET_KEY: newKey, SECRET_KEY_PREVIOUS: oldKey }
const DONE = { SECRET_KEY: newKey, SECRET_KEY_PREVIOUS: '' }

describe.skipIf(!services)('a rotation of the key without an interruption', () => {
  let cluster: Cluster
  beforeAll(async () => {
    cluster = await startCluster({ api: 1, worker: 0, env: PREPARED })
  })
  afterAll(() => cluster.stop())

  it('lets processes of both steps read what the others wrote, and ends with the new key alone', async () => {
    const before = await connect(cluster, cluster.admin(), { name: 'before' })
    const rotated = await cluster.start('api', { env: ROTATED })
    const token = await signIn(rotated.url)
    const after = await connect(cluster, apiOf(rotated.url, token), { name: 'after' })

    // A test of a connection decrypts its password and signs in at the controller.
    const test = async (url: string, bearer: string, id: string) =>
      succeeded(await apiOf(url, bearer).post(`${CONNECTIONS}${id}/test_connection/`)).status
    expect(await test(rotated.url, cluster.token, before)).toBe('success')
    expect(await test(cluster.apis[0]!.url, token, after)).toBe('success')

    const env = { PATH: process.env['PATH'], ...cluster.settings, ...ROTATED }
    const { stdout } = await promisify(execFile)(process.execPath, [ADMIN_COMMANDS, 'reencrypt'], { env })
    expect(stdout).toContain('SECRET_KEY_PREVIOUS is no longer needed.')

    const done = await cluster.start('api', { env: DONE })
    expect(await Promise.all([before, after].map((id) => test(done.url, token, id)))).toEqual(['success', 'success'])
  })
})
