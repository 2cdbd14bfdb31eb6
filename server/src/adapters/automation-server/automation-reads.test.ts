import { describe, expect, it } from 'vitest'
import { scriptOf } from '@heddle/simulators/automation/model/job-script.ts'
import { linesOf } from '@heddle/simulators/automation/output/job-output.ts'
import { startTestAutomation } from '@heddle/simulators/automation/testing/automation-client.ts'
import type { JobRef } from './automation-server.ts'
import {
  failureIn,
  never,
  sendHtml,
  sendJson,
  startScripted,
  startWorkbench,
  take,
  targetAt,
  TOKEN,
} from './testing/automation-workbench.ts'

const JOB: JobRef = { kind: 'job', id: 1 }

async function startServer(
  options: Parameters<typeof startTestAutomation>[0] = {},
  changes: Parameters<typeof startWorkbench>[0] = {},
) {
  const automation = await startTestAutomation({ token: TOKEN, ...options })
  const server = startWorkbench(changes).pool.server(targetAt(automation.url))
  const launch = (count: number) => Promise.all(Array.from({ length: count }, () => server.launch(7, {}, never)))
  return { automation, server, launch }
}
const scriptedServer = async (answer: Parameters<typeof startScripted>[0], root?: unknown) => {
  const scripted = await startScripted(answer, root)
  const workbench = startWorkbench()
  return { scripted, server: workbench.pool.server(targetAt(scripted.url)), log: workbench.log }
}
const jobJson = (id: number, fields: object = {}) => ({ id, type: 'job', status: 'running', ...fields })

describe('asking for many jobs', () => {
  it('takes one call, and leaves out those that do not exist', async () => {
    const { automation, server, launch } = await startServer()
    await launch(3)
    automation.state.deleteJob(1002)
    automation.resetCounters()

    const jobs = await server.jobs('job', [1001, 1002, 1003], never)

    expect(jobs.map(({ id }) => id).sort()).toEqual([1001, 1003])
    expect(automation.counters.byKind).toEqual(new Map([['GET jobs/', 1]]))
    expect(await server.jobs('job', [], never)).toEqual([])
  })

  it('follows pages that the server makes smaller, on the same host only', async () => {
    const { server, launch } = await startServer({ maxPageSize: 2 })
    await launch(5)
    const other = await startScripted((_request, response) => sendJson(response, { results: [jobJson(9)], next: null }))
    const { scripted, server: lured } = await scriptedServer((request, response) =>
      sendJson(response, {
        results: [jobJson(request.url?.includes('page=2') ? 2 : 1)],
        next: request.url?.includes('page=2') ? null : `${other.url}/api/v2/jobs/?page=2`,
      }),
    )

    expect(await server.jobs('job', [1001, 1002, 1003, 1004, 1005], never)).toHaveLength(5)
    expect((await lured.jobs('job', [1, 2], never)).map(({ id }) => id)).toEqual([1, 2])
    expect(other.requests).toEqual([])
    expect(scripted.requests.at(-1)).toBe('GET /api/v2/jobs/?page=2')
  })

  it('asks for halves when the answer is too large', async () => {
    const { scripted, server } = await scriptedServer((request, response) => {
      const ids = new URL(request.url ?? '', 'http://x').searchParams.get('id__in')?.split(',') ?? []
      sendJson(response, {
        results: ids.map((id) => jobJson(Number(id), { extra_vars: 'x'.repeat(1_500_000) })),
        next: null,
      })
    })

    const jobs = await server.jobs('job', [1, 2, 3, 4], never)

    expect(jobs.map(({ id }) => id)).toEqual([1, 2, 3, 4])
    expect(
      scripted.requests.filter((path) => path.includes('id__in')).map((path) => path.match(/id__in=([\d,]+)/)![1]),
    ).toEqual(['1,2,3,4', '1,2', '3,4'])
  })

  it('never repeats a failed call', async () => {
    const { automation, server } = await startServer()
    automation.faults.add({ kind: 'html', status: 502, path: '/jobs/' })

    const failure = await failureIn(server.jobs('job', [1], never))

    expect(failure).toMatchObject({ reason: 'lost_answer', httpStatus: 502 })
    expect(automation.counters.byKind.get('GET jobs/')).toBe(1)
  })

  it('takes a missing list for a missing API, not for missing jobs, and looks for it again', async () => {
    let prefix = '/api/v2/'
    const root = {
      get current_version() {
        return prefix
      },
    }
    const { scripted, server } = await scriptedServer(
      (request, response) =>
        request.url?.startsWith(prefix)
          ? sendJson(response, { results: [jobJson(1)], next: null })
          : sendJson(response, { detail: 'Not found.' }, 404),
      root,
    )
    await server.jobs('job', [1], never)
    prefix = '/api/controller/v2/'

    const failure = await failureIn(server.jobs('job', [1], never))
    const after = await server.jobs('job', [1], never)

    expect(failure.reason).toBe('unreachable')
    expect(after).toHaveLength(1)
    expect(scripted.requests.filter((path) => path === 'GET /api/')).toHaveLength(2)
  })
})

