import { setTimeout as pause } from 'node:timers/promises'
import { type Line, mb, type Measurement, ms, perSecond, times } from '../measurement.ts'
import { JOB_TEMPLATES } from '../programs/automation-server.ts'
import { type Running, startProgram } from '../start-program.ts'
import { percentile } from '../statistics.ts'
import { startTestServer, type TestServer } from '../test-server.ts'

type Automation = Running<'automation-server'>
type Request = { readonly id: string; readonly status: string; readonly channel: string }
type Execution = { readonly id: string; readonly automation_job_id: number | null; readonly stdout_bytes: number }

const SECRET = 'secret of the benchmark'
const ROWS_A_REQUEST = 100
const FOLLOWED = 500
const LAUNCHED = 200
const SINGLE_ROUNDS = 10
const BURST = 50
const REST_MS = 500
const LATEST_MS = 200
const MOST_GROWTH_MB = 300
const SCHEMA = [{ name: 'host', field_type: 'text', required: true }]

export const automation: Measurement = {
  name: 'automation',
  title: 'Launching, following and reading jobs, embedded database',
  run: async ({ quick }) => [
    ...(await measureFollowing(quick)),
    ...(await measureWebhooks()),
    ...(await measureOutput()),
  ],
}

/** Launches rows, each as its own job, then watches how often the automation server is asked about them. */
async function measureFollowing(quick: boolean): Promise<Line[]> {
  const { server, automation, stop } = await startBoth('real')
  const template = await storeTemplate(server, automation, JOB_TEMPLATES.endless, 'per_row')
  const startedAt = performance.now()
  await launch(server, template, ROWS_A_REQUEST)
  await launch(server, template, ROWS_A_REQUEST)
  while ((await automation.call.launches()) < LAUNCHED) await pause(20)
  const launchedMs = performance.now() - startedAt
  for (let more = LAUNCHED; more < FOLLOWED; more += ROWS_A_REQUEST) await launch(server, template, ROWS_A_REQUEST)
  while ((await automation.call.launches()) < FOLLOWED) await pause(50)
  await automation.call.forget()
  const watchedMs = quick ? 10_000 : 30_000
  const cpuBefore = await server.program.call.cpuMs()
  await pause(watchedMs)
  const { busiest, all } = await automation.call.statusCalls()
  const cpu = (await server.program.call.cpuMs()) - cpuBefore
  await stop()
  return [
    { what: `${LAUNCHED} rows launched, each as a job`, heddle: perSecond(LAUNCHED / (launchedMs / 1000)) },
    {
      what: `status calls in the busiest second, ${FOLLOWED} jobs that run`,
      heddle: String(busiest),
      target: 'at most 1',
      passed: busiest <= 1,
    },
    {
      what: `status calls in ${watchedMs / 1000} s, and share of a core`,
      heddle: `${all}, ${((cpu / watchedMs) * 100).toFixed(0)} %`,
    },
  ]
}

/** From the moment jobs start to run until the sockets of their requests say so, with the webhooks in between. */
async function measureWebhooks(): Promise<Line[]> {
  const { server, automation, stop } = await startBoth('manual')
  await automation.call.addWebhook({ url: `${server.url}/api/automation/webhooks/receiver/`, secret: SECRET })
  const template = await storeTemplate(server, automation, JOB_TEMPLATES.patient, 'bulk')
  let launched = 0
  const run = async (count: number): Promise<number[]> => {
    const readers = await startProgram('socket-readers', undefined)
    const requests = await Promise.all(Array.from({ length: count }, () => launch(server, template, 1)))
    launched += count
    while ((await automation.call.launches()) < launched) await pause(20)
    await readers.call.connect(await Promise.all(requests.map(({ channel }) => urlWithTicket(server, channel))))
    await readers.call.await('"status":"running"')
    await pause(REST_MS)
    const at = await automation.call.runPatientJobs()
    const delays = (await readers.call.arrivals()).map((arrival) => arrival - at)
    await readers.call.close()
    await readers.stop()
    return delays
  }
  await run(1)
  const single: number[] = []
  for (let round = 0; round < SINGLE_ROUNDS; round++) single.push(...(await run(1)))
  const burst = await run(BURST)
  await stop()
  const longest = Math.max(...single)
  return [
    {
      what: `from a job's start to the frame, by webhook, longest of ${SINGLE_ROUNDS}`,
      heddle: ms(longest),
      target: `below ${LATEST_MS} ms`,
      passed: longest < LATEST_MS,
    },
    {
      what: `the same, p50, and p50 of ${BURST} jobs that start at once`,
      heddle: `${ms(percentile(single, 0.5))}, ${ms(percentile(burst, 0.5))}`,
    },
  ]
}

