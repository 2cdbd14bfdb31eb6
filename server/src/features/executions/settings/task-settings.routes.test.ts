import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/start-test-app.ts'
import { TASK_SETTINGS } from '../../../testing/executions/background.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const DEFAULTS = {
  max_concurrent_background: 3,
  execution_log_retention_days: 30,
  default_timezone: 'UTC',
  pause_after_failures: 10,
}

describe('task settings', () => {
  it('are the defaults until they are changed', async () => {
    const user = await app.userOf('viewer')

    expect(await user.get(TASK_SETTINGS)).toMatchObject({ status: 200, body: DEFAULTS })
  })

  it('can be changed in part, for one user only', async () => {
    const [user, other] = [await app.userOf('viewer'), await app.userOf('viewer')]
    const changed = { ...DEFAULTS, max_concurrent_background: 20, default_timezone: 'Europe/Warsaw' }

    const answer = await user.patch(TASK_SETTINGS, { max_concurrent_background: 20, default_timezone: 'Europe/Warsaw' })

    expect([answer.status, answer.body]).toEqual([200, changed])
    await user.patch(TASK_SETTINGS, { execution_log_retention_days: 3650, pause_after_failures: 0 })
    expect((await user.get(TASK_SETTINGS)).body).toEqual({
      ...changed,
      execution_log_retention_days: 3650,
      pause_after_failures: 0,
    })
    expect((await other.get(TASK_SETTINGS)).body).toEqual(DEFAULTS)
  })

  it('use the time zone of the preferences until one is set', async () => {
    const user = await app.userOf('viewer')
    await user.patch(TASK_SETTINGS, { max_concurrent_background: 4 })
    await user.patch('/api/auth/preferences/', { timezone: 'Asia/Tokyo' })

    expect((await user.get(TASK_SETTINGS)).body.default_timezone).toBe('Asia/Tokyo')
    await user.patch(TASK_SETTINGS, { default_timezone: 'UTC' })
    expect((await user.get(TASK_SETTINGS)).body).toMatchObject({
      default_timezone: 'UTC',
      max_concurrent_background: 4,
    })
  })

  it('are rejected with every fault at once, and nothing changes', async () => {
    const user = await app.userOf('viewer')

    const answer = await user.patch(TASK_SETTINGS, {
      max_concurrent_background: 21,
      execution_log_retention_days: 0,
      default_timezone: 'Mars/Olympus',
      pause_after_failures: -1,
    })

    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({
      max_concurrent_background: [expect.any(String)],
      execution_log_retention_days: [expect.any(String)],
      default_timezone: [expect.stringContaining('Mars/Olympus')],
      pause_after_failures: [expect.any(String)],
    })
    expect((await user.get(TASK_SETTINGS)).body).toEqual(DEFAULTS)
  })

  it.each([
    ['max_concurrent_background', 0],
    ['max_concurrent_background', 1.5],
    ['max_concurrent_background', '3'],
    ['execution_log_retention_days', 3651],
    ['default_timezone', ''],
    ['default_timezone', '+02:00'],
    ['default_timezone', 5],
    ['pause_after_failures', 101],
    ['pause_after_failures', null],
  ])('reject %s %j', async (field, value) => {
    const answer = await app.admin.patch(TASK_SETTINGS, { [field]: value })

    expect([answer.status, Object.keys(answer.body)]).toEqual([400, [field]])
  })

  it('require a token and no permission', async () => {
    expect((await app.anonymous.get(TASK_SETTINGS)).status).toBe(401)
    expect((await app.anonymous.patch(TASK_SETTINGS, {})).status).toBe(401)
    expect((await (await app.userOf(undefined)).get(TASK_SETTINGS)).status).toBe(200)
    expect((await app.admin.patch(TASK_SETTINGS, 'x')).status).toBe(400)
  })

  it('record a change in the audit log with the values before and after', async () => {
    const user = await app.userOf('viewer')
    await user.patch(TASK_SETTINGS, { max_concurrent_background: 7 })

    const [entry] = (await app.admin.get('/api/audit/logs/?action=task_settings_update')).body.results
    expect((await app.admin.get(`/api/audit/logs/${entry.id}/`)).body).toMatchObject({
      user_id: user.id,
      target_id: String(user.id),
      content: { before: { maxConcurrentBackground: 3 }, after: { maxConcurrentBackground: 7 } },
    })
  })
})
