import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { generateModel } from '@heddle/simulators/registry/generate-model.ts'
import type { RegistryEffect, RegistryFaultRule } from '@heddle/simulators/registry/faults/registry-fault.ts'
import { createManualClock } from '../../testing/manual-clock.ts'
import { type RegistryApp, soon, startRegistryApp } from '../../testing/mim-registry/start-registry-app.ts'

const clock = createManualClock(new Date())
const model = generateModel({ classes: 60, seed: 5 })
const [BUSY, OTHER, EMPTY, BROKEN, REFUSED] = model.classNames.slice(20) as [string, string, string, string, string]
const BODY = { version_key: 'latest', concurrency: 3 }
let imports: RegistryApp
beforeAll(async () => {
  imports = await startRegistryApp({ clock, versions: { latest: { model }, '611': { model }, '521': { model } } })
})
afterAll(() => imports.stop())
afterEach(() => imports.registry.faults.clear())

/** Advances the service's clock along with real time, slowly enough that no response appears late. */
async function ended(run: string) {
  await expect
    .poll(
      async () => {
        await clock.advance(500)
        return (await imports.detail(run)).run.state
      },
      { timeout: 25_000, interval: 20 },
    )
    .not.toBe('running')
  return imports.detail(run)
}
async function importWith(...rules: readonly RegistryFaultRule[]) {
  rules.forEach((rule) => imports.registry.faults.add(rule))
  const run = await imports.start(BODY)
  return { id: run, ...(await ended(run)) }
}
const jobOf = async (run: string, name: string) =>
  (
    await imports.sql('select * from mim_import_jobs where run_id = $1 and class_pkg || $3 || class_name = $2', [
      run,
      name,
      ':',
    ])
  )[0]

const ONCE: readonly RegistryEffect[] = [
  { kind: 'html', status: 502 },
  { kind: 'html', status: 429 },
  { kind: 'truncated' },
  { kind: 'empty_object' },
  { kind: 'not_a_document' },
  { kind: 'reset' },
  { kind: 'drop' },
]

describe('a class document', () => {
  it('is retried after any transient fault', async () => {
    const names = model.classNames.slice(10, 10 + ONCE.length)
    const { id, run } = await importWith(
      ...ONCE.map((effect, index) => ({ ...effect, className: names[index]!, next: 1 })),
    )

    expect(run).toMatchObject({ state: 'succeeded', completed_count: 60, failed_count: 0, fallback_count: 0 })
    for (const name of names)
      expect(await jobOf(id, name)).toMatchObject({ state: 'done', retry_count: 1, source_version: 'latest' })
  })

  it('is fetched uncompressed if only the compressed response fails', async () => {
    const { id, run } = await importWith({ kind: 'html', status: 502, className: BUSY, encoding: 'gzip' })

    expect(run).toMatchObject({ state: 'succeeded', failed_count: 0 })
    expect(await jobOf(id, BUSY)).toMatchObject({ state: 'done', retry_count: 1 })
  })

  it('fails alone if it never arrives, without trying other versions', async () => {
    const { run, failed_recent } = await importWith(
      { kind: 'html', status: 503, className: BUSY },
      { kind: 'not_a_document', className: OTHER },
      { kind: 'empty_object', className: EMPTY },
      { kind: 'reset', className: BROKEN },
      { kind: 'html', status: 403, className: REFUSED },
    )

    expect(run).toMatchObject({
      state: 'succeeded',
      total_classes: 60,
      completed_count: 55,
      failed_count: 5,
      not_found_count: 0,
    })
    const failed = new Map(failed_recent.map((job: { qualified_name: string }) => [job.qualified_name, job]))
    const tried = { state: 'failed', source_version: null, attempted_versions: ['latest'], retry_count: 4 }
    expect(failed.get(BUSY)).toMatchObject({
      ...tried,
      class_pkg: BUSY.split(':')[0],
      class_name: BUSY.split(':')[1],
      http_status_last: 503,
    })
    expect(failed.get(OTHER)).toMatchObject({
      ...tried,
      http_status_last: 200,
      last_error: 'The response is not a class document.',
    })
    expect(failed.get(EMPTY)).toMatchObject({ ...tried, http_status_last: 200 })
    expect(failed.get(BROKEN)).toMatchObject({
      ...tried,
      http_status_last: null,
      last_error: expect.stringContaining('broke'),
    })
    expect(failed.get(REFUSED)).toMatchObject({ ...tried, retry_count: 0, http_status_last: 403 })
    expect(imports.app.log()).toContain('a class document failed')
  })

  it.each([
    ['values', 4_000_000, 'The document has too many values for a class document.'],
    ['bytes', 8_000_000, 'The document is larger than 16 MB.'],
  ])('fails alone and at once if it unpacks to too many %s', async (_what, values, message) => {
    const { id, run } = await importWith({ kind: 'bomb', values, className: BUSY })

    expect(run).toMatchObject({ state: 'succeeded', completed_count: 59, failed_count: 1 })
    expect(await jobOf(id, BUSY)).toMatchObject({ state: 'failed', retry_count: 0, last_error: message })
    expect(imports.app.log()).not.toContain('the class document thread failed')
  })

  it('is fetched again when the import is resumed', async () => {
    // Without a list of classes, the import depends on the root.
    imports.registry.sources.get('latest')!.hasAggregate = false
    const { id, run } = await importWith({ kind: 'empty_object', className: 'top:Root' })
    expect(run).toMatchObject({ state: 'failed', error_summary: expect.stringContaining('no longer responds') })
    imports.registry.faults.clear()

    await imports.resume(id)

    expect((await ended(id)).run).toMatchObject({
      state: 'succeeded',
      completed_count: 60,
      failed_count: 0,
      error_summary: '',
    })
    imports.registry.sources.get('latest')!.hasAggregate = true
  })
})

