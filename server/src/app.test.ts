import { pino } from 'pino'
import { expect, it } from 'vitest'
import { startApp } from './app.ts'
import { readConfig } from './config/read-config.ts'
import { createSystemClock } from './kernel/clock.ts'
import { createTestStorage } from './testing/test-storage.ts'

it('answers nothing before its start has finished, and can send jobs then', async () => {
  const storage = await createTestStorage()
  const order: string[] = []
  const answered = Promise.withResolvers<Response>()
  const askForReset = (url: string): Promise<Response> =>
    fetch(new URL('/api/auth/password-reset/', url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ada@example.org' }),
    })
  const onLogLine = (line: string): void => {
    const url = /Server listening at ([^"]+)/.exec(line)?.[1]
    if (url !== undefined) answered.resolve(askForReset(url).finally(() => order.push('answered')))
  }
  const read = readConfig({ HOST: '127.0.0.1', PORT: '0', ADMIN_PASSWORD: 'correct horse battery', ...storage.env })
  if (!read.ok) throw new Error(read.problems.join('\n'))

  const app = await startApp({
    config: read.config,
    logger: pino({ level: 'info' }, { write: onLogLine }),
    clock: createSystemClock(answered.reject),
  })
  order.push('started')
  const { status } = await answered.promise

  expect(status).toBe(200)
  expect(order).toEqual(['started', 'answered'])
  await app.stop()
  await storage.remove()
})
