import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll } from 'vitest'
import { newQuery } from '../../testing/audit-walk/objects.ts'
import { about, admin, expectOk, FROM, hush, idOf, nothing, type Scenario } from '../../testing/audit-walk/walk.ts'
import { walkAuditLog } from '../../testing/audit-walk/walk-audit-log.ts'
import { channelsFeature } from './index.ts'

const CHANNELS = '/api/notifications/channels/'
const PATH = 'a-path-that-is-a-credential'

let receiver: Server
beforeAll(async () => {
  receiver = createServer((_request, response) => response.end('taken'))
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
})
afterAll(() => new Promise((resolve) => receiver.close(resolve)))

const bodyOf = () => ({
  name: 'Night shift',
  type: 'webhook',
  target: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/${hush(PATH)}`,
})
const newChannel = async (): Promise<string> => {
  const answer = await expectOk(admin.post(CHANNELS, bodyOf()))
  hush((answer.body as { secret: string }).secret.replace('whsec_', ''))
  return idOf(answer)
}

let delivery = ''
const newDelivery = async (): Promise<string> => {
  const channel = await newChannel()
  await expectOk(admin.post(`${CHANNELS}${channel}/test/`))
  delivery = (await admin.get(`${CHANNELS}${channel}/deliveries/`)).body.results[0].id
  return channel
}
const muted = async (): Promise<string> => {
  const channel = await newChannel()
  await expectOk(admin.post(`${CHANNELS}${channel}/mute/`, { for: '1d' }))
  return channel
}

const SCENARIOS: Readonly<Record<string, Scenario>> = {
  'POST /api/notifications/channels/': about(
    nothing,
    'channel_create',
    () => admin.post(CHANNELS, bodyOf(), FROM),
    idOf,
  ),
  'PATCH /api/notifications/channels/:id/': about(newChannel, 'channel_update', (id) =>
    admin.patch(`${CHANNELS}${id}/`, { secret: `whsec_${hush(Buffer.alloc(32, 7).toString('base64'))}` }, FROM),
  ),
  'DELETE /api/notifications/channels/:id/': about(newChannel, 'channel_delete', (id) =>
    admin.delete(`${CHANNELS}${id}/`, FROM),
  ),
  'POST /api/notifications/channels/:id/test/': about(newChannel, 'channel_test', (id) =>
    admin.post(`${CHANNELS}${id}/test/`, undefined, FROM),
  ),
  'POST /api/notifications/channels/:id/rotate/': about(newChannel, 'channel_rotate', async (id) => {
    const answer = await admin.post(`${CHANNELS}${id}/rotate/`, undefined, FROM)
    hush((answer.body as { secret: string }).secret.replace('whsec_', ''))
    return answer
  }),
  'POST /api/notifications/channels/:id/mute/': about(newChannel, 'channel_mute', async (id) =>
    admin.post(`${CHANNELS}${id}/mute/`, { for: 'until_passed', saved_query: await newQuery() }, FROM),
  ),
  'DELETE /api/notifications/channels/:id/mute/': about(muted, 'channel_unmute', (id) =>
    admin.delete(`${CHANNELS}${id}/mute/`, FROM),
  ),
  'POST /api/notifications/channels/deliveries/:id/replay/': about(newDelivery, 'channel_replay', () =>
    admin.post(`${CHANNELS}deliveries/${delivery}/replay/`, undefined, FROM),
  ),
}

walkAuditLog(channelsFeature, SCENARIOS)
