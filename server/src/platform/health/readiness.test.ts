import { describe, expect, it } from 'vitest'
import { CHECKS, createReadiness } from './readiness.ts'

function started(options: Partial<Parameters<typeof createReadiness>[0]> = {}) {
  const readiness = createReadiness({ keptMs: 0, ...options })
  for (const name of CHECKS) readiness.look(name, () => undefined)
  return readiness
}

describe('readiness', () => {
  it('says which steps of a start are pending', async () => {
    const readiness = createReadiness()
    readiness.ask('database', async () => undefined)

    const { status, checks } = await readiness.report()

    expect(status).toBe('not ready')
    expect(Object.entries(checks).filter(([, { ok }]) => !ok)).toEqual([
      ['migrations', { ok: false, detail: 'not yet: the process is starting' }],
      ['cache', expect.anything()],
      ['bus', expect.anything()],
      ['started', expect.anything()],
      ['draining', expect.anything()],
    ])
  })

  it('is there once all checks pass', async () => {
    expect((await started().report()).status).toBe('ready')
  })

  it('ends at once when the process is asked to stop', async () => {
    const readiness = started()
    const stop = new AbortController()
    readiness.look('draining', () => (stop.signal.aborted ? 'the process is stopping' : undefined))
    await readiness.report()
    stop.abort()

    expect(await readiness.report()).toMatchObject({
      status: 'not ready',
      checks: { draining: { ok: false, detail: 'the process is stopping' } },
    })
  })

  it('names the kind of a fault, not its words, which may hold addresses', async () => {
    const readiness = started()
    readiness.ask('database', async () => {
      throw Object.assign(new Error('connect ECONNREFUSED 10.0.0.7:5432'), { code: 'ECONNREFUSED' })
    })

    expect((await readiness.report()).checks.database).toEqual({ ok: false, detail: 'ECONNREFUSED' })
  })

  it('is bounded in time, and does not ask again what hangs', async () => {
    let asked = 0
    const readiness = started({ timeoutMs: 20 })
    readiness.ask('cache', () => {
      asked += 1
      return new Promise(() => undefined)
    })

    await readiness.report()
    const { status, checks } = await readiness.report()

    expect([status, checks.cache, asked]).toEqual(['not ready', { ok: false, detail: 'no answer within 0.02 s' }, 1])
  })

  it('asks once for many callers', async () => {
    let asked = 0
    const readiness = started({ keptMs: 60_000 })
    readiness.ask('database', async () => void (asked += 1))

    await Promise.all([readiness.report(), readiness.report()])
    await readiness.report()

    expect(asked).toBe(1)
  })

  it('does not count what a balancer excludes, but reports it', async () => {
    const readiness = started()
    readiness.look('cache', () => 'away')

    expect(await readiness.report(['cache'])).toMatchObject({
      status: 'ready',
      checks: { cache: { ok: false, detail: 'away' } },
    })
  })
})
