import { describe, expect, it, onTestFinished } from 'vitest'
import { startControl } from '../../control/start-control.ts'
import { askText, CLIENTS, startTestAi } from '../testing/ai-client.ts'

async function start() {
  const ai = await startTestAi()
  const control = await startControl([], 0, undefined, undefined, ai)
  onTestFinished(() => control.close())
  const call = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${control.url}/ai${path}`, { method, ...(body && { body: JSON.stringify(body) }) })
    return { status: response.status, body: (await response.json()) as Record<string, any> }
  }
  return { ai, call, ask: async () => askText(CLIENTS['openai chat'](ai)).then(({ text }) => text) }
}

describe('control of the AI providers', () => {
  it('switches faults on and off', async () => {
    const { call, ask } = await start()

    await call('POST', '/faults', { kind: 'problem', problem: 'quota', provider: 'openai', next: 1 })
    await expect(ask()).rejects.toThrow('current quota')
    const { body } = await call('GET', '/status')
    await call('DELETE', '/faults')

    expect(body).toMatchObject({
      faults: [{ problem: 'quota', seen: 1, struck: 1 }],
      counters: { byProvider: { openai: 1 }, byStatus: { 429: 1 } },
    })
    expect((await call('GET', '/status')).body['faults']).toEqual([])
  })

  it('says what is answered, and shows what was asked', async () => {
    const { call, ask } = await start()

    await call('POST', '/answers', { answers: ['scripted', { a: 1 }] })
    const texts = [await ask(), await ask()]
    const { body } = await call('GET', '/requests')
    await call('DELETE', '/requests')

    expect(texts).toEqual(['scripted', '{"a":1}'])
    expect(body[0]).toMatchObject({
      provider: 'openai',
      prompt: { messages: [{ text: 'Which EPGs exist?' }] },
      answer: 'scripted',
    })
    expect((await call('GET', '/requests')).body).toEqual([])
  })

  it('changes keys, delays and pieces, pauses and resumes', async () => {
    const { ai, call, ask } = await start()

    await call('POST', '/latency', { latency_ms: 1 })
    await call('POST', '/pieces', { characters: 3, every_ms: 1 })
    await call('POST', '/pause')
    await expect(ask()).rejects.toThrow()
    await call('POST', '/resume')
    await expect(ask()).resolves.toContain('You asked')
    const client = CLIENTS['openai chat'](ai)
    await call('POST', '/keys', { provider: 'openai', key: 'another' })

    await expect(askText(client)).rejects.toThrow('Incorrect API key')
    expect(ai.settings).toMatchObject({ latencyMs: 1, pieceCharacters: 3, pieceMs: 1 })
  })

  it.each([
    ['POST', '/faults', { kind: 'nonsense' }, 400],
    ['POST', '/faults', { kind: 'problem', problem: 'nonsense' }, 400],
    ['POST', '/faults', { kind: 'hang', provider: 'nobody' }, 400],
    ['POST', '/faults', { kind: 'trickle', pieceBytes: 0, everyMs: 1 }, 400],
    ['POST', '/answers', { answers: [1] }, 400],
    ['POST', '/keys', { provider: 'nobody', key: 'x' }, 400],
    ['POST', '/latency', {}, 400],
    ['GET', '/nothing', undefined, 404],
  ])('refuses %s /ai%s with body %j: status %d and a reason', async (method, path, body, status) => {
    const { call } = await start()

    const answer = await call(method, path, body)

    expect([answer.status, typeof answer.body['detail']]).toEqual([status, 'string'])
  })
})
