import { describe, expect, it } from 'vitest'
import { lifeCycle, scriptOf } from './model/job-script.ts'
import { linesOf } from './output/job-output.ts'
import { clientOf, PLAIN, RUN_MS, startTestAutomation, UNTIL_RUNNING } from './testing/automation-client.ts'

async function start(options: Parameters<typeof startTestAutomation>[0] = {}) {
  const automation = await startTestAutomation({ tokens: [{ username: 'admin', value: 'admins' }], ...options })
  const client = clientOf(automation)
  return {
    automation,
    ...client,
    admin: clientOf(automation, 'Bearer admins'),
    job: async (id: number) => (await client.get(`jobs/${id}/`)).body,
  }
}

describe('the life of a job', () => {
  it('goes from pending over waiting and running to its end', async () => {
    const { automation, launch, job } = await start()

    const id = await launch()
    const states = [await job(id)]
    for (const ms of [500, 250, 2500, 2500, 400]) {
      automation.clock.advance(ms)
      states.push(await job(id))
    }

    expect(states.map(({ status }) => status)).toEqual([
      'pending',
      'waiting',
      'running',
      'running',
      'successful',
      'successful',
    ])
    expect(states.map(({ elapsed }) => elapsed)).toEqual([0, 0, 0, 2.5, 5, 5])
    expect(states.map(({ event_processing_finished }) => event_processing_finished)).toEqual([
      false,
      false,
      false,
      false,
      false,
      true,
    ])
    expect(states[1]).toMatchObject({ started: null, scm_revision: '', failed: false })
    expect(states[5]).toMatchObject({
      started: '2026-11-20T10:00:00.750000Z',
      finished: '2026-11-20T10:00:05.750000Z',
      scm_revision: expect.stringMatching(/^[0-9a-f]{40}$/),
      failed: false,
    })
  })

  it('may begin as new and be given by any list of steps', async () => {
    const script = scriptOf({
      steps: [
        { afterMs: 10, status: 'pending' },
        ...lifeCycle({ pendingMs: 10, waitingMs: 10, runMs: 10, end: 'failed' }),
      ],
    })
    const { automation, launch, job } = await start({ templates: [{ ...PLAIN, script }] })
    const id = await launch()

    const states = [await job(id)]
    for (let step = 0; step < 4; step++) {
      automation.clock.advance(10)
      states.push(await job(id))
    }

    expect(states.map(({ status }) => status)).toEqual(['new', 'pending', 'waiting', 'running', 'failed'])
    expect(states.at(-1).failed).toBe(true)
  })

  it('ends as its script says, with reason, trace and artifacts', async () => {
    const explanation = 'Previous Task Failed: {"job_type": "project_update", "job_name": "P", "job_id": "7"}'
    const templates = [
      {
        ...PLAIN,
        id: 7,
        script: scriptOf({ end: 'error', explanation, traceback: 'Traceback (most recent call last)' }),
      },
      { ...PLAIN, id: 8, script: scriptOf({ artifacts: { vlan: 10 } }) },
      { ...PLAIN, id: 9, script: scriptOf({ artifacts: '$hidden due to Ansible no_log flag$' }) },
    ]
    const { automation, launch, job } = await start({ templates })
    const ids = [await launch(7), await launch(8), await launch(9)]

    automation.clock.advance(10_000)

    expect(await job(ids[0]!)).toMatchObject({
      status: 'error',
      failed: true,
      started: null,
      elapsed: 0,
      job_explanation: explanation,
    })
    expect((await job(ids[0]!)).result_traceback).toContain('Traceback')
    expect((await job(ids[1]!)).artifacts).toEqual({ vlan: 10 })
    expect((await job(ids[2]!)).artifacts).toBe('$hidden due to Ansible no_log flag$')
  })

  it('depends on the variables when the script is a function of them', async () => {
    const script = ({ extraVars }: { extraVars: Readonly<Record<string, unknown>> }) =>
      scriptOf({ end: extraVars['fail'] === true ? 'failed' : 'successful' })
    const { automation, launch, job } = await start({ templates: [{ ...PLAIN, script }] })
    const ids = [await launch(7, { extra_vars: { fail: true } }), await launch(7, {})]

    automation.clock.advance(10_000)

    expect([(await job(ids[0]!)).status, (await job(ids[1]!)).status]).toEqual(['failed', 'successful'])
  })

  it('writes elapsed as a text in older versions', async () => {
    const { automation, launch, job } = await start({ elapsedAsText: true })
    const id = await launch()

    automation.clock.advance(UNTIL_RUNNING + 1500)

    expect((await job(id)).elapsed).toBe('1.500')
  })

  it('runs on the real clock', async () => {
    const script = scriptOf({ pendingMs: 1, waitingMs: 1, runMs: 1 })
    const { launch, job } = await start({ clock: 'real', eventLag: { lagMs: 0 }, templates: [{ ...PLAIN, script }] })

    const id = await launch()

    await expect.poll(async () => (await job(id)).status).toBe('successful')
  })

  it('can be moved forward on the real clock, too', async () => {
    const { automation, launch, job } = await start({ clock: 'real' })
    const id = await launch()

    automation.clock.advance(60_000)

    expect(await job(id)).toMatchObject({ status: 'successful', elapsed: RUN_MS / 1000 })
  })
})

