import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Row } from '@heddle/domain/values/row.ts'
import { parseCanonicalRow } from '@heddle/domain/snapshot/canonical-row.ts'
import { diffRows, presentChangedRow } from '@heddle/domain/snapshot/diff-rows.ts'
import type { DiffRules } from '@heddle/domain/snapshot/diff-rules.ts'
import { type Random, seededRandom } from '@heddle/domain/testing/random.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { encodeBlob } from './blob.ts'
import {
  canonicalRows,
  collect,
  makeLineage,
  startArchive,
  type StartedArchive,
  toChunks,
} from '../../testing/archive/start-archive.ts'
import { createDiffer } from './thread/differ.ts'

let database: TestDatabase
let app: StartedArchive
beforeAll(async () => {
  database = await createTestDatabase()
  app = startArchive(database)
  return () => app.archive.close()
})
afterAll(() => database.drop())

const RULES: readonly DiffRules[] = [
  { match: 'dn', ignoreFields: ['modTs'] },
  { match: 'dn', ignoreFields: [] },
  { match: 'hash', ignoreFields: ['modTs'] },
  { match: { keyFields: ['scope', 'prio'] }, ignoreFields: ['modTs'] },
]

function randomRow(random: Random): Row {
  const row: Row = { scope: random.below(60), prio: random.pick(['level1', 'level2', null]) }
  if (random.chance(0.9)) row['dn'] = `uni/tn-${random.below(600)}`
  if (random.chance(0.5)) row['modTs'] = String(random.below(3))
  return row
}

const randomRows = (random: Random): Row[] => Array.from({ length: random.below(800) }, () => randomRow(random))

/** Some rows removed, some added, some changed; sometimes in another order. */
function altered(rows: readonly Row[], random: Random): Row[] {
  const result = rows.flatMap((row) => {
    if (random.chance(0.02)) return []
    if (random.chance(0.02)) return [row, randomRow(random)]
    return random.chance(0.03) ? [{ ...row, ...randomRow(random) }] : [row]
  })
  return random.chance(0.3) ? result.toReversed() : result
}

function expectedOf(before: readonly Row[], after: readonly Row[], rules: DiffRules, limit: number) {
  const { counts, added, removed, changed } = diffRows(canonicalRows(before), canonicalRows(after), rules)
  return {
    counts,
    added: added.slice(0, limit).map(parseCanonicalRow),
    removed: removed.slice(0, limit).map(parseCanonicalRow),
    changed: changed.slice(0, limit).map((pair) => presentChangedRow(pair, rules)),
    truncated: Math.max(added.length, removed.length, changed.length) > limit,
  }
}

describe('comparing', () => {
  it.each([1, 2, 3, 4])(
    'finds the same as comparing all rows, across lineages and in any order (seed %i)',
    async (seed) => {
      const random = seededRandom(seed)
      const before = randomRows(random)
      const after = altered(before, random)
      const [one, other] = [await makeLineage(database), await makeLineage(database)]
      const a = (await app.capture(one, before)).snapshot
      const b = (await app.capture(one, after)).snapshot
      const c = (await app.capture(other, after)).snapshot

      for (const rules of RULES) {
        for (const limit of [10_000, 5]) {
          const expected = expectedOf(before, after, rules, limit)
          expect(await app.archive.compare(a, b, rules, limit)).toEqual(expected)
          expect(await app.archive.compare(a, c, rules, limit)).toEqual(expected)
          expect(await app.archive.compareWithRows(a, toChunks(after), rules, limit)).toEqual(expected)
        }
        expect(await app.archive.compare(c, a, rules, 10_000)).toEqual(expectedOf(after, before, rules, 10_000))
        const { added, removed, changed } = expectedOf(before, after, rules, 10_000)
        const all = (await collect(app.archive.compareAll(a, b, rules))).flat()
        expect(all).toEqual([
          ...added.map((row) => ({ change: 'added', row })),
          ...removed.map((row) => ({ change: 'removed', row })),
          ...changed.map((change) => ({ change: 'changed', ...change })),
        ])
        const pairs = diffRows(canonicalRows(before), canonicalRows(after), rules).changed
        expect((await collect(app.archive.compareRows(a, b, rules))).flat()).toEqual([
          ...added.map((row) => ({ change: 'added', before: null, after: row })),
          ...removed.map((row) => ({ change: 'removed', before: row, after: null })),
          ...pairs.map((pair) => ({
            change: 'changed',
            before: parseCanonicalRow(pair.before),
            after: parseCanonicalRow(pair.after),
          })),
        ])
      }
    },
  )

  it('chooses how live rows are matched by whether their DNs are unique', async () => {
    const { snapshot } = await app.capture(await makeLineage(database), [{ dn: 'a' }])
    const seen: boolean[] = []
    const rules = (rowsHaveUniqueDns: boolean): DiffRules => {
      seen.push(rowsHaveUniqueDns)
      return { match: 'dn', ignoreFields: [] }
    }

    await app.archive.compareWithRows(snapshot, toChunks([{ dn: 'a' }, { dn: 'b' }]), rules, 1)
    await app.archive.compareWithRows(snapshot, toChunks([{ dn: 'a' }, { dn: 'a' }]), rules, 1)

    expect(seen).toEqual([true, false])
  })
})

