import { describe, expect, it } from 'vitest'
import type { ControllerQuery } from '@heddle/domain/controller-query/controller-query.ts'
import type { FirstObjects } from '@heddle/domain/query/plan.ts'
import { readFirst } from './read-first.ts'

const QUERY: ControllerQuery = { target: { kind: 'class', class_name: 'aaaModLR' }, order_by: 'aaaModLR' }
const NEWEST: FirstObjects = { property: 'created', descending: true, count: 2, order: 'time' }

/** Reads the first two of `total` records, whose page has these times. */
async function read(total: number, times: readonly string[], first = NEWEST) {
  const asked: string[] = []
  const imdata = times.map((created, index) => ({ aaaModLR: { attributes: { dn: `record-${index}`, created } } }))
  const found = await readFirst(QUERY, first, {
    get: async (path) => {
      asked.push(decodeURIComponent(path))
      return { ok: true, body: new TextEncoder().encode(JSON.stringify({ totalCount: String(total), imdata })) }
    },
    pause: async () => true,
  })
  return { asked, dns: found?.objects.map(({ dn }) => dn) }
}

describe('the first objects by a date', () => {
  it('are one request', async () => {
    const { asked, dns } = await read(500, ['2026-03-02T00:00:00.000+01:00', '2026-03-01T00:00:00.000+01:00'])

    expect(dns).toEqual(['record-0', 'record-1'])
    expect(asked).toEqual(['/api/class/aaaModLR.json?order-by=aaaModLR.created|desc,aaaModLR.dn&page=0&page-size=2'])
  })

  it.each<[string, number, readonly string[], boolean]>([
    ['in order', 9, ['2026-03-02T00:00:00Z', '2026-03-01T00:00:00Z'], true],
    ['equal', 9, ['2026-03-01T00:00:00Z', '2026-03-01T00:00:00Z'], true],
    ['in the other order', 9, ['2026-03-01T00:00:00Z', '2026-03-02T00:00:00Z'], false],
    ['of different offsets', 9, ['2026-03-02T00:00:00+02:00', '2026-03-01T00:00:00+01:00'], false],
    ['no dates', 9, ['never', '2026-03-01T00:00:00Z'], false],
    ['empty', 9, ['', ''], false],
    ['all there are, in any order', 2, ['never', '2026-03-02T00:00:00+02:00'], true],
    ['none', 0, [], true],
    ['fewer than the controller counts', 9, ['2026-03-02T00:00:00Z'], false],
  ])('that are %s', async (_, total, times, isBelieved) => {
    expect((await read(total, times)).dns !== undefined).toBe(isBelieved)
  })

  it('may be the oldest', async () => {
    const oldest = { ...NEWEST, descending: false }

    expect((await read(9, ['2026-03-01T00:00:00Z', '2026-03-02T00:00:00Z'], oldest)).dns).toHaveLength(2)
    expect((await read(9, ['2026-03-02T00:00:00Z', '2026-03-01T00:00:00Z'], oldest)).dns).toBeUndefined()
  })
})

/** Reads the first two of `total` bridge domains, whose page has these DNs. */
async function readDns(total: number, dns: readonly string[], first: Partial<FirstObjects>) {
  const asked: string[] = []
  const imdata = dns.map((dn) => ({ fvBD: { attributes: { dn } } }))
  const query: ControllerQuery = { target: { kind: 'class', class_name: 'fvBD' }, order_by: 'fvBD' }
  const found = await readFirst(
    query,
    { property: 'dn', descending: false, count: 2, order: 'code', ...first },
    {
      get: async (path) => {
        asked.push(decodeURIComponent(path))
        return { ok: true, body: new TextEncoder().encode(JSON.stringify({ totalCount: String(total), imdata })) }
      },
      pause: async () => true,
    },
  )
  return { asked, isBelieved: found !== undefined }
}

describe('the first objects by dn', () => {
  it('are one request for as many, by code', async () => {
    const { asked, isBelieved } = await readDns(500, ['uni/tn-10', 'uni/tn-9'], { order: 'code' })

    expect(isBelieved).toBe(true)
    expect(asked).toEqual(['/api/class/fvBD.json?order-by=fvBD.dn|asc&page=0&page-size=2'])
  })

  it('are one request for a thousand, in natural order', async () => {
    const { asked, isBelieved } = await readDns(5000, thousandTo('uni/tn-x'), { order: 'natural' })

    expect(isBelieved).toBe(true)
    expect(asked).toEqual(['/api/class/fvBD.json?order-by=fvBD.dn|asc&page=0&page-size=1000'])
  })

  it.each<[string, number, readonly string[], Partial<FirstObjects>, boolean]>([
    ['before others that share a number', 5000, thousandTo('uni/tn-x10'), { order: 'natural' }, true],
    ['of numbers that shorter ones may precede', 5000, thousandTo('uni/tn-10'), { order: 'natural' }, false],
    ['of numbers, but all there are', 2, ['uni/tn-10', 'uni/tn-9'], { order: 'natural' }, true],
    ['in the other order', 9, ['uni/tn-b', 'uni/tn-a'], { order: 'code' }, false],
    ['in the other order, as wanted', 9, ['uni/tn-b', 'uni/tn-a'], { order: 'code', descending: true }, true],
    ['in an order without case', 9, ['uni/tn-a', 'uni/tn-B'], { order: 'code' }, false],
    ['fewer than wanted', 9, ['uni/tn-a'], { order: 'code' }, false],
  ])('that are %s', async (_, total, dns, first, isBelieved) => {
    expect((await readDns(total, dns, first)).isBelieved).toBe(isBelieved)
  })
})

/** A page of a thousand DNs, without digits but in the last one. */
function thousandTo(last: string): string[] {
  const letters = Array.from('abcdefghij')
  const names = letters.flatMap((a) => letters.flatMap((b) => letters.map((c) => `uni/tn-${a}${b}${c}`)))
  const isBefore = (dn: string) => dn < last
  return [...(names.every(isBefore) ? names : names.map((dn) => dn.replace('tn-', 'tn-0'))).slice(0, 999), last]
}