describe('reading a job', () => {
  it('takes the values of old and of new versions', async () => {
    const { automation, server, launch } = await startServer({ elapsedAsText: true })
    const [launched] = await launch(1)
    automation.clock.advance(10_000)

    const job = await server.job(launched!.job, never)

    expect(job).toMatchObject({
      status: 'successful',
      eventsFinished: true,
      artifacts: {},
      traceback: '',
      explanation: '',
    })
    expect(job.finishedAt!.getTime() - job.startedAt!.getTime()).toBe(5000)
    expect(job.revision).toMatch(/^[0-9a-f]{40}$/)
  })

  it('passes on hidden artifacts as a text, and takes any way to write a time', async () => {
    const { server } = await scriptedServer((_request, response) =>
      sendJson(
        response,
        jobJson(1, {
          artifacts: '$hidden due to Ansible no_log flag$',
          started: '2026-11-20T10:00:00.123456+00:00',
          finished: 'some day',
          extra_vars: 'a: b',
          job_explanation: null,
        }),
      ),
    )

    const job = await server.job(JOB, never)

    expect(job).toMatchObject({
      artifacts: '$hidden due to Ansible no_log flag$',
      finishedAt: null,
      explanation: '',
      extraVars: undefined,
    })
    expect(job.startedAt).toEqual(new Date('2026-11-20T10:00:00.123Z'))
  })

  it('takes an unknown status for a running job, and logs it once', async () => {
    const { server, log } = await scriptedServer((_request, response) =>
      sendJson(response, jobJson(1, { status: 'hibernating' })),
    )

    expect(await server.job(JOB, never)).toMatchObject({ status: 'running' })
    await server.job(JOB, never)

    expect(log().match(/hibernating/g)).toHaveLength(1)
  })

  it('says that a deleted job does not exist, and believes no proxy that says so', async () => {
    const { automation, server } = await startServer()

    expect(await failureIn(server.job(JOB, never))).toMatchObject({ reason: 'not_found', httpStatus: 404 })
    automation.faults.add({ kind: 'html', status: 404 })
    expect(await failureIn(server.job(JOB, never))).toMatchObject({ reason: 'refused', httpStatus: 404 })
  })

  it.each([{ kind: 'html', status: 503 }, { kind: 'html', status: 504 }, { kind: 'drop' }, { kind: 'reset' }] as const)(
    'survives one fault that passes: %j',
    async (fault) => {
      const { automation, server, launch } = await startServer()
      const [launched] = await launch(1)
      automation.faults.add({ ...fault, path: '/jobs/', next: 1 })

      expect((await server.job(launched!.job, never)).id).toBe(1001)
    },
  )

  it.each([
    { kind: 'html', status: 500 },
    { kind: 'login_page' },
    { kind: 'error', status: 403 },
    { kind: 'truncated' },
  ] as const)('does not repeat what will not pass: %j', async (fault) => {
    const { automation, server, launch } = await startServer()
    const [launched] = await launch(1)
    const rule = automation.faults.add({ ...fault, path: '/jobs/' })

    await failureIn(server.job(launched!.job, never))

    expect(rule.struck).toBe(1)
  })

  it('tells wrong credentials from a missing token, whose answers are the same', async () => {
    const { automation } = await startServer()
    const { pool } = startWorkbench()

    const wrong = await failureIn(
      pool.server(targetAt(automation.url, { token: { reveal: () => 'other' } })).job(JOB, never),
    )

    expect(wrong).toMatchObject({
      reason: 'unauthorized',
      message: expect.stringMatching(/wrong, expired or revoked.*Authentication credentials/),
    })
  })

  it('ends when its connection is changed', async () => {
    const { promise: arrived, resolve } = Promise.withResolvers<undefined>()
    const scripted = await startScripted(() => resolve(undefined))
    const { pool } = startWorkbench()

    const read = failureIn(pool.server(targetAt(scripted.url)).job(JOB, never))
    await arrived
    await pool.drop('c1')

    expect(await read).toMatchObject({ reason: 'cancelled', message: expect.stringContaining('changed') })
  })
})

