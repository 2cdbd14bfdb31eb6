import { Agent, request } from 'node:http'
import { describe, expect, it } from 'vitest'
import { aggregateUrl, documentUrl, get, smallModel, startTestRegistry } from './testing/registry-client.ts'

describe('the registry', () => {
  it('serves a document, compressed for clients that accept it', async () => {
    const registry = await startTestRegistry()

    const packed = await get(documentUrl(registry, 'fv:BD'))
    const plain = await get(documentUrl(registry, 'fv:BD'), 'identity')

    expect(packed).toEqual({ status: 200, type: 'application/json', encoding: 'gzip', text: smallModel.json('fv:BD') })
    expect(plain).toEqual({ ...packed, encoding: '' })
  })

  it('serves an aggregate with wire names', async () => {
    const registry = await startTestRegistry()

    const { text } = await get(aggregateUrl(registry))
    const { classes } = JSON.parse(text)

    expect(Object.keys(classes)).toHaveLength(300)
    expect(classes.fvTenant).toMatchObject({
      rnFormat: 'tn-{name}',
      identifiedBy: ['name'],
      isContextRoot: true,
      contains: { fvBD: '' },
    })
    expect(classes.fvTenant.rnMap['BD-']).toBe('fvBD')
    expect(classes.fvTenant.properties.name).toEqual({ isConfigurable: true })
  })

  it.each([
    '/model-doc-latest/docs/doc/jsonmeta/fv/Nothing.json',
    '/model-doc-999/docs/doc/jsonmeta/fv/BD.json',
    '/',
    '/%E0%A4%A',
  ])('answers %s with an HTML page and 404', async (path) => {
    const registry = await startTestRegistry()

    const got = await get(registry.url + path)

    expect([got.status, got.type, got.text.slice(0, 15)]).toEqual([404, 'text/html; charset=utf-8', '<!DOCTYPE html>'])
  })

  it('serves versions that lack classes, and versions without an aggregate', async () => {
    const registry = await startTestRegistry({
      versions: {
        latest: { model: smallModel },
        '611': { model: smallModel, without: ['fv:BD'], aggregate: false },
        '521': { model: smallModel, only: ['fv:Tenant', 'fv:BD'] },
      },
    })

    const statuses = async (name: string) => {
      const got = await Promise.all(
        ['latest', '611', '521'].map((version) => get(documentUrl(registry, name, version))),
      )
      return got.map(({ status }) => status)
    }
    const aggregate = await get(aggregateUrl(registry, '521'))

    expect(await statuses('fv:BD')).toEqual([200, 404, 200])
    expect(await statuses('fv:Ctx')).toEqual([200, 200, 404])
    expect((await get(aggregateUrl(registry, '611'))).status).toBe(404)
    expect(Object.keys(JSON.parse(aggregate.text).classes).sort()).toEqual(['fvBD', 'fvTenant'])
  })

  it('counts requests by path and by status, and how many ran at once', async () => {
    const registry = await startTestRegistry({ latencyMs: 20 })
    const names = ['fv:BD', 'fv:BD', 'fv:Ctx', 'fv:Nothing']

    await Promise.all(names.map((name, index) => get(documentUrl(registry, name), index === 0 ? 'identity' : 'gzip')))

    const { requests, byPath, byStatus, gzip, maxConcurrent } = registry.counters
    expect({ requests, gzip, maxConcurrent }).toEqual({ requests: 4, gzip: 2, maxConcurrent: 4 })
    expect([...byStatus]).toEqual(
      expect.arrayContaining([
        [200, 3],
        [404, 1],
      ]),
    )
    expect(byPath.get('/media/model-doc-latest/docs/doc/jsonmeta/fv/BD.json')).toBe(2)
    expect(registry.requests.filter(({ className }) => className === 'fv:Ctx')).toMatchObject([
      { version: 'latest', isGzip: true, status: 200 },
    ])
  })

  it('resets its counters', async () => {
    const registry = await startTestRegistry()
    await get(documentUrl(registry, 'fv:BD'))

    registry.resetCounters()

    expect(registry.counters).toMatchObject({ requests: 0, gzip: 0, byPath: new Map() })
    expect(registry.requests).toEqual([])
  })

  it('keeps connections open', async () => {
    const registry = await startTestRegistry()
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })

    for (const name of ['fv:BD', 'fv:Ctx', 'fv:Nothing']) await getWith(agent, documentUrl(registry, name))
    agent.destroy()

    expect(registry.counters.socketsOpened).toBe(1)
  })

  it('refuses connections while it is paused', async () => {
    const registry = await startTestRegistry()

    await registry.pause()
    const refused = await get(documentUrl(registry, 'fv:BD')).catch(
      (error: unknown) => (error as { cause: { code: string } }).cause.code,
    )
    await registry.resume()

    expect(refused).toBe('ECONNREFUSED')
    expect((await get(documentUrl(registry, 'fv:BD'))).status).toBe(200)
  })
})

function getWith(agent: Agent, url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    request(url, { agent }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0))
    })
      .once('error', reject)
      .end()
  })
}
