import { busiestSecond } from '@heddle/simulators/automation/http/automation-log.ts'
import { scriptOf } from '@heddle/simulators/automation/model/job-script.ts'
import type { TemplateOptions } from '@heddle/simulators/automation/model/job-template.ts'
import { describe, expect, it, vi } from 'vitest'
import { createSystemClock } from '../../../kernel/clock.ts'
import { automationPollTurns } from '../automation.tables.ts'
import { JOB_TEMPLATE, type Rig, startRig } from '../../../testing/automation/follow-rig.ts'

const quick = { pendingMs: 50, waitingMs: 50, runMs: 100 }
const template = (changes: Partial<TemplateOptions> = {}): TemplateOptions => ({
  id: JOB_TEMPLATE,
  name: 'Deploy EPG',
  script: scriptOf(quick),
  allowSimultaneous: true,
  ...changes,
})
const rowsOf = (count: number) => Array.from({ length: count }, (_, index) => ({ tenant: `T${index}` }))
const polls = (rig: Rig) =>
  rig.automation.requests.filter(({ method, url }) => method === 'GET' && url.includes('id__in='))
const patient = { timeout: 20_000, interval: 50 }
const running = async (rig: Rig, id: string) =>
  vi.waitFor(
    async () => expect((await rig.executionsOf(id)).every(({ status }) => status === 'running')).toBe(true),
    patient,
  )

const launched = async (rig: Rig, id: string) =>
  vi.waitFor(async () => expect((await rig.executionsOf(id)).every(({ jobId }) => jobId !== null)).toBe(true), patient)

describe('a job', () => {
  it.each([
    ['failed', 'failed', 'failed'],
    ['error', 'error', 'failed'],
    ['canceled', 'cancelled', 'cancelled'],
  ] as const)('that ends %s makes the execution %s and the request %s', async (end, execution, request) => {
    const script = scriptOf({ ...quick, end, explanation: 'The inventory is empty.' })
    const rig = await startRig({ automation: { templates: [template({ script })] } })

    const ended = await rig.ended(await rig.launch(rig.start()))

    expect(ended.request.status).toBe(request)
    expect(ended.executions).toEqual([
      expect.objectContaining({ status: execution, jobStatus: end, error: 'The inventory is empty.' }),
    ])
  })

  it('shows each state it was seen in, in order', async () => {
    const rig = await startRig({
      automation: { templates: [template({ script: scriptOf({ pendingMs: 100, waitingMs: 100, runMs: 3_000 }) })] },
    })

    const { executions } = await rig.ended(await rig.launch(rig.start()))

    expect(executions[0]!.transitions.map(({ from, to }) => [from, to])).toEqual([
      ['pending', 'running'],
      ['running', 'successful'],
    ])
  })

  it('that is deleted while it runs is gone after three polls', async () => {
    const rig = await startRig({
      automation: { templates: [template({ script: scriptOf({ ...quick, end: 'never' }) })] },
    })
    const id = await rig.launch(rig.start())
    await running(rig, id)

    rig.automation.state.deleteJob(1001)

    const { request, executions } = await rig.ended(id)
    expect(request.status).toBe('failed')
    expect(executions).toEqual([
      expect.objectContaining({ status: 'error', error: expect.stringContaining('The job is gone') }),
    ])
  })

  it('that is deleted after its end stays what it was', async () => {
    const rig = await startRig({ automation: { templates: [template()] } })
    const service = rig.start()
    const id = await rig.launch(service)
    await rig.ended(id)
    // Its output is read to the end after the job has ended.
    await vi.waitFor(
      async () => expect(await rig.executionsOf(id)).toEqual([expect.objectContaining({ collectUntil: null })]),
      patient,
    )
    const executions = await rig.executionsOf(id)
    rig.automation.state.deleteJob(1001)

    expect(await service.follow.lookAt(executions[0]!.id)).toBe(false)
    await service.follow.applyStatus(executions[0]!.id, 'failed')

    expect(await rig.executionsOf(id)).toEqual(executions)
  })

  it('whose automation server cannot be reached for a while is followed again afterwards', async () => {
    const rig = await startRig({
      automation: { templates: [template({ script: scriptOf({ ...quick, runMs: 3_000 }) })] },
    })
    const id = await rig.launch(rig.start())
    await launched(rig, id)
    await rig.automation.pause()
    const failing = () => rig.database.db.select().from(automationPollTurns)
    await vi.waitFor(
      async () => expect(await failing()).toEqual([expect.objectContaining({ lastError: expect.any(String) })]),
      patient,
    )
    expect((await rig.requestOf(id)).finishedAt).toBeNull()

    await rig.automation.resume()

    expect((await rig.ended(id)).request.status).toBe('succeeded')
  })
})

