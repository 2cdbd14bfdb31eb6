import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Row } from '@heddle/domain/values/row.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import type { SnapshotRow } from './snapshots.tables.ts'
import { makeLineage, startArchive, type StartedArchive } from '../../testing/archive/start-archive.ts'

let database: TestDatabase
let app: StartedArchive
beforeAll(async () => {
  database = await createTestDatabase()
  app = startArchive(database)
  return () => app.archive.close()
})
afterAll(() => database.drop())

const dnOf = (number: number) => `uni/tn-${String(number).padStart(5, '0')}`
const CAPTURES = 30

/** Rows appear, disappear and change; some captures are sorted, some are not, some have duplicate DNs. */
function version(round: number, isSorted: boolean): Row[] {
  const rows: Row[] = []
  for (let number = 0; number < 700; number++) {
    if ((number + round) % 53 === 0) continue
    rows.push({ dn: dnOf(number), value: (number * 7 + round) % 41 === 0 ? round : 0 })
    if ((number + round) % 67 === 0) rows.push({ dn: dnOf(number), value: 'again' })
  }
  return isSorted
    ? rows
    : rows
        .map((row, index) => ({ row, at: (index * 397) % 701 }))
        .sort((a, b) => a.at - b.at)
        .map(({ row }) => row)
}

describe('finding a DN over many captures', () => {
  it.each([
    ['sorted', () => true],
    ['unsorted', () => false],
    ['mixed', (round: number) => round % 3 !== 0],
  ])('returns the first row with the DN from each capture (%s)', async (_, isSorted) => {
    const [one, other] = [await makeLineage(database), await makeLineage(database)]
    const captured: { snapshot: SnapshotRow; rows: Row[] }[] = []
    for (let round = 0; round < CAPTURES; round++) {
      const rows = version(round, isSorted(round))
      captured.push({ snapshot: (await app.capture(round % 5 === 4 ? other : one, rows)).snapshot, rows })
    }
    const snapshots = captured.map(({ snapshot }) => snapshot)

    for (const dn of [dnOf(0), dnOf(67), dnOf(131), dnOf(350), dnOf(699), 'uni/tn-00350x', 'a', 'zz']) {
      const found = await app.archive.find(snapshots, dn)
      for (const { snapshot, rows } of captured)
        expect(found.get(snapshot.id)).toEqual(rows.find((row) => row['dn'] === dn))
    }
  })

  it('finds the first row of a DN that is repeated over many chunks', async () => {
    const repeated = Array.from({ length: 3_000 }, (_, number) => ({ dn: dnOf(5), number }))
    const lineage = await makeLineage(database)
    const { snapshot } = await app.capture(lineage, [{ dn: dnOf(4) }, ...repeated, { dn: dnOf(6) }])

    const found = await app.archive.find([snapshot], dnOf(5))

    expect(snapshot).toMatchObject({ isDnSorted: true, hasUniqueDns: false })
    expect(found.get(snapshot.id)).toEqual({ dn: dnOf(5), number: 0 })
  })
})
