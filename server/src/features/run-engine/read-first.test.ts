import { describe, expect, it } from 'vitest'
import type { ControllerQuery } from '@heddle/domain/controller-query/controller-query.ts'
import { readFirst } from './read-first.ts'

const QUERY: ControllerQuery = { target: { kind: 'class', class_name: 'aaaModLR' }, order_by: 'aaaModLR' }
const NEWEST = { property: 'created', descending: true, count: 2 }

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
