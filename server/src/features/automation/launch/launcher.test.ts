import { scriptOf } from '@heddle/simulators/automation/model/job-script.ts'
import type { TemplateOptions } from '@heddle/simulators/automation/model/job-template.ts'
import { describe, expect, it } from 'vitest'
import { JOB_TEMPLATE, startRig } from '../../../testing/automation/follow-rig.ts'

const quick = { pendingMs: 50, waitingMs: 50, runMs: 200 }
const template = (changes: Partial<TemplateOptions> = {}): TemplateOptions => ({
  id: JOB_TEMPLATE,
  name: 'Deploy EPG',
  script: scriptOf({ ...quick, artifacts: { changed: 2 } }),
  allowSimultaneous: true,
  ...changes,
})

describe('a launch in bulk', () => {
  it('starts one job with all rows and follows it to its end', async () => {
    const rig = await startRig({ automation: { templates: [template()] } })
    const service = rig.start()

    const id = await rig.launch(service, [{ tenant: 'A' }, { tenant: 'B' }])

    const { request, executions } = await rig.ended(id)
    expect(request).toMatchObject({
      status: 'succeeded',
      rowCount: 2,
      executionCount: 1,
      scmRevision: expect.stringMatching(/^[0-9a-f]{40}$/),
    })
    expect(executions).toEqual([
      expect.objectContaining({
        status: 'successful',
        launch: 'launched',
        jobId: 1001,
        jobStatus: 'successful',
        error: null,
        artifacts: { changed: 2 },
        extraVars: { rows: [{ tenant: 'A' }, { tenant: 'B' }], request_id: id, requested_by: 'ann' },
      }),
    ])
    expect(executions[0]!.transitions.at(-1)).toMatchObject({ to: 'successful' })
    expect(rig.launchCalls()).toBe(1)
  })
})
