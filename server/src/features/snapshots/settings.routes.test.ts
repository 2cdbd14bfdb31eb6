import { afterAll, beforeAll, expect, it } from 'vitest'
import { SETTINGS, type Snapshots, startSnapshots } from '../../testing/snapshots/start-snapshots.ts'

const DEFAULTS = {
  default_retention_policy: '30d',
  auto_capture_enabled: false,
  diff_key_strategy: 'dn',
  diff_ignore_fields: ['modTs', 'childAction', 'status', 'uid', 'lcOwn'],
  keep_first_and_last: false,
}

let app: Snapshots
beforeAll(async () => {
  app = await startSnapshots()
})
afterAll(() => app.stop())

it('snapshot settings have defaults, and each user changes their own, one by one', async () => {
  const [user, other] = [await app.app.userOf('viewer'), await app.app.userOf('viewer')]

  expect((await user.get(SETTINGS)).body).toEqual(DEFAULTS)
  expect((await user.patch(SETTINGS, {})).body).toEqual(DEFAULTS)
  const { status, body } = await user.patch(SETTINGS, {
    default_retention_policy: '1y',
    diff_ignore_fields: ['descr', 'descr'],
  })
  expect(status).toBe(200)
  expect(body).toEqual({ ...DEFAULTS, default_retention_policy: '1y', diff_ignore_fields: ['descr'] })
  const second = {
    auto_capture_enabled: true,
    diff_key_strategy: 'auto',
    keep_first_and_last: true,
    diff_ignore_fields: [],
  }
  await user.patch(SETTINGS, second)
  expect((await user.get(SETTINGS)).body).toEqual({ ...DEFAULTS, default_retention_policy: '1y', ...second })
  expect((await other.get(SETTINGS)).body).toEqual(DEFAULTS)
  expect((await app.app.anonymous.get(SETTINGS)).status).toBe(401)
})

it('all invalid snapshot settings are reported at once', async () => {
  const { status, body } = await app.editor.patch(SETTINGS, {
    default_retention_policy: '8d',
    auto_capture_enabled: 'yes',
    diff_key_strategy: 'rn',
    diff_ignore_fields: ['', 5],
    keep_first_and_last: null,
  })

  expect(status).toBe(400)
  expect(body).toEqual({
    default_retention_policy: ['Expected one of: 7d, 30d, 90d, 1y, forever.'],
    auto_capture_enabled: ['Expected a boolean.'],
    diff_key_strategy: ['Expected one of: dn, auto, hash.'],
    'diff_ignore_fields.0': ['This field may not be empty.'],
    'diff_ignore_fields.1': ['Expected a string.'],
    keep_first_and_last: ['Expected a boolean.'],
  })
})

it('a capture falls back to the settings of its user', async () => {
  const user = await app.app.userOf('editor')
  const query = await app.save({ nodes: [{ id: 'bd', class_name: 'fvBD', properties: ['name', 'mtu'] }] })
  await user.patch(SETTINGS, { default_retention_policy: 'forever', diff_ignore_fields: ['mtu'] })
  await app.captured(query, {}, user)
  app.controller.store.update('uni/tn-A/BD-web', { mtu: '1400' })

  const { retention_policy, changes } = await app.captured(query, {}, user)

  expect({ retention_policy, changes }).toEqual({
    retention_policy: 'forever',
    changes: { added: 0, removed: 0, changed: 0, unchanged: 5 },
  })
})
