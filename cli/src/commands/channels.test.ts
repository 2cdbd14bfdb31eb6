import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startReceiver, type TestReceiver } from '@heddle/server/testing/channels/start-receiver.ts'
import { type Shell, startShell } from '../testing/start-shell.ts'

let shell: Shell
let receiver: TestReceiver
beforeAll(async () => {
  shell = await startShell()
  receiver = await startReceiver()
  const channel = { name: 'Night shift', type: 'webhook', target: receiver.url }
  await shell.runs.app.admin.post('/api/notifications/channels/', channel)
  const nodes = [{ id: 't', class_name: 'fvTenant', properties: ['name'] }]
  await shell.runs.save({ name: 'Tenants', nodes, expect: { rows: { min: 1 } } } as never)
})
afterAll(async () => {
  await receiver.close()
  await shell.stop()
})

const channel = (...words: string[]) => shell.heddle(['channel', ...words])

describe('heddle channel', () => {
  it('lists channels, and tests one', async () => {
    const list = await channel('list')
    const test = await channel('test', 'night shift')

    expect(list.stdout).toMatch(/Night shift +webhook +\S+ +ok/)
    expect(list.stdout).not.toContain('secret-path')
    expect(test).toMatchObject({ code: 0, stdout: expect.stringMatching(/^"Night shift": .+\n$/) })
    expect(receiver.arrivals).toHaveLength(1)
    expect((await channel('deliveries', 'Night shift')).stdout).toMatch(/test +.+ +delivered +200/)
  })

  it('ends with 1 when a test does not arrive', async () => {
    receiver.answers({ status: 500 })

    expect(await channel('test', 'Night shift')).toMatchObject({ code: 1, stdout: expect.stringContaining('500') })
  })

  it('mutes a channel, or one query of it', async () => {
    expect((await channel('mute', 'Night shift', '--for', '1d')).stdout).toBe('"Night shift" is quiet for a day.\n')
    expect((await channel('mute', 'Night shift', '--for', 'until_passed', '--query', 'Tenants')).stdout).toBe(
      '"Night shift" is quiet about "Tenants" until the query passes.\n',
    )
    expect(JSON.parse((await channel('list', '--json')).stdout)[0].muted).toHaveLength(2)
  })

  it('says which channels there are when none has that name', async () => {
    expect(await channel('test', 'Night')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('There is no channel "Night". Names that contain it: "Night shift".'),
    })
  })
})
