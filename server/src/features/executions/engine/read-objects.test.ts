import { describe, expect, it } from 'vitest'
import type { ControllerQuery } from '@heddle/domain/controller-query/controller-query.ts'
import { readObjects, type ReadOptions } from './read-objects.ts'
import type { PageAnswer } from './engine-types.ts'

const QUERY: ControllerQuery = { target: { kind: 'class', class_name: 'fvBD' }, order_by: 'fvBD' }
const NESTED: ControllerQuery = { ...QUERY, subtree: { depth: 'full', classes: ['fvSubnet'], required: false } }

/** A controller with the given number of objects that refuses larger pages and records its requests. */
function controllerOf(total: number, { largestPage = Infinity } = {}) {
  const asked: string[] = []
  let underWay = 0
  let most = 0
  const get = async (path: string): Promise<PageAnswer> => {
    const [page = 0, size = 0] = ['page', 'page-size'].map((name) => Number(new URL(path, 'http://c').searchParams.get(name)))
    asked.push(`${page}x${size}`)
    most = Math.max(most, ++underWay)
    await new Promise((resolve) => setImmediate(resolve))
    underWay--
    if (size > largestPage) return { ok: false, failure: { reason: 'too_big', message: 'result dataset is too big' } }
    return { ok: true, body: pageOf(total, page * size, size) }
  }
  return { get, asked, most: () => most }
}

function pageOf(total: number, from: number, size: number): Uint8Array {
  const objects = Array.from({ length: Math.max(0, Math.min(size, total - from)) }, (_, index) => ({
    fvBD: { attributes: { dn: `uni/tn-a/BD-${from + index}` } },
  }))
  return new TextEncoder().encode(JSON.stringify({ totalCount: String(total), imdata: objects }))
}

async function readAll(query: ControllerQuery, options: ReadOptions): Promise<string[]> {
  const dns: string[] = []
  for await (const objects of readObjects(query, options)) dns.push(...objects.map(({ dn }) => dn))
  return dns
}

describe('reading all objects of a query', () => {
  it.each([
    [0, 1],
    [1, 1],
    [10_240, 1],
    [10_241, 2],
    [25_000, 3],
  ])('reads %s objects in %s requests', async (total, requests) => {
    const controller = controllerOf(total)

    const dns = await readAll(QUERY, controller)

    expect(dns).toEqual(Array.from({ length: total }, (_, index) => `uni/tn-a/BD-${index}`))
    expect(controller.asked).toHaveLength(requests)
  })

  it('requests three pages at a time, once the first has shown how many there are', async () => {
    const controller = controllerOf(80_000)

    await readAll(QUERY, controller)

    expect(controller.most()).toBe(3)
  })

  it('requests smaller pages when objects are nested', async () => {
    const controller = controllerOf(2_000)

    await readAll(NESTED, controller)

    expect(controller.asked).toEqual(['0x1280', '1x1280'])
  })

  it('reports the total of the query', async () => {
    const totals: number[] = []

    await readAll(QUERY, { ...controllerOf(3), onTotal: (total) => totals.push(total) })

    expect(totals).toEqual([3])
  })
})

describe('pages that are too big', () => {
  it.each([5_000, 1_000, 200, 80])('are halved until the controller accepts them: at most %s objects', async (largestPage) => {
    const controller = controllerOf(12_345, { largestPage })

    const dns = await readAll(QUERY, controller)

    expect(new Set(dns).size).toBe(12_345)
    expect(dns).toHaveLength(12_345)
  })

  it('fail the run when the controller refuses the smallest page', async () => {
    await expect(readAll(QUERY, controllerOf(100, { largestPage: 79 }))).rejects.toMatchObject({ failure: { reason: 'too_big' } })
  })

  it('asks for smaller pages instead of parsing millions of tiny values', async () => {
    const controller = controllerOf(200)
    const hostile = new TextEncoder().encode(`{"totalCount":"200","imdata":[${'{},'.repeat(2_000_000)}{}]}`)
    const get = async (path: string): Promise<PageAnswer> =>
      path.includes('page-size=80') || path.includes('page-size=160') ? controller.get(path) : { ok: true, body: hostile }

    expect(await readAll(QUERY, { get })).toHaveLength(200)
    await expect(readAll(QUERY, { get: async () => ({ ok: true, body: hostile }) })).rejects.toMatchObject({
      failure: { reason: 'too_big' },
    })
  })
})

describe('a read that expects only a few objects', () => {
  it.each([
    [10, '0x80'],
    [80, '0x80'],
    [81, '0x160'],
    [100_000, '0x10240'],
  ])('for %s objects starts with page %s', async (expected, page) => {
    const controller = controllerOf(50_000)

    for await (const _ of readObjects(QUERY, { ...controller, expected })) break

    expect(controller.asked).toEqual([page])
  })

  it('reads larger and larger pages as it continues, each object once', async () => {
    const controller = controllerOf(30_000)

    const dns = await readAll(QUERY, { ...controller, expected: 10 })

    expect(new Set(dns).size).toBe(30_000)
    expect(dns).toHaveLength(30_000)
    expect(controller.asked.length).toBeLessThan(15)
    expect(controller.asked.slice(0, 4)).toEqual(['0x80', '1x80', '1x160', '1x320'])
  })

  it('does not repeat page sizes that were too big', async () => {
    const controller = controllerOf(2_000, { largestPage: 320 })

    await readAll(QUERY, { ...controller, expected: 10 })

    expect(controller.asked.filter((page) => page.endsWith('x640'))).toHaveLength(1)
  })
})

describe('an unreadable answer', () => {
  it.each([
    ['invalid JSON', '{"totalCount":"1","imdata":[{]}'],
    ['a missing list', '{"totalCount":"1","imdata":{}}'],
    ['a total that is not a number', '{"totalCount":"many","imdata":[]}'],
  ])('fails the run: %s', async (_, text) => {
    const get = async (): Promise<PageAnswer> => ({ ok: true, body: new TextEncoder().encode(text) })

    await expect(readAll(QUERY, { get })).rejects.toMatchObject({
      failure: { reason: 'unreachable', message: expect.stringMatching(/cannot be read/) },
    })
  })
})

it('keeps all objects without a DN', async () => {
  const imdata = Array.from({ length: 80 }, () => ({ fvBD: { attributes: { name: 'x' } } }))
  const get = async (): Promise<PageAnswer> => ({ ok: true, body: new TextEncoder().encode(JSON.stringify({ totalCount: '160', imdata })) })

  expect(await readAll(QUERY, { get, expected: 1 })).toHaveLength(160)
})