describe('places', () => {
  it('run jobs of one template one after the other, unless it allows more', async () => {
    const { automation, launch, job } = await start({ templates: [{ ...PLAIN, allowSimultaneous: false }] })
    const ids = [await launch(), await launch()]

    automation.clock.advance(UNTIL_RUNNING + 1000)
    const during = [(await job(ids[0]!)).status, (await job(ids[1]!)).status]
    automation.clock.advance(RUN_MS)
    const after = [(await job(ids[0]!)).status, (await job(ids[1]!)).status]

    expect([during, after]).toEqual([
      ['running', 'pending'],
      ['successful', 'running'],
    ])
  })

  it('are limited by the capacity, which can change', async () => {
    const { automation, launch, get } = await start({ capacity: 0 })
    for (let count = 0; count < 3; count++) await launch()
    const running = async () => (await get('jobs/?status=running')).body.count

    automation.clock.advance(3_600_000)
    const none = await running()
    automation.setCapacity(2)
    automation.clock.advance(1000)

    expect([none, await running()]).toEqual([0, 2])
  })
})

describe('jobs that get lost', () => {
  it('are marked as failed when the server restarts', async () => {
    const { automation, launch, job } = await start()
    const id = await launch()
    automation.clock.advance(2000)

    automation.restart()
    automation.clock.advance(3_600_000)

    expect(await job(id)).toMatchObject({
      status: 'failed',
      job_explanation: expect.stringContaining('marked as running at system start up'),
    })
  })

  it('stay as they are when nothing reaps them', async () => {
    const { automation, launch, job } = await start()
    const id = await launch()
    automation.clock.advance(2000)

    automation.restart({ reaps: false })
    automation.clock.advance(3_600_000)

    expect((await job(id)).status).toBe('running')
  })

  it('may never end because their script does not', async () => {
    const { automation, launch, job } = await start({ templates: [{ ...PLAIN, script: scriptOf({ end: 'never' }) }] })
    const id = await launch()

    automation.clock.advance(24 * 3_600_000)

    expect((await job(id)).status).toBe('running')
  })

  it('are gone once they are deleted', async () => {
    const { automation, launch, get } = await start()
    const id = await launch()
    automation.clock.advance(10_000)

    automation.state.deleteJob(id)

    const statuses = [
      await get(`jobs/${id}/`),
      await get(`jobs/${id}/stdout/?format=txt`),
      await get(`jobs/${id}/job_events/`),
    ]
    expect(statuses.map(({ status, body }) => [status, body.detail])).toEqual(Array(3).fill([404, 'Not found.']))
  })
})

describe('deleting', () => {
  it('has to wait until the job has ended and its events are saved', async () => {
    const { automation, launch, admin } = await start()
    const id = await launch()
    automation.clock.advance(2000)

    const running = await admin.delete(`jobs/${id}/`)
    automation.clock.advance(RUN_MS - 2000 + UNTIL_RUNNING)
    const unprocessed = await admin.delete(`jobs/${id}/`)
    automation.clock.advance(1000)
    const done = await admin.delete(`jobs/${id}/`)

    expect([running.status, running.body.detail]).toEqual([403, 'Cannot delete running job resource.'])
    expect([unprocessed.status, unprocessed.body.error]).toEqual([400, 'Job has not finished processing events.'])
    expect([done.status, (await admin.delete(`jobs/${id}/`)).status]).toEqual([204, 404])
  })

  it('a template with active jobs is a conflict that names them', async () => {
    const { automation, launch, admin } = await start()
    const id = await launch()

    const busy = await admin.delete('job_templates/7/')
    automation.clock.advance(10_000)
    const free = await admin.delete('job_templates/7/')

    expect(busy).toMatchObject({
      status: 409,
      body: { error: 'Resource is being used by running jobs.', active_jobs: [{ type: 'job', id }] },
    })
    expect(free.status).toBe(204)
  })
})