describe('reports', () => {
  it('that arrive late, twice or out of order change nothing', async () => {
    const rig = await startRig({
      automation: { templates: [template({ script: scriptOf({ ...quick, end: 'never' }) })] },
    })
    const service = rig.start({ pollIntervalMs: 60_000 })
    const id = await rig.launch(service)
    await running(rig, id)
    const [{ id: execution } = { id: '' }] = await rig.executionsOf(id)

    for (const status of ['pending', 'running', 'waiting', 'cancelled', 'unheard of']) {
      expect(await service.follow.applyStatus(execution, status)).toBe(false)
    }
    expect(await service.follow.applyStatus(execution, 'failed')).toBe(true)
    for (const status of ['successful', 'failed', 'running', 'canceled']) {
      expect(await service.follow.applyStatus(execution, status)).toBe(false)
    }

    expect((await rig.ended(id)).executions).toEqual([expect.objectContaining({ status: 'failed' })])
  })
})

describe('launches per row', () => {
  it('run at most as many at once as the template says, in order, and all of them', async () => {
    const rig = await startRig({ mode: 'per_row', rowConcurrency: 3, automation: { templates: [template()] } })
    let most = 0
    const id = await rig.launch(rig.start(), rowsOf(10))
    const watch = setInterval(() => {
      most = Math.max(most, [...rig.automation.state.jobs.values()].filter((job) => job.isActive).length)
    }, 5)

    const { request, executions } = await rig.ended(id, 40_000)
    clearInterval(watch)

    expect(request).toMatchObject({ status: 'succeeded', executionCount: 10 })
    expect(executions.map(({ rowIndex, extraVars }) => [rowIndex, extraVars.row_index, extraVars.rows])).toEqual(
      rowsOf(10).map((row, index) => [index, index, [row]]),
    )
    expect(most).toBeLessThanOrEqual(3)
    expect(rig.launchCalls()).toBe(10)
  })

  it('fail as a whole when one row does', async () => {
    const script: TemplateOptions['script'] = ({ extraVars }) =>
      scriptOf({ ...quick, end: extraVars.row_index === 1 ? 'failed' : 'successful' })
    const rig = await startRig({ mode: 'per_row', automation: { templates: [template({ script })] } })

    const { request, executions } = await rig.ended(await rig.launch(rig.start(), rowsOf(3)))

    expect(request.status).toBe('failed')
    expect(executions.map(({ status }) => status)).toEqual(['successful', 'failed', 'successful'])
  })
})

describe('many jobs of one connection', () => {
  it('are followed with one call a second', async () => {
    const script = scriptOf({ pendingMs: 10, waitingMs: 10, runMs: 2_000 })
    const rig = await startRig({
      mode: 'per_row',
      rowConcurrency: 20,
      automation: { templates: [template({ script })] },
    })
    const service = rig.start({ clock: createSystemClock(() => undefined) })
    const ids = await Promise.all([rig.launch(service, rowsOf(20)), rig.launch(service, rowsOf(20))])

    for (const id of ids) expect((await rig.ended(id, 60_000)).request.status).toBe('succeeded')

    expect(busiestSecond(polls(rig))).toBe(1)
    expect([rig.launchCalls(), rig.automation.state.jobs.size]).toEqual([40, 40])
  })
})

