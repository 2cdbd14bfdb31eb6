import { get as getOverTls } from 'node:https'
import { describe, expect, it } from 'vitest'
import { clientOf, PLAIN, request, startTestAutomation } from './testing/automation-client.ts'

describe('the root', () => {
  it('names the API without anybody signed in', async () => {
    const automation = await startTestAutomation()

    const { status, body, headers } = await request(`${automation.url}/api/`)

    expect(status).toBe(200)
    expect(body).toMatchObject({
      current_version: '/api/v2/',
      available_versions: { v2: '/api/v2/' },
      oauth2: '/api/o/',
    })
    expect(headers.get('x-api-product-version')).toBeNull()
  })

  it('is a gateway in front of newer installations', async () => {
    const automation = await startTestAutomation({ place: 'gateway' })

    const [root, controller, old] = await Promise.all(
      ['/api/', '/api/controller/', '/api/v2/ping/'].map((path) => request(automation.url + path)),
    )
    const { body } = await clientOf(automation).get('job_templates/')

    expect(root?.body).toMatchObject({ description: 'AAP gateway REST API', apis: { controller: '/api/controller/' } })
    expect(controller?.body.current_version).toBe('/api/controller/v2/')
    expect(old?.status).toBe(404)
    expect(body.results[0].related.launch).toBe('/api/controller/v2/job_templates/7/launch/')
  })
})

describe('every answer', () => {
  it('says which product and version it comes from, once the client is known', async () => {
    const automation = await startTestAutomation()

    const { headers } = await clientOf(automation).get('me/')

    expect(headers.get('x-api-product-version')).toBe('24.6.1')
    expect(headers.get('x-api-product-name')).toBe('AWX')
    expect(headers.get('x-api-node')).toBe('awx-web-1')
    expect(headers.get('x-api-time')).toMatch(/^\d+\.\d{3}s$/)
  })

  it('is dated by the clock of the server, which may be wrong', async () => {
    const automation = await startTestAutomation()
    automation.clock.skewMs = -3_600_000

    const id = await clientOf(automation).launch()
    const { headers, body } = await clientOf(automation).get(`jobs/${id}/`)

    expect(headers.get('date')).toBe('Fri, 20 Nov 2026 09:00:00 GMT')
    expect(body.created).toBe('2026-11-20T09:00:00.000000Z')
  })
})

describe('paths and bodies', () => {
  it('redirects a path without its last slash, and so loses a launch', async () => {
    const automation = await startTestAutomation()
    const address = `${automation.url}/api/v2/job_templates/7/launch`
    const options = { method: 'POST', headers: { authorization: `Bearer ${automation.token}` } }

    const answer = await request(`${address}?a=1`, options)
    const followed = await request(address, { ...options, redirect: 'follow' })

    expect([answer.status, answer.headers.get('location')]).toEqual([301, '/api/v2/job_templates/7/launch/?a=1'])
    expect(followed.body).toHaveProperty('can_start_without_user_input')
    expect(automation.state.jobs.size).toBe(0)
  })

  it.each(['text/plain', 'application/x-www-form-urlencoded', ''])('accepts no body of the type "%s"', async (type) => {
    const automation = await startTestAutomation()

    const { status, body } = await request(`${automation.url}/api/v2/job_templates/7/launch/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${automation.token}`, 'content-type': type },
      body: Buffer.from('{}'),
    })

    expect(status).toBe(415)
    expect(body.detail).toContain('application/json')
  })

  it.each(['{"extra_vars":', '[1]', '7'])('refuses the body %s', async (text) => {
    const automation = await startTestAutomation()

    const { status, body } = await request(`${automation.url}/api/v2/job_templates/7/launch/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${automation.token}`, 'content-type': 'application/json' },
      body: text,
    })

    expect([status, body.detail]).toEqual([400, expect.stringContaining('JSON parse error')])
  })

  it('lets nginx refuse a body above 1 MB', async () => {
    const automation = await startTestAutomation()

    const { status, text } = await clientOf(automation).post('job_templates/7/launch/', {
      extra_vars: { text: 'x'.repeat(1_100_000) },
    })

    expect([status, text]).toEqual([413, expect.stringContaining('<center>nginx</center>')])
  })

  it.each([
    ['PUT', 'job_templates/7/', 405],
    ['POST', 'ping/', 405],
    ['GET', 'nothing/', 404],
    ['GET', 'job_templates/999/', 404],
  ])('answers %s %s with %d', async (method, place, expected) => {
    const automation = await startTestAutomation()

    const { status, body } = await request(`${automation.url}/api/v2/${place}`, {
      method,
      headers: { authorization: `Bearer ${automation.token}` },
    })

    expect([status, typeof body.detail]).toEqual([expected, 'string'])
  })
})

