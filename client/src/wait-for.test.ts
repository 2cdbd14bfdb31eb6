import { describe, expect, it } from 'vitest'
import { createHeddle } from './index.ts'

/** A status with a body that says why. */
type Refusal = { readonly refused: number; readonly code: string }
type Sent = { readonly path: string; readonly key: string | null }

/** A client of a server that answers with these in order, and with the last one for good. */
function clientOf(...answers: readonly (object | number | Error | Refusal)[]) {
  const sent: Sent[] = []
  const answer: typeof fetch = async (input, init) => {
    const { url, headers } = new Request(input, init)
    const next = answers[Math.min(sent.length, answers.length - 1)]!
    sent.push({ path: new URL(url).pathname, key: headers.get('idempotency-key') })
    if (next instanceof Error) throw next
    const refusal = typeof next === 'number' ? { refused: next, code: 'no' } : 'refused' in next ? next : undefined
    const [status, body] = refusal ? [refusal.refused, { detail: 'no', code: refusal.code }] : [200, next]
    return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
  }
  const options = { baseUrl: 'http://heddle.test/', token: 't', fetch: answer, retries: 0, longestPauseSeconds: 0 }
  return { sent, heddle: createHeddle(options) }
}

const gone = new TypeError('fetch failed')

describe('waiting', () => {
  it('for a run outlasts a server that is away, and shows each state', async () => {
    const { heddle, sent } = clientOf({ status: 'running' }, gone, 502, 503, { status: 'success', row_count: 3 })
    const seen: string[] = []

    const run = await heddle.waitFor.run('r', { onState: ({ status }) => seen.push(status) })

    expect(run.row_count).toBe(3)
    expect(seen).toEqual(['running', 'success'])
    expect(sent).toHaveLength(5)
  })

  it('ends with a refusal, and with a server that stays away', async () => {
    await expect(clientOf(404).heddle.waitFor.run('r')).rejects.toMatchObject({ status: 404 })
    await expect(clientOf(gone).heddle.waitFor.check('c', { awaySeconds: 0 })).rejects.toMatchObject({ status: 0 })
  })

  it('ends when its caller stops waiting', async () => {
    const { heddle } = clientOf({ run: { finished_at: null } })
    const stop = new AbortController()

    const waiting = heddle.waitFor.modelImport('i', { signal: stop.signal, onState: () => stop.abort() })

    await expect(waiting).rejects.toThrow(/abort/)
  })

  it('for a launch goes on until its verification has ended', async () => {
    const { heddle, sent } = clientOf(
      { status: 'running', verification: null },
      { status: 'succeeded', verification: { status: 'pending' } },
      { status: 'succeeded', verification: { status: 'holds' } },
    )

    expect((await heddle.waitFor.automationRequest('a')).verification?.status).toBe('holds')
    expect(sent).toHaveLength(3)
  })

  it('for a capture sends the same request again, with one key', async () => {
    const { heddle, sent } = clientOf(gone, 503, { id: 's' })

    expect((await heddle.waitFor.capture({ saved_query: 'q' })).id).toBe('s')
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1)
    expect(sent.map(({ path }) => path)).toEqual(Array.from({ length: 3 }, () => '/api/history/capture/'))
  })

  it('for a capture outlasts one with its key that is still under way', async () => {
    const underWay: Refusal = { refused: 409, code: 'in_progress' }
    const { heddle, sent } = clientOf(gone, underWay, underWay, { id: 's' })

    expect((await heddle.waitFor.capture({ saved_query: 'q' })).id).toBe('s')
    expect(sent).toHaveLength(4)
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1)
  })

  it('for a capture ends with any other conflict, and with one that stays under way for too long', async () => {
    const other = clientOf({ refused: 409, code: 'in_use' })
    const stuck = clientOf({ refused: 409, code: 'in_progress' })

    await expect(other.heddle.waitFor.capture({ saved_query: 'q' })).rejects.toMatchObject({ code: 'in_use' })
    await expect(stuck.heddle.waitFor.capture({ saved_query: 'q' }, { awaySeconds: 0 })).rejects.toMatchObject({
      code: 'in_progress',
    })
    expect([other.sent.length, stuck.sent.length]).toEqual([1, 1])
  })
})
