import { describe, expect, it } from 'vitest'
import type { ControllerQuery } from '@heddle/domain/controller-query/controller-query.ts'
import { readObjects, type ObjectReadOptions } from './read-objects.ts'
import type { PageAnswer } from './engine-types.ts'

const QUERY: ControllerQuery = { target: { kind: 'class', class_name: 'fvBD' }, order_by: 'fvBD' }
const NESTED: ControllerQuery = { ...QUERY, subtree: { depth: 'full', classes: ['fvSubnet'], required: false } }

const NO_PAUSE = () => Promise.resolve(true)

/** A controller with the given number of objects that refuses larger pages and records its requests. */
function controllerOf(total: number, { largestPage = Infinity } = {}) {
  const asked: string[] = []
  let underWay = 0
  let most = 0
  const get = async (path: string): Promise<PageAnswer> => {
    const [page = 0, size = 0] = ['page', 'page-size'].map((name) =>
      Number(new URL(path, 'http://c').searchParams.get(name)),
    )
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

async function readAll(
  query: ControllerQuery,
  options: Omit<ObjectReadOptions, 'pause'> & Partial<Pick<ObjectReadOptions, 'pause'>>,
): Promise<string[]> {
  const dns: string[] = []
  for await (const objects of readObjects(query, { pause: NO_PAUSE, ...options }))
    dns.push(...objects.map(({ dn }) => dn))
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
  it.each([5_000, 1_000, 200, 80])(
    'are halved until the controller accepts them: at most %s objects',
    async (largestPage) => {
      const controller = controllerOf(12_345, { largestPage })

      const dns = await readAll(QUERY, controller)

      expect(new Set(dns).size).toBe(12_345)
      expect(dns).toHaveLength(12_345)
    },
  )

  it('fail the run when the controller refuses the smallest page', async () => {
    await expect(readAll(QUERY, controllerOf(100, { largestPage: 79 }))).rejects.toMatchObject({
      failure: { reason: 'too_big' },
    })
  })

  it('asks for smaller pages instead of parsing millions of tiny values', async () => {
    const controller = controllerOf(200)
    const hostile = new TextEncoder().encode(`{"totalCount":"200","imdata":[${'{},'.repeat(2_000_000)}{}]}`)
    const get = async (path: string): Promise<PageAnswer> =>
      path.includes('page-size=80') || path.includes('page-size=160')
        ? controller.get(path)
        : { ok: true, body: hostile }

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

    for await (const _ of readObjects(QUERY, { ...controller, pause: NO_PAUSE, expected })) break

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

describe('an answer that does not add up', () => {
  const bodyOf = (total: number, names: readonly string[]): PageAnswer => ({
    ok: true,
    body: new TextEncoder().encode(
      JSON.stringify({
        totalCount: String(total),
        imdata: names.map((name) => ({ fvBD: { attributes: { dn: `uni/tn-a/BD-${name}` } } })),
      }),
    ),
  })
  const counted = (count: number | string): PageAnswer => ({
    ok: true,
    body: new TextEncoder().encode(
      JSON.stringify({ totalCount: '1', imdata: [{ moCount: { attributes: { count: String(count) } } }] }),
    ),
  })
  /** Answers pages and count requests as given, and records what it was asked. */
  function answering(pages: (path: string) => PageAnswer, counts: () => PageAnswer = () => counted(0)) {
    const asked: string[] = []
    const get = async (path: string) => {
      const isCount = path.includes('rsp-subtree-include=count')
      asked.push(isCount ? 'count' : 'page')
      return isCount ? counts() : pages(path)
    }
    return { get, asked }
  }
  const failsWith = (reason: string, message = /./) =>
    expect.objectContaining({ failure: expect.objectContaining({ reason, message: expect.stringMatching(message) }) })

  it('is an empty result when 500 are announced, none is listed, and none is counted', async () => {
    const controller = answering(() => bodyOf(500, []))

    expect(await readAll(QUERY, controller)).toEqual([])
    expect(controller.asked).toEqual(['page', 'page', 'page', 'count'])
  })

  it.each([
    ['some are counted', counted(500)],
    ['the count cannot be read', bodyOf(1, [])],
    ['the class cannot be counted', { ok: false, failure: { reason: 'bad_filter', message: 'no' } } as const],
  ])('fails when 500 are announced, none is listed, and %s', async (_, count) => {
    const controller = answering(
      () => bodyOf(500, []),
      () => count,
    )

    await expect(readAll(QUERY, controller)).rejects.toEqual(failsWith('busy', /500 more objects/))
  })

  it('fails when some of 500 are listed, whatever a count says', async () => {
    const controller = answering(() => bodyOf(500, ['a']))

    await expect(readAll(QUERY, controller)).rejects.toEqual(
      failsWith('busy', /1 objects on a page that should have 500/),
    )
  })

  it('is requested again when a page is short', async () => {
    let left = 2
    const controller = answering(() => (left-- > 0 ? bodyOf(3, ['a']) : bodyOf(3, ['a', 'b', 'c'])))

    expect(await readAll(QUERY, controller)).toHaveLength(3)
  })

  it('fails when the same object is listed for two', async () => {
    await expect(
      readAll(
        QUERY,
        answering(() => bodyOf(2, ['a', 'a'])),
      ),
    ).rejects.toEqual(failsWith('incomplete', /counts 2 objects but listed 1/))
  })

  it('is a warning when the total changed in between', async () => {
    const warnings: string[] = []
    const controller = answering((path) => {
      const names = Array.from({ length: 80 }, (_, index) => String(index))
      return path.includes('page=0') ? bodyOf(81, names) : bodyOf(82, ['80', '79'])
    })

    const dns = await readAll(QUERY, { ...controller, expected: 1, onWarning: (warning) => warnings.push(warning) })

    expect([dns.length, warnings]).toEqual([81, ['changed_during_read']])
  })

  it('is read again without `required` when a nested answer is shorter than its total', async () => {
    const nested: ControllerQuery = { ...QUERY, subtree: { depth: 'children', classes: ['fvSubnet'], required: true } }
    const controller = answering((path) => (path.includes('required') ? bodyOf(3, ['a']) : bodyOf(3, ['a', 'b', 'c'])))

    expect(await readAll(nested, controller)).toHaveLength(3)
    expect(controller.asked).not.toContain('count')
  })

  describe('in the background', () => {
    it('is found by a final count', async () => {
      const reading = readAll(QUERY, {
        background: true,
        countsAgain: true,
        ...answering(
          () => bodyOf(2, ['a', 'b']),
          () => counted(500),
        ),
      })

      await expect(reading).rejects.toEqual(failsWith('incomplete', /counts 500 objects but listed 2/))
    })

    it('is a warning when the class has changed by the time of the final count', async () => {
      const warnings: string[] = []
      let changed = false
      const controller = answering(
        () => (changed ? bodyOf(3, ['a', 'b', 'c']) : bodyOf(2, ['a', 'b'])),
        () => {
          changed = true
          return counted(3)
        },
      )

      const dns = await readAll(QUERY, {
        ...controller,
        background: true,
        countsAgain: true,
        onWarning: (warning) => warnings.push(warning),
      })

      expect([dns.length, warnings]).toEqual([2, ['changed_during_read']])
    })

    it('waits for a busy controller, longer and longer, up to a minute', async () => {
      const waits: number[] = []
      const busy: PageAnswer = { ok: false, failure: { reason: 'busy', message: 'HTTP 503' } }
      const pause = async (ms: number) => waits.push(ms) > 0
      const controller = answering(
        () => (waits.length < 9 ? busy : bodyOf(1, ['a'])),
        () => counted(1),
      )
      const dns: string[] = []

      for await (const objects of readObjects(QUERY, { ...controller, pause, background: true, countsAgain: true }))
        dns.push(...objects.map(({ dn }) => dn))

      expect(dns).toHaveLength(1)
      expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000])
    })

    it('stops waiting for a busy controller when the run ends', async () => {
      const controller = answering(() => ({ ok: false, failure: { reason: 'busy', message: 'HTTP 503' } }))

      await expect(
        readAll(QUERY, { ...controller, background: true, countsAgain: true, pause: async () => false }),
      ).rejects.toEqual(failsWith('busy'))
      expect(controller.asked).toEqual(['page'])
    })

    it('does not wait forever for a page that never adds up', async () => {
      let waited = 0
      const pause = async (ms: number) => (waited += ms) > 0
      const controller = answering(
        () => bodyOf(3, ['a']),
        () => counted(3),
      )
      const reading = (async () => {
        for await (const _ of readObjects(QUERY, { ...controller, pause, background: true, countsAgain: true }));
      })()

      await expect(reading).rejects.toEqual(failsWith('busy'))
      expect(waited).toBeGreaterThan(60_000)
      expect(waited).toBeLessThan(150_000)
    })
  })

  it('is not waited for while a user waits', async () => {
    const controller = answering(() => ({ ok: false, failure: { reason: 'busy', message: 'HTTP 503' } }))

    await expect(readAll(QUERY, controller)).rejects.toEqual(failsWith('busy'))
    expect(controller.asked).toEqual(['page'])
  })
})

it('keeps all objects without a DN', async () => {
  const imdata = Array.from({ length: 80 }, () => ({ fvBD: { attributes: { name: 'x' } } }))
  const get = async (): Promise<PageAnswer> => ({
    ok: true,
    body: new TextEncoder().encode(JSON.stringify({ totalCount: '160', imdata })),
  })

  expect(await readAll(QUERY, { get, expected: 1 })).toHaveLength(160)
})