describe('a cancel', () => {
  it('stops a running job, and says so only when the job does', async () => {
    const rig = await startRig({
      automation: { cancelMs: 1_500, templates: [template({ script: scriptOf({ ...quick, end: 'never' }) })] },
    })
    const service = rig.start()
    const id = await rig.launch(service)
    await running(rig, id)

    const { row } = await service.requests.cancel(rig.caller, id)

    expect(row).toMatchObject({ status: 'running', cancelRequestedAt: expect.any(Date) })
    const { request, executions } = await rig.ended(id)
    expect(request.status).toBe('cancelled')
    expect(executions).toEqual([expect.objectContaining({ status: 'cancelled', jobStatus: 'canceled' })])
    await expect(service.requests.cancel(rig.caller, id)).rejects.toMatchObject({ body: { code: 'already_finished' } })
  })

  it('of a job that ends successfully all the same leaves it successful', async () => {
    const script = scriptOf({ ...quick, runMs: 6_000, cancel: 'ignored' })
    const rig = await startRig({ automation: { templates: [template({ script })] } })
    const service = rig.start()
    const id = await rig.launch(service)
    await running(rig, id)

    await service.requests.cancel(rig.caller, id)
    await service.requests.cancel(rig.caller, id)

    const { request, executions } = await rig.ended(id)
    expect([request.status, executions[0]!.status]).toEqual(['succeeded', 'successful'])
    expect(request.cancelRequestedAt).not.toBeNull()
  })

  it('drops rows that were not launched, at once', async () => {
    const script = scriptOf({ ...quick, end: 'never' })
    const rig = await startRig({
      mode: 'per_row',
      rowConcurrency: 2,
      automation: { templates: [template({ script })] },
    })
    const service = rig.start()
    const id = await rig.launch(service, rowsOf(6))
    await vi.waitFor(
      async () => expect((await rig.executionsOf(id)).filter(({ jobId }) => jobId !== null)).toHaveLength(2),
      patient,
    )

    await service.requests.cancel(rig.caller, id)

    expect((await rig.executionsOf(id)).map(({ launch }) => launch)).toEqual([
      'launched',
      'launched',
      ...Array(4).fill('dropped'),
    ])
    const { request, executions } = await rig.ended(id)
    expect(request.status).toBe('cancelled')
    expect(executions.every(({ status }) => status === 'cancelled')).toBe(true)
    expect(rig.launchCalls()).toBe(2)
  })

  it('that stops what is left ends the request as cancelled, whatever came of the rows before', async () => {
    const script: TemplateOptions['script'] = ({ extraVars }) =>
      scriptOf({
        ...quick,
        end: extraVars.row_index === 1 ? 'failed' : extraVars.row_index === 0 ? 'successful' : 'never',
      })
    const rig = await startRig({ mode: 'per_row', automation: { templates: [template({ script })] } })
    const service = rig.start()
    const id = await rig.launch(service, rowsOf(3))
    await vi.waitFor(
      async () =>
        expect((await rig.executionsOf(id)).map(({ status }) => status)).toEqual(['successful', 'failed', 'running']),
      patient,
    )

    await service.requests.cancel(rig.caller, id)

    const { request, executions } = await rig.ended(id)
    expect(executions.map(({ status }) => status)).toEqual(['successful', 'failed', 'cancelled'])
    expect(request.status).toBe('cancelled')
  })

  it('of a job that the automation server had cancelled, and of none that it stops, ends it as failed', async () => {
    const script: TemplateOptions['script'] = ({ extraVars }) =>
      scriptOf({ ...quick, ...(extraVars.row_index === 0 ? { end: 'canceled' } : { runMs: 6_000, cancel: 'ignored' }) })
    const rig = await startRig({ mode: 'per_row', automation: { templates: [template({ script })] } })
    const service = rig.start()
    const id = await rig.launch(service, rowsOf(2))
    await vi.waitFor(
      async () => expect((await rig.executionsOf(id)).map(({ status }) => status)).toEqual(['cancelled', 'running']),
      patient,
    )

    await service.requests.cancel(rig.caller, id)

    const { request, executions } = await rig.ended(id)
    expect(executions.map(({ status }) => status)).toEqual(['cancelled', 'successful'])
    expect(request.status).toBe('failed')
  })

  it('that comes before the answer to the launch reaches the job', async () => {
    const rig = await startRig({
      automation: { templates: [template({ script: scriptOf({ ...quick, end: 'never' }) })] },
    })
    rig.automation.faults.add({ kind: 'delay', ms: 1_000, method: 'POST', path: '/launch/' })
    const service = rig.start()
    const id = await rig.launch(service)
    await vi.waitFor(async () => expect((await rig.executionsOf(id))[0]!.launch).toBe('launching'), patient)

    await service.requests.cancel(rig.caller, id)

    const { request, executions } = await rig.ended(id)
    expect([request.status, executions[0]!.jobId]).toEqual(['cancelled', 1001])
  })

  it('that the automation server does not allow warns, and the job runs on', async () => {
    const rig = await startRig({
      automation: { templates: [template({ script: scriptOf({ ...quick, end: 'never' }) })] },
    })
    rig.automation.faults.add({ kind: 'error', status: 403, method: 'POST', path: '/cancel/' })
    const service = rig.start()
    const id = await rig.launch(service)
    await running(rig, id)

    await service.requests.cancel(rig.caller, id)

    await vi.waitFor(async () => {
      const [execution] = await rig.executionsOf(id)
      expect(execution).toMatchObject({ status: 'running', warnings: [expect.stringContaining('refuses to cancel')] })
    }, patient)
  })
})
