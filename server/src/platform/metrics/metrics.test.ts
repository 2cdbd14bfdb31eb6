import { describe, expect, it } from 'vitest'
import { keptFor } from '../../kernel/kept-for.ts'
import { counter, gauge, sharedGauge } from './metric.ts'
import { createMetrics } from './metrics.ts'

const QUEUED = sharedGauge('heddle_test_queued', 'Waiting jobs.', ['queue'])
const OLDEST = sharedGauge('heddle_test_oldest', 'Age of the oldest.')
const valuesIn = (text: string): string[] => text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))

describe('metrics', () => {
  it('shows what is there at the scrape, and forgets labels that are gone', async () => {
    const metrics = createMetrics({ works: true })
    const sockets = new Map([['/ws/a/', 2]])
    metrics.gauge(gauge('heddle_test_sockets', 'Open sockets.', ['channel']), () =>
      [...sockets].map(([channel, value]) => ({ labels: { channel }, value })),
    )

    const first = valuesIn(await metrics.text())
    sockets.delete('/ws/a/')
    sockets.set('/ws/b/', 1)

    expect(first).toEqual(['heddle_test_sockets{channel="/ws/a/"} 2'])
    expect(valuesIn(await metrics.text())).toEqual(['heddle_test_sockets{channel="/ws/b/"} 1'])
  })

  it('serves the rest while the database does not answer', async () => {
    const metrics = createMetrics({ works: true })
    metrics.counter(counter('heddle_test_total', 'Things.')).inc()
    metrics.shared(QUEUED, () => Promise.reject(new Error('away')))
    metrics.shared(OLDEST, () => Promise.reject(new Error('away')))

    expect(valuesIn(await metrics.text())).toEqual(['heddle_test_total 1'])
  })

  it('counts the database in processes that work, not in those that only serve', async () => {
    const [worker, api] = [createMetrics({ works: true }), createMetrics({ works: false })]
    for (const metrics of [worker, api]) metrics.shared(QUEUED, async () => [{ labels: { queue: 'q' }, value: 3 }])

    expect([await worker.text(), await api.text()].map(valuesIn)).toEqual([['heddle_test_queued{queue="q"} 3'], []])
  })
})

describe('a read that is kept', () => {
  it('is shared until its time is over', async () => {
    let now = 0
    let reads = 0
    const read = keptFor(
      10_000,
      async () => ++reads,
      () => now,
    )

    const values = [await read(), await read()]
    now = 10_000

    expect([...values, await read()]).toEqual([1, 1, 2])
  })

  it('is not repeated while it hangs, and not kept when it failed', async () => {
    let now = 0
    const reads: PromiseWithResolvers<number>[] = []
    const read = keptFor(
      1_000,
      () => {
        const next = Promise.withResolvers<number>()
        reads.push(next)
        return next.promise
      },
      () => now,
    )

    const [first, second] = [read(), ((now = 5_000), read())]
    reads[0]!.reject(new Error('away'))
    await expect(first).rejects.toThrow('away')
    await expect(second).rejects.toThrow('away')
    const third = read()
    reads[1]!.resolve(7)

    expect([await third, reads.length]).toEqual([7, 2])
  })
})