describe('lists', () => {
  const names = ['Clean up EPGs', 'Create bridge domains', 'Deploy EPG', 'Extend VLAN pool', 'Shut port']
  const start = async () => {
    const automation = await startTestAutomation({
      templates: names.map((name, index) => ({ ...PLAIN, id: 10 + index, name })),
    })
    return clientOf(automation)
  }
  const idsOf = ({ body }: { body: { results: { id: number }[] } }) => body.results.map(({ id }) => id)

  it('come in pages, whose links have no host', async () => {
    const { get } = await start()

    const first = await get('job_templates/?page_size=2')
    const second = await get('job_templates/?page_size=2&page=2')

    expect(first.body).toMatchObject({ count: 5, next: '/api/v2/job_templates/?page=2&page_size=2', previous: null })
    expect(second.body).toMatchObject({
      next: '/api/v2/job_templates/?page=3&page_size=2',
      previous: '/api/v2/job_templates/?page_size=2',
    })
    expect(idsOf(second)).toEqual([12, 13])
  })

  it('cap a page that is too large instead of refusing it', async () => {
    const automation = await startTestAutomation({ templates: names.map((name) => ({ name })), maxPageSize: 3 })

    const { status, body } = await clientOf(automation).get('job_templates/?page_size=1000')

    expect([status, body.results.length, body.next]).toEqual([200, 3, '/api/v2/job_templates/?page=2&page_size=1000'])
  })

  it('end with a 404', async () => {
    const { get } = await start()

    const { status, body } = await get('job_templates/?page=2')

    expect([status, body]).toEqual([404, { detail: 'Invalid page.' }])
  })

  it('leave the count out when asked to', async () => {
    const { get } = await start()

    expect(Object.keys((await get('job_templates/?count_disabled')).body)).toEqual(['results'])
  })

  it.each([
    ['id=12', [12]],
    ['id__in=10,12,99', [10, 12]],
    ['id__gt=12', [13, 14]],
    ['name__icontains=epg', [10, 12]],
    ['name__icontains=e&id__gt=12', [13]],
    ['search=vlan', [13]],
    ['survey_enabled=false&order_by=-id', [14, 13, 12, 11, 10]],
  ])('can be filtered by %s', async (query, ids) => {
    const { get } = await start()

    expect(idsOf(await get(`job_templates/?${query}`))).toEqual(ids)
  })

  it.each([
    ['colour=red', "JobTemplate has no field named 'colour'"],
    ['colour__icontains=red', "JobTemplate has no field named 'colour'"],
    ['name__startswith=C', "this simulator does not know 'name__startswith'"],
    ['or__id=10', "this simulator does not know 'or__id'"],
    ['id=x', "Field 'id' expected a number but got 'x'."],
    ['id__in=', 'cannot provide empty value for __in'],
    ['survey_enabled=perhaps', 'Unable to convert "perhaps" to boolean'],
    ['project=x', 'Invalid project id: x'],
    ['order_by=colour', "Cannot resolve keyword 'colour' into field."],
  ])('refuse %s', async (query, detail) => {
    const { get } = await start()

    const { status, body } = await get(`job_templates/?${query}`)

    expect([status, body.detail]).toEqual([400, expect.stringContaining(detail)])
  })
})

describe('TLS', () => {
  it('has a self-signed certificate, as a fresh installation does', async () => {
    const { url, ca } = await startTestAutomation({ tls: 'self-signed' })
    const outcome = (options: { ca?: string }) =>
      new Promise((resolve) => {
        getOverTls(`${url}/api/v2/ping/`, { ...options, agent: false }, (response) => {
          response.resume()
          resolve(response.statusCode)
        }).on('error', (error: NodeJS.ErrnoException) => resolve(error.code))
      })

    expect(await outcome({})).toBe('DEPTH_ZERO_SELF_SIGNED_CERT')
    expect(await outcome({ ca: ca! })).toBe(200)
  })
})
