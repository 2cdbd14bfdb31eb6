import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { scriptOf } from '@heddle/simulators/automation/model/job-script.ts'
import { type AutomationSimulator, startAutomation } from '@heddle/simulators/automation/start-automation.ts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { copyEmbeddedTemplate } from '../../testing/embedded-template.ts'
import { NO_THROTTLES } from '../../testing/start-test-app.ts'
import { MIGRATIONS } from '../../testing/test-database.ts'

const MAIN = fileURLToPath(new URL('../../main.ts', import.meta.url))
const PASSWORD = 'correct horse battery'
const ROWS = 200
// A start takes seconds, and longer on a busy machine.
const patient = { timeout: 180_000, interval: 200 }

let automation: AutomationSimulator
let dataDir: string
const children: ChildProcess[] = []
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
  dataDir = await copyEmbeddedTemplate(MIGRATIONS)
})
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await automation.close()
  await rm(dataDir, { recursive: true, force: true })
})

type Body = Record<string, any>

/** The real program on one data folder, with the administrator signed in. */
async function startServer() {
  const child = spawn(process.execPath, [MAIN], {
    env: {
      ...NO_THROTTLES,
      PATH: process.env.PATH,
      DATA_DIR: dataDir,
      HOST: '127.0.0.1',
      PORT: '0',
      ADMIN_PASSWORD: PASSWORD,
      AUTOMATION_POLL_SECONDS: '1',
      LOG_LEVEL: 'info',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  const url = await readyUrl(child.stdout)
  const send = async (method: string, path: string, body?: object, access?: string): Promise<Body> => {
    const headers = {
      'content-type': 'application/json',
      ...(access !== undefined && { authorization: `Bearer ${access}` }),
    }
    return (await (
      await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    ).json()) as Body
  }
  const { access } = await send('POST', '/api/auth/login/', { username: 'admin', password: PASSWORD })
  return {
    get: (path: string) => send('GET', path, undefined, access),
    post: (path: string, body: object) => send('POST', path, body, access),
    kill: async () => {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

async function readyUrl(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: output })) {
    const entry = JSON.parse(line) as { msg?: string; url?: string }
    if (entry.msg !== 'ready' || entry.url === undefined) continue
    output.resume()
    return entry.url
  }
  throw new Error('the server ended before it was ready')
}

it(
  'launches no row twice, and tells the truth about each, when its process is killed while it launches',
  { timeout: 400_000 },
  async () => {
    const first = await startServer()
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

    await first.kill()
    const second = await startServer()
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
