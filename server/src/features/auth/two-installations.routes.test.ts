import { afterAll, beforeAll, expect, it } from 'vitest'
import { ADMIN, startTestApp, type TestApp } from '../../testing/start-test-app.ts'

let apps: readonly TestApp[]
beforeAll(async () => {
  apps = [await startTestApp(), await startTestApp()]
})
afterAll(() => Promise.all(apps.map((app) => app.stop())))

it('two installations on one host keep the sessions of a browser apart, as it sends cookies to every port', async () => {
  const jar = new Map<string, string>()
  const send = async ({ anonymous }: TestApp, path: string, body?: object) => {
    const cookie = [...jar].map((pair) => pair.join('=')).join('; ')
    const headers = { 'x-heddle-web': '1', 'sec-fetch-site': 'same-origin', cookie }
    const answer = await anonymous.post(path, body, headers)
    const [name, value] = (answer.headers.get('set-cookie') ?? '').split(/[=;]/)
    if (value) jar.set(name!, value)
    return answer.status
  }
  const statuses = []
  for (const app of apps) statuses.push(await send(app, '/api/auth/login/', ADMIN))

  for (const app of [...apps, ...apps]) statuses.push(await send(app, '/api/auth/token/refresh/'))

  expect(statuses).toEqual([200, 200, 200, 200, 200, 200])
  expect(jar.size).toBe(2)
})