describe('reading events', () => {
  it('continues after a counter, with the whole text of each', async () => {
    const long = 'x'.repeat(5000)
    const script = scriptOf({ output: linesOf(['a', 'b', long]) })
    const { automation, server, launch } = await startServer({ templates: [{ id: 7, name: 't', script }] })
    const [launched] = await launch(1)
    automation.clock.advance(60_000)

    const first = await server.events(launched!.job, 0, never)

    expect(first.map(({ counter }) => counter)).toEqual([1, 2, 3])
    expect(first.at(-1)!.stdout).toBe(long)
    expect(await server.events(launched!.job, 2, never)).toEqual([{ counter: 3, stdout: long }])
    expect(await server.events({ kind: 'workflow_job', id: 1 }, 0, never)).toEqual([])
  })

  it('asks for fewer when they are too large', async () => {
    const { scripted, server } = await scriptedServer((request, response) => {
      const size = Number(new URL(request.url ?? '', 'http://x').searchParams.get('page_size'))
      sendJson(response, {
        results: Array.from({ length: size }, (_, index) => ({ counter: index + 1, stdout: 'x'.repeat(100_000) })),
        next: null,
      })
    })

    expect(await server.events(JOB, 0, never)).toHaveLength(20)
    expect(scripted.requests).toHaveLength(3)
  })
})

describe('looking for jobs of a template', () => {
  it('goes from new to old, page by page, as far as the caller wants', async () => {
    const { automation, server, launch } = await startServer()
    await launch(30)
    automation.resetCounters()

    const ids = (await take(server.recentJobs(7, never))).map(({ id }) => id)
    await take(server.recentJobs(7, never), 3)

    expect(ids).toEqual(Array.from({ length: 30 }, (_, index) => 1030 - index))
    expect(automation.counters.byKind.get('GET job_templates/:id/jobs/')).toBe(3)
  })

  it('shows the variables they were started with', async () => {
    const { server } = await startServer()
    await server.launch(7, { request_id: 'r1' }, never)

    expect((await take(server.recentJobs(7, never)))[0]!.extraVars).toEqual({ request_id: 'r1' })
  })

  it('begins with the workflow jobs of a sliced template', async () => {
    const { automation, server } = await startServer({ templates: [{ id: 7, name: 'sliced', slices: 2 }] })
    await server.launch(7, { request_id: 'r1' }, never)
    automation.clock.advance(1000)

    const jobs = await take(server.recentJobs(7, never))

    expect(jobs.map(({ kind }) => kind)).toEqual(['workflow_job', 'job', 'job'])
    expect(jobs[0]!.extraVars).toEqual({ request_id: 'r1' })
  })

  it('works where workflow jobs may not be seen', async () => {
    const { automation, server, launch } = await startServer()
    await launch(1)
    automation.faults.add({ kind: 'error', status: 403, path: '/workflow_jobs/' })

    expect(await take(server.recentJobs(7, never))).toHaveLength(1)
  })
})