describe('canceling', () => {
  it('is accepted first and happens later', async () => {
    const { automation, launch, get, post, job } = await start()
    const id = await launch()
    automation.clock.advance(2000)

    const can = await get(`jobs/${id}/cancel/`)
    const { status, text } = await post(`jobs/${id}/cancel/`)
    const atOnce = await job(id)
    automation.clock.advance(1000)

    expect([can.body, status, text]).toEqual([{ can_cancel: true }, 202, ''])
    expect([atOnce.status, atOnce.canceled_on]).toEqual(['running', '2026-11-20T10:00:02.000000Z'])
    expect(await job(id)).toMatchObject({ status: 'canceled', failed: true, elapsed: 2.25 })
    expect((await get(`jobs/${id}/cancel/`)).body).toEqual({ can_cancel: false })
  })

  it('ends a job that does not run yet at once', async () => {
    const { launch, post, job } = await start()
    const id = await launch()

    await post(`jobs/${id}/cancel/`)

    expect(await job(id)).toMatchObject({ status: 'canceled', started: null })
  })

  it('comes too late for a job that ends first', async () => {
    const { automation, launch, post, job } = await start()
    const id = await launch()
    automation.clock.advance(UNTIL_RUNNING + RUN_MS - 500)

    const { status } = await post(`jobs/${id}/cancel/`)
    automation.clock.advance(1000)

    expect([status, (await job(id)).status]).toEqual([202, 'successful'])
  })

  it('may be ignored by the job', async () => {
    const { automation, launch, post, job } = await start({
      templates: [{ ...PLAIN, script: scriptOf({ cancel: 'ignored' }) }],
    })
    const id = await launch()
    automation.clock.advance(2000)

    const { status } = await post(`jobs/${id}/cancel/`)
    automation.clock.advance(10_000)

    expect([status, (await job(id)).status]).toEqual([202, 'successful'])
  })

  it('a job that has ended is 405 for a superuser and 403 for anybody else', async () => {
    const { automation, launch, post, admin } = await start()
    const id = await launch()
    automation.clock.advance(10_000)

    const [late, lateAdmin] = [await post(`jobs/${id}/cancel/`), await admin.post(`jobs/${id}/cancel/`)]

    expect([late.status, late.body.detail]).toEqual([403, 'You do not have permission to perform this action.'])
    expect([lateAdmin.status, lateAdmin.body]).toEqual([405, { detail: 'Method "POST" not allowed.' }])
  })

  it('frees the place of the next job', async () => {
    const { automation, launch, post, job } = await start({ templates: [{ ...PLAIN, allowSimultaneous: false }] })
    const [first, second] = [await launch(), await launch()]
    automation.clock.advance(1000)

    await post(`jobs/${first}/cancel/`)
    automation.clock.advance(1300)

    expect((await job(second)).status).toBe('running')
  })
})

describe('many jobs', () => {
  it('are found by their ids in one call, in the order asked for', async () => {
    const { automation, launch, get } = await start()
    const ids: number[] = []
    for (let count = 0; count < 5; count++) ids.push(await launch(7, { extra_vars: { marker: `row-${count}` } }))
    automation.clock.advance(1)
    const later = await launch()

    const some = await get(`jobs/?id__in=${ids[3]},${ids[1]},99999&page_size=200`)
    const byMarker = await get('job_templates/7/jobs/?extra_vars__icontains=row-2&order_by=-id')
    const after = await get('jobs/?created__gt=2026-11-20T10:00:00Z&job_template__id=7')
    const latest = await get('jobs/?order_by=-id&page_size=1')

    expect(some.body.results.map((one: any) => one.id)).toEqual([ids[1], ids[3]])
    expect(some.body.results[0]).not.toHaveProperty('event_processing_finished')
    expect(byMarker.body.results.map((one: any) => one.id)).toEqual([ids[2]])
    expect(after.body.results.map((one: any) => one.id)).toEqual([later])
    expect(latest.body.results[0].id).toBe(later)
  })

  it('share three polls instead of five hundred', async () => {
    const { automation, get } = await start()
    const [account] = automation.state.accounts
    const template = automation.state.templates.get(7)!
    const request = { extraVars: {}, secrets: new Set<string>(), prompts: template.fields }
    const ids = Array.from(
      { length: 500 },
      () => automation.state.launch({ template, request, launchedBy: account!, slices: 1 }).id,
    )
    automation.clock.advance(UNTIL_RUNNING)

    const pages = []
    for (let from = 0; from < 500; from += 200)
      pages.push(await get(`jobs/?id__in=${ids.slice(from, from + 200).join(',')}&page_size=200`))

    expect(pages.flatMap(({ body }) => body.results).filter((one: any) => one.status === 'running')).toHaveLength(500)
    expect(automation.requests.flatMap(({ jobIds }) => jobIds)).toEqual(ids)
    expect(automation.counters.byKind.get('GET jobs/')).toBe(3)
  })
})

describe('the lines of a stopped job', () => {
  it('end where it was stopped', async () => {
    const script = scriptOf({ output: linesOf(['a', 'b', 'c', 'd']), eventEveryMs: 1000 })
    const { automation, launch, get, post } = await start({ templates: [{ ...PLAIN, script }] })
    const id = await launch()
    automation.clock.advance(UNTIL_RUNNING + 1500)

    await post(`jobs/${id}/cancel/`)
    automation.clock.advance(60_000)

    expect((await get(`jobs/${id}/stdout/?format=txt`)).text).toBe('a\nb\n')
  })
})
