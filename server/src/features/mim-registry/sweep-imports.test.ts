import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY, MINUTE, SECOND } from '../../kernel/durations.ts'
import { createManualClock } from '../../testing/manual-clock.ts'
import { type RegistryApp, soon, startRegistryApp } from '../../testing/mim-registry/start-registry-app.ts'
import { importMim } from './import-job.ts'
import { mimRegistryFeature } from './index.ts'

const clock = createManualClock(new Date())
let imports: RegistryApp
beforeAll(async () => {
  imports = await startRegistryApp({ clock })
})
afterAll(() => imports.stop())

const jobs = async (run: string): Promise<Record<string, number>> =>
  Object.fromEntries(
    (
      await imports.sql('select state, count(*)::int as count from mim_import_jobs where run_id = $1 group by state', [
        run,
      ])
    ).map(({ state, count }) => [state, count]),
  )
const sweep = () => imports.app.app.features.of(mimRegistryFeature)

/** An import that was cancelled halfway. */
async function startCancelled(): Promise<string> {
  imports.slowDown(imports.registry, 20)
  const run = await imports.start()
  await soon(async () => (await imports.detail(run)).run.phase).toBe('downloading')
  await imports.cancel(run)
  await imports.ended(run)
  imports.registry.faults.clear()
  return run
}

describe('the upkeep of imports', () => {
  it('sends a job for an import that no process works on', async () => {
    const run = await startCancelled()
    const before = new Date(clock.now().getTime() - 2 * MINUTE)
    await imports.sql(
      `update mim_import_runs set state = 'running', cancel_requested = false, finished_at = null, claimed_at = $2,
        claim = gen_random_uuid() where id = $1`,
      [run, before],
    )

    await sweep().resumeLost()

    expect((await imports.ended(run)).run).toMatchObject({ state: 'succeeded', completed_count: 150 })
  })

  it('fails an import that is restarted again and again without progress', async () => {
    const run = await startCancelled()
    await imports.sql(
      `update mim_import_runs set state = 'running', cancel_requested = false, take_ups = 20 where id = $1`,
      [run],
    )

    await sweep().resumeLost()

    expect((await imports.ended(run)).run).toMatchObject({
      state: 'failed',
      error_summary: expect.stringContaining('again and again'),
    })
  })

  it('fails an import at which two processes died without progress, and takes up another', async () => {
    const ended: object[] = []
    for (const takeUps of [2, 1]) {
      const run = await startCancelled()
      await imports.sql(
        `update mim_import_runs set state = 'running', cancel_requested = false, finished_at = null, take_ups = $2
         where id = $1`,
        [run, takeUps],
      )
      const { jobs: queue } = imports.app.app.platform
      const later = { singletonKey: run, startAfter: new Date(Date.now() + DAY) }
      await queue.send(importMim, { run_id: run }, later)
      await imports.sql(
        `update heddle_jobs.job set data = data || '{"deaths": 2}', start_after = now()
         where name = 'import-mim' and state = 'created'`,
      )
      await soon(async () => {
        await clock.advance(2 * SECOND)
        return imports.sql(`select from heddle_jobs.job where name like 'import-mim%' and state < 'completed'`)
      }).toEqual([])
      await sweep().resumeLost()
      ended.push((await imports.ended(run)).run)
    }

    expect(ended).toMatchObject([
      { state: 'failed', error_summary: expect.stringContaining('stopped or failed twice') },
      { state: 'succeeded' },
    ])
  })

  it('deletes finished jobs after a week and resumable imports after a month, so that resuming starts over', async () => {
    const cancelled = await startCancelled()
    const done = await imports.start()
    await imports.ended(done)
    expect(await jobs(done)).toEqual({ done: 150 })

    await clock.leap(8 * DAY)
    await sweep().deleteOld()
    expect(await jobs(done)).toEqual({})
    expect(await jobs(cancelled)).not.toEqual({})

    await clock.leap(23 * DAY)
    await sweep().deleteOld()
    expect(await jobs(cancelled)).toEqual({})
    expect(
      (await imports.sql('select graph_id from mim_import_runs where id = $1', [cancelled]))[0].graph_id,
    ).toBeNull()
    expect(
      (await imports.sql('select count(*)::int as count from mim_versions where is_active and graph_id is not null'))[0]
        .count,
    ).toBe(1)

    const admin = await imports.app.signIn('admin', 'correct horse battery')
    expect((await imports.resume(cancelled, admin)).status).toBe(202)
    await soon(
      async () => (await imports.sql('select state from mim_import_runs where id = $1', [cancelled]))[0].state,
    ).toBe('succeeded')
    expect(await jobs(cancelled)).toEqual({ done: 150 })
  })
})
