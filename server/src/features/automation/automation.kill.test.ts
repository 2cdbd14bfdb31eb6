import { scriptOf } from '@heddle/simulators/automation/model/job-script.ts'
import { type AutomationSimulator, startAutomation } from '@heddle/simulators/automation/start-automation.ts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type Body, openRealProgram, type RealProgram } from '../../testing/real-program.ts'

const ROWS = 200
// A start takes seconds, and longer on a busy machine.
const patient = { timeout: 180_000, interval: 200 }

let automation: AutomationSimulator
let program: RealProgram
beforeAll(async () => {
  automation = await startAutomation({
    latencyMs: 20,
    templates: [
      {
        id: 7,
        name: 'Deploy',
        script: scriptOf({ pendingMs: 50, waitingMs: 50, runMs: 200 }),
        allowSimultaneous: true,
      },
    ],
  })
  program = await openRealProgram({ AUTOMATION_POLL_SECONDS: '1', LOG_LEVEL: 'info' })
})
afterAll(async () => {
  await program.close()
  await automation.close()
})

it(
  'launches no row twice, and tells the truth about each, when its process is killed while it launches',
  { timeout: 400_000 },
  async () => {
    const first = await program.start()
    const { id: connection } = await first.post('/api/automation/connections/', {
      name: 'awx',
      base_url: automation.url,
      oauth_token: automation.token,
    })
    const { id: template } = await first.post('/api/automation/templates/', {
      name: 'Deploy',
      automation_connection: connection,
      automation_job_template_id: 7,
      execution_mode: 'per_row',
      row_concurrency: 50,
      schema: [{ name: 'tenant', field_type: 'text', required: true }],
    })
    const rows = Array.from({ length: ROWS }, (_, index) => ({ tenant: `T${index}` }))
    const { id } = await first.post(`/api/automation/templates/${template}/launch/`, { rows })
    await vi.waitFor(() => expect(automation.state.jobs.size).toBeGreaterThan(20), { timeout: 60_000, interval: 5 })

    await first.end('SIGKILL')
    const second = await program.start()
    const request = await vi.waitFor(async () => {
      const found = await second.get(`/api/automation/requests/${id}/`)
      expect(found.finished_at).not.toBeNull()
      return found
    }, patient)

    const launched = [...automation.state.jobs.values()].map((job) => Number(job.parts.request.extraVars.row_index))
    expect(new Set(launched).size).toBe(launched.length)
    const executions = (await second.get(`/api/automation/executions/?request=${id}&page_size=200`)).results as Body[]
    expect(executions).toHaveLength(ROWS)
    const uncertain = executions.filter(({ launch_uncertain }) => launch_uncertain)
    for (const one of executions) {
      if (one.launch_uncertain) expect(one).toMatchObject({ status: 'error', automation_job_id: null })
      else
        expect(one).toMatchObject({
          status: 'successful',
          automation_job_id: expect.any(Number),
          stdout_complete: true,
        })
    }
    expect(request.status).toBe(uncertain.length === 0 ? 'succeeded' : 'failed')
    // Every job belongs to an execution that knows it, or to one that says it does not.
    const known = executions
      .filter(({ automation_job_id }) => automation_job_id !== null)
      .map(({ row_index }) => row_index as number)
    expect(
      launched.filter((row) => !known.includes(row) && !uncertain.some(({ row_index }) => row_index === row)),
    ).toEqual([])
  },
)