describe('finding the API', () => {
  it.each([
    [
      'behind a gateway',
      { description: 'AAP gateway REST API', apis: { gateway: '/api/gateway/', controller: '/api/controller/' } },
      '/api/controller/v2/',
    ],
    [
      'behind a gateway that lists its APIs',
      { apis: [{ name: 'controller', url: '/api/controller/' }] },
      '/api/controller/v2/',
    ],
    ['behind a gateway that names nothing', { description: 'AAP gateway REST API' }, '/api/controller/v2/'],
    ['of AWX', { current_version: '/api/v2/' }, '/api/v2/'],
    ['by a link to another host', { current_version: 'https://elsewhere.example/api/v2/' }, '/api/v2/'],
  ])('works %s', async (_what, root, prefix) => {
    const { scripted, server } = await scriptedServer((_request, response) => sendJson(response, jobJson(1)), root)

    await server.job(JOB, never)
    await server.job(JOB, never)

    expect(scripted.requests).toEqual(['GET /api/', `GET ${prefix}jobs/1/`, `GET ${prefix}jobs/1/`])
  })

  it('works behind the simulated gateway', async () => {
    const { server, launch } = await startServer({ place: 'gateway' })
    const [launched] = await launch(1)

    expect((await server.job(launched!.job, never)).id).toBe(1001)
  })

  it.each([
    ['that the server does not know', '/api/v2/'],
    ['that the server knows', '/tools/awx/api/v2/'],
  ])('works below a path %s', async (_what, current_version) => {
    const scripted = await startScripted(
      (_request, response) => sendJson(response, { results: [jobJson(1)], next: null }),
      {
        current_version,
      },
    )
    const server = startWorkbench().pool.server(targetAt(`${scripted.url}/tools/awx/`))

    await server.jobs('job', [1, 2], never)

    expect(scripted.requests).toEqual(['GET /tools/awx/api/', 'GET /tools/awx/api/v2/jobs/?id__in=1,2&page_size=200'])
  })

  it('is not needed when the connection names the prefix', async () => {
    const scripted = await startScripted((_request, response) => sendJson(response, jobJson(1)))
    const server = startWorkbench().pool.server(targetAt(scripted.url, { apiPrefix: 'api/other/v2' }))

    await server.job(JOB, never)

    expect(scripted.requests).toEqual(['GET /api/other/v2/jobs/1/'])
  })

  it.each([
    ['another product', (): unknown => ({ hello: 'world' })],
    ['a list', (): unknown => []],
  ])('fails before anything is sent when the address is %s', async (_what, root) => {
    const { scripted, server } = await scriptedServer((_request, response) => sendHtml(response, 200), root())

    expect(await failureIn(server.launch(7, {}, never))).toMatchObject({
      reason: 'unreachable',
      message: expect.stringContaining('not like an automation server'),
    })
    expect(scripted.requests).toEqual(['GET /api/'])
  })

  it.each(['/api/v2/', '/api/controller/v2/'])(
    'works by the ping below %s when a proxy hides the document',
    async (prefix) => {
      const scripted = await startScripted((request, response) => {
        if (request.url === `${prefix}ping/`) sendJson(response, { version: '24.6.1' })
        else if (request.url === `${prefix}jobs/1/`) sendJson(response, jobJson(1))
        else sendJson(response, { detail: 'Not found.' }, 404)
      }, null)
      const server = startWorkbench().pool.server(targetAt(scripted.url))

      expect((await server.job(JOB, never)).id).toBe(1)
    },
  )

  it.each([
    [{ kind: 'html', status: 503 }, 'unreachable'],
    [{ kind: 'login_page' }, 'unreachable'],
    [{ kind: 'error', status: 404 }, 'unreachable'],
    [{ kind: 'drop' }, 'unreachable'],
    [{ kind: 'error', status: 403 }, 'refused'],
    [{ kind: 'redirect', to: '/login' }, 'refused'],
  ] as const)('has sent no launch when it meets %j', async (fault, reason) => {
    const { automation, server } = await startServer()
    automation.faults.add(fault)

    expect((await failureIn(server.launch(7, {}, never))).reason).toBe(reason)
    expect(automation.state.jobs.size).toBe(0)
  })
})

describe('requests in flight', () => {
  it('are at most six, and a launch finds a place among them', async () => {
    const waiting: (() => void)[] = []
    const { promise: launched, resolve: onLaunch } = Promise.withResolvers<undefined>()
    const { promise: full, resolve: onFull } = Promise.withResolvers<undefined>()
    const scripted = await startScripted((request, response) => {
      if (request.method === 'POST') onLaunch(undefined)
      waiting.push(() => sendJson(response, request.method === 'POST' ? { job: 5 } : jobJson(1)))
      if (waiting.length === 3) onFull(undefined)
    })
    const server = startWorkbench().pool.server(targetAt(scripted.url, { apiPrefix: '/api/v2/' }))
    const reads = Array.from({ length: 20 }, () => server.job(JOB, never))
    await full

    const launch = server.launch(7, {}, never)
    await launched

    expect(waiting.length).toBe(4)
    const drain = setInterval(() => waiting.splice(0).forEach((answer) => answer()), 1)
    await Promise.all([...reads, launch])
    clearInterval(drain)
  })
})
