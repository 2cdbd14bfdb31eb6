import { describe, expect, it } from 'vitest'
import { busiestSecond } from './http/automation-log.ts'
import { clientOf, request, startTestAutomation } from './testing/automation-client.ts'

async function start() {
  const automation = await startTestAutomation()
  return { automation, ...clientOf(automation) }
}

describe('faults', () => {
  it.each([
    [401, 'Authentication credentials were not provided.'],
    [403, 'You do not have permission'],
    [404, 'Not found.'],
    [500, 'A server error'],
  ])('answer %d in JSON, a limited number of times', async (status, detail) => {
    const { automation, get } = await start()
    const fault = automation.faults.add({ kind: 'error', status, next: 1 })

    const answers = [await get('me/'), await get('me/')]

    expect(answers.map((one) => one.status)).toEqual([status, 200])
    expect(answers[0]?.body.detail).toContain(detail)
    expect([fault.seen, fault.struck]).toEqual([2, 1])
  })

  it('throttle with the time to wait', async () => {
    const { automation, get } = await start()
    automation.faults.add({ kind: 'error', status: 429, retryAfter: 7 })

    const { status, headers } = await get('jobs/')

    expect([status, headers.get('retry-after')]).toEqual([429, '7'])
  })

  it.each([
    [502, '502 Bad Gateway'],
    [503, '503 Service Temporarily Unavailable'],
    [504, '504 Gateway Time-out'],
  ])('answer with the page of nginx and %d', async (status, title) => {
    const { automation, get } = await start()
    automation.faults.add({ kind: 'html', status })

    const answer = await get('jobs/')

    expect([answer.status, answer.headers.get('content-type')]).toEqual([status, 'text/html; charset=utf-8'])
    expect(answer.text).toContain(`<title>${title}</title>`)
  })

  it('strike by method and path, after some requests and every n-th time', async () => {
    const { automation, get, post } = await start()
    automation.faults.add({ kind: 'html', status: 502, method: 'POST', path: '/launch/', after: 1, every: 2 })

    const reads = [await get('job_templates/7/launch/'), await get('jobs/')]
    const launches = []
    for (let count = 0; count < 5; count++) launches.push((await post('job_templates/7/launch/', {})).status)

    expect(reads.map(({ status }) => status)).toEqual([200, 200])
    expect(launches).toEqual([201, 201, 502, 201, 502])
    expect(automation.state.jobs.size).toBe(3)
  })

  it('revoke the token after a while', async () => {
    const { automation, get } = await start()
    automation.faults.add({ kind: 'revoke_token', after: 1, next: 1 })

    const statuses = [await get('me/'), await get('me/'), await get('me/')].map(({ status }) => status)

    expect(statuses).toEqual([200, 401, 401])
  })

  it('delete the job that is asked for', async () => {
    const { automation, get, launch } = await start()
    const id = await launch()
    automation.faults.add({ kind: 'delete_job', path: `/jobs/${id}/`, after: 1 })

    const statuses = [await get(`jobs/${id}/`), await get(`jobs/${id}/`)].map(({ status }) => status)

    expect(statuses).toEqual([200, 404])
  })

  it('show the page of a sign-on, or lead to another host', async () => {
    const { automation, get } = await start()
    automation.faults.add({ kind: 'login_page', next: 1 })
    automation.faults.add({ kind: 'redirect', to: 'https://elsewhere.example.test/steal', after: 1 })

    const [page, redirect] = [await get('jobs/'), await get('jobs/')]

    expect([page.status, page.body]).toEqual([200, undefined])
    expect([redirect.status, redirect.headers.get('location')]).toEqual([302, 'https://elsewhere.example.test/steal'])
  })

  it('break the connection before anything is done', async () => {
    const { automation, post } = await start()
    automation.faults.add({ kind: 'drop', next: 1 })

    await expect(post('job_templates/7/launch/', {})).rejects.toThrow()
    expect(automation.state.jobs.size).toBe(0)
  })

  it.each(['drop', 'hang', 'gateway_timeout'] as const)(
    'lose the answer of a launch that was done: %s',
    async (how) => {
      const { automation, get } = await start()
      automation.faults.add({ kind: 'lost_answer', how, method: 'POST', next: 1 })

      const patience = new AbortController()

      const answer = request(`${automation.url}/api/v2/job_templates/7/launch/`, {
        method: 'POST',
        headers: { authorization: `Bearer ${automation.token}`, 'content-type': 'application/json' },
        body: '{"extra_vars":{"marker":"row-7"}}',
        signal: patience.signal,
      }).catch(() => undefined)
      await expect.poll(() => automation.state.jobs.size).toBe(1)
      if (how === 'hang') patience.abort()
      const outcome = await answer
      const { body } = await get('job_templates/7/jobs/?extra_vars__icontains=row-7')

      expect(outcome?.status).toBe(how === 'gateway_timeout' ? 504 : undefined)
      expect(body.results.map((one: any) => one.id)).toEqual([1001])
    },
  )

  it('cut the JSON, or make it invalid', async () => {
    const { automation, get } = await start()

    automation.faults.add({ kind: 'truncated', next: 1 })
    const cut = await get('me/').catch((error: unknown) => error)
    automation.faults.add({ kind: 'invalid_json', next: 1 })
    const invalid = await get('me/').catch((error: unknown) => error)

    expect([cut, invalid]).toEqual([expect.any(SyntaxError), expect.any(SyntaxError)])
  })

  it('reset the connection in the middle of an answer or of a download', async () => {
    const { automation, get, launch } = await start()
    const id = await launch()
    automation.clock.advance(10_000)
    automation.faults.add({ kind: 'reset' })

    await expect(get('jobs/')).rejects.toThrow()
    await expect(get(`jobs/${id}/stdout/?format=txt_download`)).rejects.toThrow()
  })

  it('delay an answer, send it in pieces, or withhold it', async () => {
    const { automation, get } = await start()
    automation.faults.add({ kind: 'delay', ms: 1, path: '/me/' })
    automation.faults.add({ kind: 'trickle', pieceBytes: 100, everyMs: 1, path: '/me/' })
    automation.faults.add({ kind: 'hang', path: '/jobs/' })

    const { status, body } = await get('me/')
    const hanging = fetch(`${automation.url}/api/v2/jobs/`, { signal: AbortSignal.timeout(50) })

    expect([status, body.count]).toEqual([200, 1])
    await expect(hanging).rejects.toThrow('timeout')
  })

  it('refuse connections while the server is down, and the jobs go on', async () => {
    const { automation, get, launch } = await start()
    const id = await launch()

    await automation.pause()
    await expect(get('me/')).rejects.toThrow()
    automation.clock.advance(10_000)
    await automation.resume()

    expect((await get(`jobs/${id}/`)).body.status).toBe('successful')
  })
})

describe('the request log', () => {
  it('counts requests by kind and status and names the jobs they are about', async () => {
    const { automation, get, launch } = await start()
    const id = await launch()
    await get(`jobs/${id}/`)
    await get(`jobs/?id__in=${id},7`)
    await get(`jobs/?id__in=${id}%2C8`)
    await get('nothing/')

    const { requests, counters } = automation

    expect(requests.map(({ jobIds }) => jobIds)).toEqual([[], [id], [id, 7], [id, 8], []])
    expect(Object.fromEntries(counters.byKind)).toEqual({
      'POST job_templates/:id/launch/': 1,
      'GET jobs/:id/': 1,
      'GET jobs/': 2,
      'GET nothing/': 1,
    })
    expect(Object.fromEntries(counters.byStatus)).toEqual({ 200: 3, 201: 1, 404: 1 })
    automation.resetCounters()
    expect([automation.requests.length, automation.counters.requests]).toEqual([0, 0])
  })

  it.each([
    [[], 0],
    [[0], 1],
    [[0, 999, 1000, 1001], 3],
    [[0, 1000, 2000], 1],
  ])('knows the busiest second of requests at %j', (times, most) => {
    expect(busiestSecond(times.map((at) => ({ at })))).toBe(most)
  })
})
