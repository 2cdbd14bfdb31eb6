import { eq } from 'drizzle-orm'
import { scriptOf } from '@heddle/simulators/automation/model/job-script.ts'
import type { TemplateOptions } from '@heddle/simulators/automation/model/job-template.ts'
import { describe, expect, it, vi } from 'vitest'
import { JOB_TEMPLATE, NEVER, type Rig, startRig } from '../../../testing/automation/follow-rig.ts'
import { automationExecutions } from '../automation.tables.ts'

const quick = { pendingMs: 50, waitingMs: 50, runMs: 100 }
const template = (changes: Partial<TemplateOptions> = {}): TemplateOptions => ({
  id: JOB_TEMPLATE,
  name: 'Deploy EPG',
  script: scriptOf(quick),
  allowSimultaneous: true,
  ...changes,
})
const patient = { timeout: 20_000, interval: 50 }
const LOST = { method: 'POST', path: '/launch/', kind: 'lost_answer', how: 'drop', next: 1 } as const

const becomes = (rig: Rig, id: string, expected: object) =>
  vi.waitFor(async () => expect((await rig.executionsOf(id))[0]).toMatchObject(expected), patient)
const set = (rig: Rig, id: string, changes: Partial<typeof automationExecutions.$inferInsert>) =>
  rig.database.db.update(automationExecutions).set(changes).where(eq(automationExecutions.requestId, id))

describe('after a restart', () => {
  it('a request that was not launched is launched, once', async () => {
    const rig = await startRig({ automation: { templates: [template()] } })
    const id = await rig.launch(rig.open())
    expect(rig.launchCalls()).toBe(0)

    const [first, second] = [rig.start(), rig.start()]

    expect((await rig.ended(id)).request.status).toBe('succeeded')
    expect(rig.launchCalls()).toBe(1)
    await Promise.all([first.stop(), second.stop()])
  })

  it('a running job is followed to its end', async () => {
    const rig = await startRig({
      automation: { templates: [template({ script: scriptOf({ ...quick, runMs: 2_000 }) })] },
    })
    const first = rig.start()
    const id = await rig.launch(first)
    await becomes(rig, id, { launch: 'launched' })
    await first.stop()

    rig.start()

    expect((await rig.ended(id)).request.status).toBe('succeeded')
    expect(rig.launchCalls()).toBe(1)
  })

  it('a launch that its process left behind is uncertain, at once on the embedded database', async () => {
    const rig = await startRig({ automation: { templates: [template()] } })
    const id = await rig.launch(rig.open())
    await set(rig, id, { launch: 'launching', launchStartedAt: new Date() })
    const service = rig.open()

    await service.takeOver()

    expect(await rig.executionsOf(id)).toEqual([
      expect.objectContaining({
        launch: 'uncertain',
        status: 'error',
        error: expect.stringContaining('The process stopped'),
      }),
    ])
    expect((await rig.requestOf(id)).status).toBe('failed')
    expect(rig.launchCalls()).toBe(0)
  })

  it('a launch that another process left behind is uncertain after a minute, not before', async () => {
    const rig = await startRig({ automation: { templates: [template()] } })
    const opened = rig.open()
    const [fresh, stale] = [await rig.launch(opened), await rig.launch(opened)]
    await set(rig, fresh, { launch: 'launching', launchStartedAt: new Date(Date.now() - 50_000) })
    await set(rig, stale, { launch: 'launching', launchStartedAt: new Date(Date.now() - 61_000) })

    rig.start()

    await becomes(rig, stale, { launch: 'uncertain' })
    expect(await rig.executionsOf(fresh)).toEqual([expect.objectContaining({ launch: 'launching' })])
    expect(rig.launchCalls()).toBe(0)
  })

  it('an output that was being read is read again', async () => {
    const rig = await startRig({
      automation: { templates: [template({ script: scriptOf({ ...quick, end: 'never' }) })] },
    })
    const first = rig.start()
    const id = await rig.launch(first)
    await becomes(rig, id, { status: 'running' })
    await first.stop()
    await set(rig, id, { status: 'successful', pollAt: null, collectUntil: new Date(Date.now() + 30_000) })
    const second = rig.open()
    await second.takeOver()

    second.start()

    expect((await rig.ended(id)).request.status).toBe('succeeded')
    expect(await rig.executionsOf(id)).toEqual([
      expect.objectContaining({ collectUntil: null, outputCompleteAt: expect.any(Date) }),
    ])
  })

  it('a request whose last execution ended, but which was not settled, ends', async () => {
    const rig = await startRig({ automation: { templates: [template()] } })
    const id = await rig.launch(rig.open())
    await set(rig, id, { launch: 'refused', status: 'error', outputCompleteAt: new Date() })

    rig.start()

    expect((await rig.ended(id)).request.status).toBe('failed')
  })

  it('a job past its deadline ends as an error that names the last state', async () => {
    const rig = await startRig({
      automation: { templates: [template({ script: scriptOf({ ...quick, end: 'never' }) })] },
    })
    const service = rig.start()
    const id = await rig.launch(service)
    await becomes(rig, id, { status: 'running' })

    await set(rig, id, { deadlineAt: new Date() })

    const { executions } = await rig.ended(id)
    expect(executions).toEqual([
      expect.objectContaining({ status: 'error', error: expect.stringMatching(/24 hours.*last seen running/) }),
    ])
  })
})

