import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '../../adapters/database/database.ts'
import { checkFile, packFiles } from '../../testing/packs/pack-files.ts'
import { openRealProgram, type RealProgram } from '../../testing/real-program.ts'

// Starting the server takes seconds, longer on a busy machine.
const patient = { timeout: 60_000, interval: 50 }
const PACKS = '/api/packs/'

let program: RealProgram
beforeAll(async () => {
  program = await openRealProgram()
})
afterAll(() => program.close())

/** The transaction stands still after all queries were written, and says so in a file. */
const HALT = `
  create function halt() returns trigger language plpgsql as $$ begin
    execute format('copy (select 1) to %L', current_setting('data_directory') || '/halfway');
    perform pg_sleep(3600);
    return new;
  end $$;
  create trigger halt before insert on pack_checks for each row when (new.check_id = 'node-new') execute function halt()`

it(
  'a process that is killed while it installs a pack leaves the installed one whole',
  { timeout: 180_000 },
  async () => {
    const first = await program.start()
    await first.post(PACKS, { files: packFiles('killed') })
    const before = await wholeOf(first)
    await first.end('SIGTERM')
    await inDatabase(HALT)
    const second = await program.start()

    const lost = second.post(PACKS, {
      files: packFiles('killed', '2.0.0', {
        'checks/node-active.yaml': checkFile('node-active', 'low'),
        'checks/node-new.yaml': checkFile('node-new'),
      }),
    })
    const answered = lost.then(
      () => true,
      () => false,
    )
    await expect.poll(() => existsSync(join(program.dataDir, 'database/halfway')), patient).toBe(true)
    await second.end('SIGKILL')
    expect(await answered).toBe(false)
    await inDatabase('drop function halt cascade')
    const third = await program.start()

    expect(before.pack).toMatchObject({ version: '1.0.0', checks: [{ severity: 'high' }, {}] })
    expect(await wholeOf(third)).toEqual(before)
    const next = await third.post(PACKS, { files: packFiles('killed', '2.0.0') })
    expect([next.applied, (await wholeOf(third)).queries.map(({ pack }) => pack.version)]).toEqual([
      true,
      ['2.0.0', '2.0.0'],
    ])
    await third.end('SIGTERM')
  },
)

type Server = Awaited<ReturnType<RealProgram['start']>>

/** The pack, and all queries of packs: what is in one and not in the other would be a mix. */
async function wholeOf(server: Server) {
  const { results } = await server.get('/api/queries/saved-queries/?ordering=name')
  return {
    pack: await server.get(`${PACKS}killed/`),
    queries: results as { readonly id: string; readonly pack: { readonly version: string } }[],
  }
}

/** While no process has it open. */
async function inDatabase(text: string): Promise<void> {
  const database = await openDatabase({ dataDir: program.dataDir })
  await database.pool.query(text).finally(() => database.close())
}
