import { scriptOf } from '@heddle/simulators/automation/model/job-script.ts'
import type { TemplateOptions } from '@heddle/simulators/automation/model/job-template.ts'
import type { AutomationFaultRule } from '@heddle/simulators/automation/faults/automation-fault.ts'
import { describe, expect, it } from 'vitest'
import { JOB_TEMPLATE, startRig } from '../../../testing/automation/follow-rig.ts'

const quick = { pendingMs: 50, waitingMs: 50, runMs: 100 }
const template = (changes: Partial<TemplateOptions> = {}): TemplateOptions => ({
  id: JOB_TEMPLATE,
  name: 'Deploy EPG',
  script: scriptOf(quick),
  ...changes,
})
const LAUNCH = { method: 'POST', path: '/launch/' } as const
const HTML = /<html/i

describe('a launch that the automation server refuses', () => {
  it.each<[string, Partial<TemplateOptions> | AutomationFaultRule, RegExp]>([
    ['403', { ...LAUNCH, kind: 'error', status: 403 }, /permission/],
    ['401', { ...LAUNCH, kind: 'error', status: 401 }, /./],
    ['404', { ...LAUNCH, kind: 'error', status: 404 }, /./],
    ['400 for a survey', { survey: [{ variable: 'region', type: 'text', required: true }] }, /region/],
    ['400 for a project', { projectProblem: 'The project failed to update.' }, /project/],
    ['a redirect', { ...LAUNCH, kind: 'redirect', to: 'http://127.0.0.1:1/' }, /./],
  ])('with %s ends as an error in its words, and starts no job', async (_name, fault, words) => {
    const isRule = 'kind' in fault
    const rig = await startRig({ automation: { templates: [template(isRule ? {} : fault)] } })
    if (isRule) rig.automation.faults.add(fault)
    const service = rig.start()

    const { request, executions } = await rig.ended(await rig.launch(service))

    expect(request).toMatchObject({ status: 'failed' })
    expect(executions).toEqual([
      expect.objectContaining({ status: 'error', launch: 'refused', jobId: null, error: expect.stringMatching(words) }),
    ])
    expect(executions[0]!.error).not.toMatch(HTML)
    expect(rig.automation.state.jobs.size).toBe(0)
  })

  it('because it does not answer at all ends as an error', async () => {
    const rig = await startRig({ automation: { templates: [template()] } })
    const service = rig.start()
    await rig.automation.pause()

    const { request, executions } = await rig.ended(await rig.launch(service))

    expect(request).toMatchObject({ status: 'failed' })
    expect(executions).toEqual([
      expect.objectContaining({ status: 'error', launch: 'refused', error: expect.stringMatching(/./) }),
    ])
    await rig.automation.resume()
  })
})

describe('a launch whose answer is lost', () => {
  it.each<[string, AutomationFaultRule]>([
    ['a connection that closes', { ...LAUNCH, kind: 'lost_answer', how: 'drop' }],
    ['silence', { ...LAUNCH, kind: 'lost_answer', how: 'hang' }],
    ['a gateway that gives up', { ...LAUNCH, kind: 'lost_answer', how: 'gateway_timeout' }],
    ['half an answer', { ...LAUNCH, kind: 'truncated' }],
    ['a sign-on page', { ...LAUNCH, kind: 'login_page' }],
    ['an HTML error page', { ...LAUNCH, kind: 'html', status: 502 }],
  ])('by %s is uncertain, and never repeated', async (_name, fault) => {
    const rig = await startRig({ automation: { templates: [template()] } })
    rig.automation.faults.add(fault)
    const service = rig.start()

    const { request, executions } = await rig.ended(await rig.launch(service))

    expect(request).toMatchObject({ status: 'failed' })
    expect(executions).toEqual([
      expect.objectContaining({
        status: 'error',
        launch: 'uncertain',
        jobId: null,
        error: expect.stringMatching(/may have started.*reconcile/),
      }),
    ])
    expect(executions[0]!.error).not.toMatch(HTML)
    expect(rig.launchCalls()).toBe(1)
  })
})

describe('a job that starts otherwise than meant', () => {
  it('without the variables is followed, with a warning on execution and request', async () => {
    const rig = await startRig({ automation: { templates: [template({ asks: [] })] } })
    const service = rig.start()

    const { request, executions } = await rig.ended(await rig.launch(service))

    expect(request).toMatchObject({ status: 'succeeded', warnings: [expect.stringContaining('WITHOUT the rows')] })
    expect(executions[0]).toMatchObject({
      ignoredFields: { extra_vars: expect.objectContaining({ rows: expect.anything() }) },
    })
    expect(executions[0]!.warnings).toEqual(request.warnings)
  })

  it('as a workflow job is followed, with a warning', async () => {
    const rig = await startRig({ automation: { templates: [template({ slices: 3 })] } })
    const service = rig.start()

    const { request, executions } = await rig.ended(await rig.launch(service))

    expect(request).toMatchObject({ status: 'succeeded', warnings: [expect.stringContaining('sliced')] })
    expect(executions[0]).toMatchObject({ jobKind: 'workflow_job', status: 'successful' })
  })
})
