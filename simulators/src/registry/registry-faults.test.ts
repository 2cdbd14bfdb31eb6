import { describe, expect, it } from 'vitest'
import type { RegistryEffect } from './faults/registry-fault.ts'
import { aggregateUrl, documentUrl, get, smallModel, startTestRegistry } from './testing/registry-client.ts'

const whole = smallModel.json('fv:BD') ?? ''

describe('faults of the registry', () => {
  it.each([404, 502, 503])('answer with a page and status %i a limited number of times', async (status) => {
    const registry = await startTestRegistry()
    const fault = registry.faults.add({ kind: 'html', status, next: 2 })

    const got = [
      await get(documentUrl(registry, 'fv:BD')),
      await get(documentUrl(registry, 'fv:BD')),
      await get(documentUrl(registry, 'fv:BD')),
    ]

    expect(got.map((one) => one.status)).toEqual([status, status, 200])
    expect(got[0]?.type).toBe('text/html; charset=utf-8')
    expect([fault.seen, fault.struck]).toEqual([3, 2])
  })

  it('can hit only requests that accept compression', async () => {
    const registry = await startTestRegistry()
    registry.faults.add({ kind: 'html', status: 502, encoding: 'gzip', className: 'fv:BD' })

    const statuses = [
      await get(documentUrl(registry, 'fv:BD')),
      await get(documentUrl(registry, 'fv:BD'), 'identity'),
      await get(documentUrl(registry, 'fv:Ctx')),
    ]

    expect(statuses.map(({ status }) => status)).toEqual([502, 200, 200])
  })

  it.each<[RegistryEffect['kind'], string]>([
    ['truncated', whole.slice(0, Math.floor(whole.length / 2))],
    ['empty_object', '{}'],
    ['not_a_document', '{"message":"moved","items":[1,2,3]}'],
  ])('answer 200 with an unusable body: %s', async (kind, text) => {
    const registry = await startTestRegistry()
    registry.faults.add({ kind } as RegistryEffect)

    const got = await get(documentUrl(registry, 'fv:BD'))

    expect([got.status, got.text]).toEqual([200, text])
  })

  it.each<RegistryEffect['kind']>(['reset', 'drop'])('break the connection: %s', async (kind) => {
    const registry = await startTestRegistry()
    registry.faults.add({ kind, next: 1 } as RegistryEffect)

    await expect(get(documentUrl(registry, 'fv:BD'))).rejects.toThrow()
    expect((await get(documentUrl(registry, 'fv:BD'))).status).toBe(200)
  })

  it('delay an answer, or withhold it', async () => {
    const registry = await startTestRegistry()
    registry.faults.add({ kind: 'delay', ms: 60, className: 'fv:BD' })
    registry.faults.add({ kind: 'hang', className: 'fv:Ctx' })

    const started = performance.now()
    const { status } = await get(documentUrl(registry, 'fv:BD'))
    const took = performance.now() - started
    const hanging = fetch(documentUrl(registry, 'fv:Ctx'), { signal: AbortSignal.timeout(50) })

    expect(status).toBe(200)
    expect(took).toBeGreaterThan(50)
    await expect(hanging).rejects.toThrow('timeout')
  })

  it('strike by version and path, after some requests, and every n-th time', async () => {
    const registry = await startTestRegistry({
      versions: { latest: { model: smallModel }, '611': { model: smallModel } },
    })
    registry.faults.add({ kind: 'html', status: 503, path: 'aci-meta' })
    registry.faults.add({ kind: 'html', status: 502, version: '611', after: 1, every: 2 })

    const older = []
    for (let count = 0; count < 5; count++) older.push((await get(documentUrl(registry, 'fv:BD', '611'))).status)
    const newer = [await get(documentUrl(registry, 'fv:BD')), await get(aggregateUrl(registry))]
    registry.faults.clear()

    expect(older).toEqual([200, 200, 502, 200, 502])
    expect(newer.map(({ status }) => status)).toEqual([200, 503])
    expect((await get(aggregateUrl(registry))).status).toBe(200)
  })
})
