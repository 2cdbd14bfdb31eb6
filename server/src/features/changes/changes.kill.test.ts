import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { DEFAULT_PASSWORD } from '@heddle/simulators/controller/session/cluster.ts'
import { type ControllerSimulator, startController } from '@heddle/simulators/controller/start-controller.ts'
import { openDatabase } from '../../adapters/database/database.ts'
import { openRealProgram, type RealProgram } from '../../testing/real-program.ts'
import { CONNECTIONS, QUERIES } from '../../testing/start-runs.ts'

const CHANGES = '/api/history/changes/'
// A start takes seconds, and longer on a busy machine.
const patient = { timeout: 90_000, interval: 100 }

let controller: ControllerSimulator
let program: RealProgram
beforeAll(async () => {
  controller = await startController()
  controller.store.add('fvTenant', 'uni/tn-A', { name: 'A' })
  program = await openRealProgram()
})
afterAll(async () => {
  await program.close()
  await controller.close()
})

/** The transaction of the second capture after the change stands still, and says so in a file. */
const HALT = `
  create function halt() returns trigger language plpgsql as $$ begin
    execute format('copy (select 1) to %L', current_setting('data_directory') || '/halfway');
    perform pg_sleep(3600);
    return new;
  end $$;
  create trigger halt before update on change_queries for each row
    when (new.position = 1 and new.after is not null and old.after is null) execute function halt()`

type Server = Awaited<ReturnType<RealProgram['start']>>

async function openWindow(server: Server): Promise<string> {
  const account = { username: 'admin', password: DEFAULT_PASSWORD }
  const connection = await server.post(CONNECTIONS, { name: 'lab', host: controller.url, ...account })
  const nodes = [{ id: 'n', class_name: 'fvTenant', properties: ['name', 'descr'] }]
  const saved = await Promise.all(
    ['one', 'two', 'three'].map((name) =>
      server.post(QUERIES, { name, controller_connection: connection.id, nodes, edges: [] }),
    ),
  )
  const body = { name: 'killed', saved_queries: saved.map(({ id }) => id), controller_connection: connection.id }
  const { id } = await server.post(CHANGES, body)
  await until(server, id, 'open')
  return id
}

const until = (server: Server, id: string, status: string) =>
  vi.waitFor(async () => expect((await server.get(`${CHANGES}${id}/`)).status).toBe(status), patient)

/** While no process has it open. */
async function inDatabase(text: string): Promise<void> {
  const database = await openDatabase({ dataDir: program.dataDir })
  await database.pool.query(text).finally(() => database.close())
}

it(
  'a window that was closed is, although its process is killed between its captures',
  { timeout: 300_000 },
  async () => {
    const first = await program.start()
    const id = await openWindow(first)
    await first.end('SIGTERM')
    await inDatabase(HALT)
    const second = await program.start()
    controller.store.update('uni/tn-A', { descr: 'changed' })

    expect((await second.post(`${CHANGES}${id}/close/`)).status).toBe('closing')
    await expect.poll(() => existsSync(join(program.dataDir, 'database/halfway')), patient).toBe(true)
    await second.end('SIGKILL')
    await inDatabase('drop function halt cascade')
    const third = await program.start()
    await until(third, id, 'closed')

    const { queries, sha256 } = await third.get(`${CHANGES}${id}/report/`)
    expect(sha256).toMatch(/^[0-9a-f]{64}$/)
    expect(queries.map(({ summary, reason }: any) => [summary?.changed, reason])).toEqual([
      [1, null],
      [1, null],
      [1, null],
    ])
    const snapshots = await Promise.all(
      queries.map(({ saved_query: query }: any) => third.get(`/api/history/snapshots/?saved_query=${query}`)),
    )
    expect(snapshots.map(({ count }: any) => count)).toEqual([2, 2, 2])
    await third.end('SIGTERM')
  },
)
