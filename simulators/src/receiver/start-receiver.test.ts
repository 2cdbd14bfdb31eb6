import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startReceiver } from './start-receiver.ts'

const SECRET = `whsec_${Buffer.alloc(32, 1).toString('base64')}`
let receiver: Awaited<ReturnType<typeof startReceiver>>
beforeEach(async () => {
  receiver = await startReceiver()
  receiver.settings.secret = SECRET
})
afterEach(() => receiver.close())

function post(body: string, { secondsAgo = 0, secret = SECRET } = {}) {
  const timestamp = String(Math.floor(Date.now() / 1000) - secondsAgo)
  const key = Buffer.from(secret.slice(6), 'base64')
  const signature = createHmac('sha256', key).update(`m1.${timestamp}.${body}`).digest('base64')
  const headers = { 'webhook-id': 'm1', 'webhook-timestamp': timestamp, 'webhook-signature': `v1,AAAA v1,${signature}` }
  return fetch(`${receiver.url}/hooks/x`, { method: 'POST', body, headers })
}

it('keeps what is signed, and shows it as text', async () => {
  const { status } = await post('{"type":"test","data":{"title":"<b>A title</b>"}}')
  const page = await (await fetch(receiver.url)).text()
  const listed = await (await fetch(`${receiver.url}/messages`)).json()

  expect(status).toBe(200)
  expect(listed).toMatchObject([{ id: 'm1', isVerified: true, answered: 200 }])
  expect(page).toContain('<h2>&lt;b&gt;A title&lt;/b&gt;</h2>')
})

it.each([
  ['of another secret', { secret: `whsec_${Buffer.alloc(32, 2).toString('base64')}` }],
  ['that is too old', { secondsAgo: 600 }],
])('refuses a signature %s', async (_name, options) => {
  expect((await post('{}', options)).status).toBe(401)
})

it('answers what it was set to', async () => {
  await fetch(`${receiver.url}/settings`, { method: 'PUT', body: '{"status":410}' })

  expect((await post('{}')).status).toBe(410)
})
