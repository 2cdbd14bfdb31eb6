import { describe, expect, it } from 'vitest'
import { clientOf, PLAIN, request, startTestAutomation } from './testing/automation-client.ts'

const NOBODY = 'Authentication credentials were not provided. To establish a login session, visit /api/login/.'
const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`

describe('authentication', () => {
  it('gives a wrong token the answer of no token at all', async () => {
    const automation = await startTestAutomation()

    const none = await request(`${automation.url}/api/v2/me/`)
    const wrong = await clientOf(automation, 'Bearer wrong').get('me/')

    for (const { status, body, headers } of [none, wrong]) {
      expect([status, body]).toEqual([401, { detail: NOBODY }])
      expect(headers.get('www-authenticate')).toBe('Bearer realm=api authorization_url=/api/o/authorize/')
    }
  })

  it('is not needed for a ping, which proves no token', async () => {
    const automation = await startTestAutomation()

    const { status, body } = await clientOf(automation, 'Bearer wrong').get('ping/')

    expect([status, body]).toMatchObject([200, { version: '24.6.1', active_node: 'awx-web-1', ha: false }])
  })

  it('answers me with a list of one', async () => {
    const automation = await startTestAutomation()

    const { body } = await clientOf(automation).get('me/')

    expect(body).toMatchObject({
      count: 1,
      next: null,
      previous: null,
      results: [{ username: 'svc', is_superuser: false }],
    })
  })

  it('takes a password, unless that is switched off', async () => {
    const automation = await startTestAutomation()
    const { get } = clientOf(automation, basic('svc:svc-Secret1'))

    const on = await get('me/')
    const wrong = await clientOf(automation, basic('svc:wrong')).get('me/')
    automation.settings.basicAuth = false
    const off = await get('me/')

    expect([on.status, on.body.results[0].username]).toEqual([200, 'svc'])
    expect([wrong.status, wrong.body.detail]).toEqual([401, expect.stringContaining('Invalid username/password.')])
    expect([off.status, off.body.detail]).toEqual([401, NOBODY])
  })

  it('shows administrators more of the configuration', async () => {
    const automation = await startTestAutomation({ tokens: [{ username: 'admin', value: 'admins' }] })

    const plain = await clientOf(automation).get('config/')
    const full = await clientOf(automation, 'Bearer admins').get('config/')

    expect(plain.body).toMatchObject({ version: '24.6.1', time_zone: 'UTC' })
    expect([plain.body.project_base_dir, full.body.project_base_dir]).toEqual([undefined, '/var/lib/awx/projects/'])
  })
})

describe('tokens', () => {
  it('show their value once and can be revoked', async () => {
    const automation = await startTestAutomation()
    const owner = clientOf(automation)

    const created = await owner.post('tokens/', { description: 'x', scope: 'write' })
    const read = await owner.get(`tokens/?id=${created.body.id}`)
    const own = clientOf(automation, `Bearer ${created.body.token}`)
    const before = await own.get('me/')
    const revoked = await owner.delete(`tokens/${created.body.id}/`)

    expect([created.status, created.body]).toMatchObject([
      201,
      { type: 'o_auth2_access_token', scope: 'write', refresh_token: null },
    ])
    expect(read.body.results[0].token).toBe('*************')
    expect([before.status, revoked.status, (await own.get('me/')).status]).toEqual([200, 204, 401])
  })

  it('that may only read see everything and change nothing', async () => {
    const automation = await startTestAutomation({ tokens: [{ username: 'svc', scope: 'read', value: 'reader' }] })
    const { get, post } = clientOf(automation, 'Bearer reader')

    const { status, body } = await get('job_templates/')
    const launch = await post('job_templates/7/launch/', {})

    expect([status, body.results[0].summary_fields.user_capabilities.start]).toEqual([200, false])
    expect([launch.status, launch.body]).toEqual([
      403,
      { detail: 'You do not have permission to perform this action.' },
    ])
    expect(automation.state.jobs.size).toBe(0)
  })

  it('are issued nowhere by builds without OAuth2', async () => {
    const automation = await startTestAutomation({ issuesTokens: false })

    const root = await request(`${automation.url}/api/`)
    const { status } = await clientOf(automation).post('tokens/', { scope: 'write' })

    expect(root.body).not.toHaveProperty('oauth2')
    expect(status).toBe(404)
  })

  it('are issued by the gateway where there is one', async () => {
    const automation = await startTestAutomation({ place: 'gateway' })

    const { status, body } = await request(`${automation.url}/api/gateway/v1/tokens/`, {
      method: 'POST',
      headers: { authorization: basic('svc:svc-Secret1'), 'content-type': 'application/json' },
      body: '{"scope":"write"}',
    })

    expect(status).toBe(201)
    expect((await clientOf(automation, `Bearer ${body.token}`).get('me/')).status).toBe(200)
  })
})

describe('job templates', () => {
  it('that the user may not see do not exist, and those that may only be seen do not start', async () => {
    const automation = await startTestAutomation({
      templates: [
        { ...PLAIN, id: 7, access: 'none' },
        { ...PLAIN, id: 8, access: 'read' },
      ],
      tokens: [{ username: 'admin', value: 'admins' }],
    })
    const { get, post } = clientOf(automation)

    const statuses = [
      await get('job_templates/7/'),
      await post('job_templates/7/launch/', {}),
      await post('job_templates/8/launch/', {}),
    ]
    const { body } = await get('job_templates/')
    const admin = await clientOf(automation, 'Bearer admins').post('job_templates/7/launch/', {})

    expect(statuses.map(({ status }) => status)).toEqual([404, 404, 403])
    expect(body.results.map((one: any) => [one.id, one.summary_fields.user_capabilities.start])).toEqual([[8, false]])
    expect(admin.status).toBe(201)
  })
})