describe('reconcile', () => {
  it('finds the job of a lost answer and follows it; the request is worked out again', async () => {
    const rig = await startRig({ automation: { templates: [template()] } })
    rig.automation.faults.add(LOST)
    const service = rig.start()
    const id = await rig.launch(service)
    const { executions } = await rig.ended(id)
    expect(executions).toEqual([expect.objectContaining({ launch: 'uncertain' })])

    const found = await service.requests.reconcile(rig.caller, executions[0]!.id, NEVER)

    expect(found).toMatchObject({ jobId: 1001, launch: 'launched', error: null })
    await vi.waitFor(async () => expect((await rig.requestOf(id)).status).toBe('succeeded'), patient)
    expect((await rig.executionsOf(id))[0]!.transitions.map(({ from, to }) => `${from} ${to}`)).toEqual(
      expect.arrayContaining(['pending error', 'error pending']),
    )
    await expect(service.requests.reconcile(rig.caller, executions[0]!.id, NEVER)).rejects.toMatchObject({
      body: { code: 'has_job' },
    })
    expect(rig.launchCalls()).toBe(1)
  })

  it('says when it looked if there is no job', async () => {
    const rig = await startRig({ automation: { templates: [template()] } })
    rig.automation.faults.add({ ...LOST, kind: 'truncated' })
    const service = rig.start()
    const id = await rig.launch(service)
    const { executions } = await rig.ended(id)
    rig.automation.state.deleteJob(1001)

    const looked = await service.requests.reconcile(rig.caller, executions[0]!.id, NEVER)

    expect(looked).toMatchObject({
      jobId: null,
      status: 'error',
      launch: 'uncertain',
      error: expect.stringMatching(/at 20\d\d-.* no job/),
    })
    expect((await rig.requestOf(id)).status).toBe('failed')
  })

  it('finds the one row among many', async () => {
    const rig = await startRig({ mode: 'per_row', rowConcurrency: 1, automation: { templates: [template()] } })
    rig.automation.faults.add({ ...LOST, after: 1 })
    const service = rig.start()
    const id = await rig.launch(service, [{ tenant: 'A' }, { tenant: 'B' }, { tenant: 'C' }])
    const { executions } = await rig.ended(id)
    expect(executions.map(({ launch }) => launch)).toEqual(['launched', 'uncertain', 'launched'])

    const found = await service.requests.reconcile(rig.caller, executions[1]!.id, NEVER)

    expect(found.jobId).toBe(1002)
  })
})

describe('relaunch', () => {
  it('launches the rows again that did not succeed', async () => {
    const script: TemplateOptions['script'] = ({ extraVars }) =>
      scriptOf({ ...quick, end: extraVars.row_index === 1 ? 'failed' : 'successful' })
    const rig = await startRig({ mode: 'per_row', automation: { templates: [template({ script })] } })
    const service = rig.start()
    const id = await rig.launch(service, [{ tenant: 'A' }, { tenant: 'B' }, { tenant: 'C' }])
    await expect(service.requests.relaunch(rig.caller, id, {}, NEVER)).rejects.toMatchObject({
      body: { code: 'not_finished' },
    })
    await rig.ended(id)

    const { row } = await service.requests.relaunch(rig.caller, id, {}, NEVER)

    expect(row).toMatchObject({ relaunchOf: id, rowCount: 1, executionCount: 1 })
    expect((await rig.ended(row.id)).executions.map(({ extraVars }) => extraVars.rows)).toEqual([[{ tenant: 'B' }]])
    await expect(service.requests.relaunch(rig.caller, row.id, {}, NEVER)).rejects.toMatchObject({
      body: { code: 'nothing_failed' },
    })
    const all = await service.requests.relaunch(rig.caller, id, { only: 'all' }, NEVER)
    expect(all.row.rowCount).toBe(3)
  })
})