describe('a list of all classes', () => {
  it.each<RegistryEffect>([{ kind: 'truncated' }, { kind: 'html', status: 502 }])(
    'is optional if it cannot be read: %j',
    async (effect) => {
      const { run } = await importWith({ ...effect, path: 'aci-meta' })

      expect(run).toMatchObject({ state: 'succeeded', completed_count: 60, total_classes: 60 })
    },
  )
})

describe('an unreachable registry', () => {
  it('fails a running import within half a minute, which can be resumed later', async () => {
    imports.slowDown(imports.registry, 10)
    const run = await imports.start(BODY)
    await soon(async () => (await imports.detail(run)).run.phase).toBe('downloading')
    await imports.registry.pause()
    const before = clock.now().getTime()

    const { run: failed } = await ended(run)

    expect(failed).toMatchObject({
      state: 'failed',
      error_summary: expect.stringMatching(/no longer responds.*refused/),
      failed_count: 0,
    })
    expect(clock.now().getTime() - before).toBeLessThan(30_000)
    expect(
      await imports.sql(`select id from mim_import_jobs where run_id = $1 and state = 'in_progress'`, [run]),
    ).toEqual([])
    const { results } = (await imports.app.admin.get('/api/notifications/notifications/')).body
    expect(results[0]).toMatchObject({ severity: 'error', title: 'The import of MIM version "latest" failed' })

    imports.registry.faults.clear()
    await imports.registry.resume()
    await imports.resume(run)
    expect((await ended(run)).run).toMatchObject({ state: 'succeeded', completed_count: 60, failed_count: 0 })
  })

  it('fails an import that is just starting', async () => {
    await imports.registry.pause()

    const run = await imports.start(BODY)

    expect((await ended(run)).run).toMatchObject({ state: 'failed', error_summary: expect.stringContaining('refused') })
    await imports.registry.resume()
  })

  it('installs nothing, and neither does one without any classes', async () => {
    const before = await imports.status()
    const { run } = await importWith({ kind: 'html', status: 404 })

    expect(run).toMatchObject({ state: 'failed', error_summary: expect.stringContaining('No class documents') })
    expect((await imports.status()).active).toEqual(before.active)
  })
})