/** A job that writes 100 MB, against a program that only reads them. */
async function measureOutput(): Promise<Line[]> {
  const { server, automation, stop } = await startBoth('real')
  const template = await storeTemplate(server, automation, JOB_TEMPLATES.big, 'bulk')
  const watch = await startProgram('health-watch', { url: server.url, pid: await server.program.call.pid() })
  await watch.call.begin()
  const startedAt = performance.now()
  const { id } = await launch(server, template, 1)
  await ended(server, id)
  const heddleMs = performance.now() - startedAt
  const { grownMb, waitMs } = await watch.call.end()
  const [execution] = (await server.get<{ results: Execution[] }>(`/api/automation/executions/?request=${id}`)).results
  const floorMs = await readBare(automation, execution!.automation_job_id!)
  await watch.call.close()
  await watch.stop()
  await stop()
  return [
    {
      what: `a job with ${mb(execution!.stdout_bytes / 1e6)} of output, from the launch to its end`,
      heddle: ms(heddleMs),
      floor: `reading it: ${ms(floorMs)}`,
      ratio: times(heddleMs / floorMs),
    },
    {
      what: 'growth of the process meanwhile',
      heddle: mb(grownMb),
      target: `at most ${MOST_GROWTH_MB} MB`,
      passed: grownMb <= MOST_GROWTH_MB,
    },
    { what: 'longest wait for health meanwhile', heddle: ms(waitMs) },
  ]
}

async function readBare(automation: Automation, job: number): Promise<number> {
  const { url, token, prefix } = await automation.call.access()
  const startedAt = performance.now()
  const reply = await fetch(`${url}${prefix}jobs/${job}/stdout/?format=ansi_download`, {
    headers: { authorization: `Bearer ${token}` },
  })
  for await (const _chunk of reply.body!);
  return performance.now() - startedAt
}

async function startBoth(clock: 'real' | 'manual') {
  const automation = await startProgram('automation-server', { clock })
  const server = await startTestServer({ AUTOMATION_WEBHOOK_SECRET: SECRET })
  const stop = async () => {
    await server.stop()
    await automation.call.close()
    await automation.stop()
  }
  return { server, automation, stop }
}

async function storeTemplate(
  server: TestServer,
  automation: Automation,
  jobTemplate: number,
  mode: 'bulk' | 'per_row',
): Promise<string> {
  const { url, token } = await automation.call.access()
  const connection = await server.post<{ id: string }>('/api/automation/connections/', {
    name: 'bench',
    base_url: url,
    oauth_token: token,
  })
  const { id } = await server.post<{ id: string }>('/api/automation/templates/', {
    name: 'Template of the benchmark',
    automation_connection: connection.id,
    automation_job_template_id: jobTemplate,
    execution_mode: mode,
    row_concurrency: ROWS_A_REQUEST,
    schema: SCHEMA,
  })
  return id
}

function launch(server: TestServer, template: string, rows: number): Promise<Request> {
  const body = { rows: Array.from({ length: rows }, (_, index) => ({ host: `leaf-${index}` })) }
  return server.post(`/api/automation/templates/${template}/launch/`, body)
}

async function ended(server: TestServer, id: string): Promise<void> {
  for (;;) {
    const { status } = await server.get<Request>(`/api/automation/requests/${id}/`)
    if (status === 'succeeded') return
    if (status === 'failed' || status === 'cancelled') throw new Error(`the request ended as ${status}`)
    await pause(20)
  }
}

async function urlWithTicket(server: TestServer, channel: string): Promise<string> {
  const { ticket } = await server.post<{ ticket: string }>('/api/ws-ticket/', {})
  return `${server.url.replace('http', 'ws')}${channel}?ticket=${ticket}`
}