/** More rows that differ than are held in memory at once, in few rows. */
const LONG_ROWS = 17
const LONG_TEXT = 'x'.repeat(4 * 1024 * 1024)

describe('a difference too large for memory', () => {
  it('is noticed while it is read, and then found part by part, the counts and every difference once', async () => {
    const long = Array.from({ length: LONG_ROWS }, (_, index) => ({ dn: `uni/tn-long-${index}`, descr: LONG_TEXT }))
    const short = [{ dn: 'uni/tn-a', prio: 'level1' }, { dn: 'uni/tn-b' }, { dn: 'uni/tn-c' }]
    const lineage = await makeLineage(database)
    const a = (await app.capture(lineage, short)).snapshot
    const b = (await app.capture(lineage, [{ dn: 'uni/tn-a', prio: 'level2' }, short[1]!, ...long])).snapshot
    const opened = vi.spyOn(app.threads, 'open')
    const partsOf = () => opened.mock.calls.splice(0).map(([, start]) => (start as { parts?: number }).parts)
    const rules: DiffRules = { match: 'dn', ignoreFields: [] }

    const compared = await app.archive.compare(a, b, rules, 1)
    const ofAnswer = partsOf()
    const found: string[] = []
    for await (const page of app.archive.compareAll(a, b, rules))
      found.push(...page.map((one) => `${one.change} ${String((one.change === 'changed' ? one.key : one.row)['dn'])}`))
    const ofExport = partsOf()

    expect([ofAnswer, ofExport]).toEqual([
      [1, 2],
      [1, 2, 2],
    ])
    expect(compared).toMatchObject({
      counts: { added: LONG_ROWS, removed: 1, changed: 1, unchanged: 1 },
      removed: [{ dn: 'uni/tn-c' }],
      changed: [{ key: { dn: 'uni/tn-a' } }],
      truncated: true,
    })
    expect(compared.added.map(({ dn }) => dn)).toEqual(['uni/tn-long-0'])
    expect(found.toSorted()).toEqual(
      ['changed uni/tn-a', 'removed uni/tn-c', ...long.map(({ dn }) => `added ${dn}`)].toSorted(),
    )
  })

  it.each(RULES)('is found part by part ($match)', (rules) => {
    const random = seededRandom(11)
    const before = randomRows(random)
    const after = altered(before, random)
    const encode = (rows: readonly Row[]) => [
      { body: encodeBlob(Buffer.from(canonicalRows(rows).join('\n'))).body, base: null },
    ]
    const differ = createDiffer({ rules, parts: 3, limit: 20 })

    for (const part of [0, 1, 2]) {
      differ.add({ part, before: encode(before), after: encode(after) })
      differ.diff(undefined)
    }

    const whole = createDiffer({ rules, parts: 1, limit: 20 })
    whole.add({ part: 0, before: encode(before), after: encode(after) })
    whole.diff(undefined)
    expect(differ.finish(undefined)).toEqual(whole.finish(undefined))
  })
})
