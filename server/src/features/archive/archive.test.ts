import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Row } from '@heddle/domain/values/row.ts'
import { canonicalRow } from '@heddle/domain/snapshot/canonical-row.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { savedQueries } from '../queries/index.ts'
import type { SnapshotRow } from './snapshots.tables.ts'
import { CaptureLost, SnapshotGone } from './archive-types.ts'
import {
  canonicalRows,
  collect,
  count,
  countChunks,
  type Lineage,
  makeLineage,
  startArchive,
  type StartedArchive,
  toChunks,
} from '../../testing/archive/start-archive.ts'

let database: TestDatabase
let app: StartedArchive
beforeAll(async () => {
  database = await createTestDatabase()
  app = startArchive(database)
  return () => app.archive.close()
})
afterAll(() => database.drop())

const epg = (number: number, changes: Row = {}): Row => ({
  dn: `uni/tn-a/ap-b/epg-${String(number).padStart(6, '0')}`,
  prio: 'level3',
  ...changes,
})
const epgs = (howMany: number, changes?: (number: number) => Row): Row[] =>
  Array.from({ length: howMany }, (_, number) => epg(number, changes?.(number)))
const newLineage = (): Promise<Lineage> => makeLineage(database)
const nothing = { added: 0, removed: 0, changed: 0, unchanged: 0 }

describe('the rows of a snapshot', () => {
  const odd: Row[] = [
    { dn: 'uni/tn-ünïcode', descr: 'a "quoted"\nline \u2028 \\ \u0000 😀', list: ['b', 1, null, ['c']] },
    { dn: 'uni/tn-\ud800', empty: '', nothing: null, no: false, number: -1.5e-7 },
    { Z: 1, a: 2, é: 3, '10': 4, '9': 5 },
    {},
  ]

  it('are read back unchanged, in the order of the result', async () => {
    const { snapshot } = await app.capture(await newLineage(), odd)

    expect(await app.read(snapshot)).toEqual(canonicalRows(odd))
    expect(snapshot).toMatchObject({ rowCount: 4, changes: null, isDnSorted: false, hasUniqueDns: false })
    expect(snapshot.sizeBytes).toBe(Buffer.byteLength(canonicalRows(odd).join('\n')))
  })

  it('may be an empty list', async () => {
    const { snapshot } = await app.capture(await newLineage(), [])

    expect(await app.read(snapshot)).toEqual([])
    expect(await app.archive.listDns(snapshot)).toEqual([])
    expect(await app.archive.find([snapshot], 'uni')).toEqual(new Map())
    expect(snapshot).toMatchObject({ rowCount: 0, sizeBytes: 0, hasUniqueDns: true })
  })

  it('may be larger than any chunk and have DNs too long for an index entry', async () => {
    const rows = [
      epg(1),
      { dn: `uni/${'x'.repeat(20_000)}`, descr: 'long '.repeat(2_000_000) },
      { dn: `uni/${'x'.repeat(20_000)}z` },
    ]
    const lineage = await newLineage()
    const { snapshot } = await app.capture(lineage, rows)
    const second = await app.capture(lineage, [
      ...rows.slice(0, 2),
      { dn: `uni/${'x'.repeat(20_000)}z`, descr: 'short' },
    ])

    expect(await app.read(snapshot)).toEqual(canonicalRows(rows))
    expect(second.snapshot.changes).toEqual({ ...nothing, changed: 1, unchanged: 2 })
    for (const row of rows)
      expect((await app.archive.find([snapshot], String(row['dn']))).get(snapshot.id)).toEqual(row)
  })

  it('are read by page', async () => {
    const rows = epgs(2_000)
    const { snapshot } = await app.capture(await newLineage(), rows)

    for (const [offset, limit] of [
      [0, 1],
      [63, 400],
      [1_990, 50],
      [2_000, 10],
      [0, 0],
    ] as const) {
      expect(await app.read(snapshot, { offset, limit })).toEqual(canonicalRows(rows.slice(offset, offset + limit)))
    }
  })

  it('determine the version hash regardless of row and column order', async () => {
    const rows = epgs(300, (number) => ({ scope: number }))
    const turned = rows.toReversed().map((row) => Object.fromEntries(Object.entries(row).toReversed()))

    const [one, other, third] = [
      await app.capture(await newLineage(), rows),
      await app.capture(await newLineage(), turned),
      await app.capture(await newLineage(), [...rows.slice(1), { ...rows[0]!, scope: '0' }]),
    ]

    expect(one.snapshot.versionHash).toMatch(/^sha256:[0-9a-f]{64}$/)
    expect(other.snapshot.versionHash).toBe(one.snapshot.versionHash)
    expect(third.snapshot.versionHash).not.toBe(one.snapshot.versionHash)
  })

  it('cannot be read further once the snapshot is deleted', async () => {
    const { snapshot } = await app.capture(await newLineage(), epgs(5_000))
    const reading = app.archive.rows(snapshot)[Symbol.asyncIterator]()
    await reading.next()
    await app.remove(snapshot.id)

    const rest = (async () => {
      while (!(await reading.next()).done);
    })()

    await expect(rest).rejects.toThrow(SnapshotGone)
  })
})

describe('a capture', () => {
  it('stores little when little has changed', async () => {
    const lineage = await newLineage()
    const noise = (number: number) => ({
      pcTag: String((number * 7919) % 49_000),
      descr: `${(number * 104_729) % 99_991} is what it is`,
    })
    const first = await app.capture(lineage, epgs(5_000, noise))

    const second = await app.capture(
      lineage,
      epgs(5_000, (number) => ({ ...noise(number), ...(number % 100 === 7 && { prio: 'level1' }) })),
    )

    expect(second.snapshot.storedBytes).toBeLessThan(first.snapshot.storedBytes * 0.05)
    expect(second.snapshot.changes).toEqual({ ...nothing, changed: 50, unchanged: 4_950 })
    expect(second.previousId).toBe(first.snapshot.id)
    expect(second.changedRows).toHaveLength(10)
    const fields = { prio: { before: 'level3', after: 'level1' } }
    expect(second.changedRows[0]).toEqual({ key: { dn: epg(7)['dn'] }, fields })
  })

  it('stores nothing when nothing has changed', async () => {
    const lineage = await newLineage()
    const first = await app.capture(lineage, epgs(500))

    const second = await app.capture(lineage, epgs(500))

    expect(second.snapshot).toMatchObject({
      storedBytes: 0,
      manifestId: first.snapshot.manifestId,
      changes: { ...nothing, unchanged: 500 },
    })
  })

  it('counts added, removed and changed rows without the ignored fields', async () => {
    const lineage = await newLineage()
    await app.capture(
      lineage,
      epgs(400, () => ({ modTs: 'then' })),
    )
    const rows = epgs(450, (number) => ({ modTs: 'now', ...(number === 77 && { prio: 'level1' }) })).filter(
      (_, number) => number % 40 !== 3,
    )

    const { snapshot } = await app.capture(lineage, rows, { rules: { strategy: 'auto', ignoreFields: ['modTs'] } })

    expect(snapshot.changes).toEqual({ added: 48, removed: 10, changed: 1, unchanged: 389 })
  })

  it('runs its last step in the transaction that creates the snapshot', async () => {
    const lineage = await newLineage()
    const onCommit = async () => {
      throw new Error('the audit log is full')
    }

    await expect(app.capture(lineage, epgs(10), { onCommit })).rejects.toThrow('the audit log is full')

    expect(await count(database, 'snapshot_captures')).toBe(0)
    await app.archive.sweep()
    const rows = await database.db.execute(
      sql`select 1 from all_chunks join snapshot_lineages l on l.id = lineage_id where saved_query_id = ${lineage.savedQueryId}`,
    )
    expect(rows.rows).toEqual([])
  })

  it('stores nothing when its rows fail or its signal fires', async () => {
    const lineage = await newLineage()
    const stop = new AbortController()
    async function* rows(end: () => void) {
      yield* toChunks(epgs(3_000))
      end()
      yield* toChunks(epgs(10))
    }
    const cancel = () => stop.abort(new Error('cancelled'))
    const fail = () => {
      throw new Error('the run failed')
    }

    await expect(app.captureChunks(lineage, rows(fail))).rejects.toThrow('the run failed')
    await expect(app.captureChunks(lineage, rows(cancel), { signal: stop.signal })).rejects.toThrow('cancelled')
    await app.archive.sweep()

    expect(await count(database, 'snapshot_captures')).toBe(0)
    expect(await countChunks(database)).toSatisfy(({ stored, needed }) => stored === needed)
  })

  it('fails when its thread dies, and the next capture succeeds', async () => {
    const own = startArchive(database)
    const lineage = await newLineage()
    async function* rows() {
      yield* toChunks(epgs(2_000))
      await own.threads.close()
      yield* toChunks(epgs(10))
    }

    const failed = own.captureChunks(lineage, rows())

    await expect(failed).rejects.toThrow('the snapshot thread has ended')
    await expect(app.capture(lineage, epgs(10))).resolves.toMatchObject({ snapshot: { rowCount: 10 } })
  })

  it('fails when its query is deleted before or during it', async () => {
    const lineage = await newLineage()
    const drop = () => database.db.delete(savedQueries).where(sql`id = ${lineage.savedQueryId}`)
    async function* rows() {
      yield* toChunks(epgs(2_000))
      await drop()
      yield* toChunks(epgs(10))
    }

    await expect(app.captureChunks(lineage, rows())).rejects.toThrow(CaptureLost)
    await expect(app.capture(lineage, epgs(10))).rejects.toThrow(CaptureLost)
  })

  it('counts its changes against the previous snapshot when several captures of one query run at once', async () => {
    const lineage = await newLineage()
    await app.capture(lineage, epgs(1_000))
    const versions = Array.from({ length: 6 }, (_, version) =>
      epgs(1_000 + version, (number) => (number % 97 === version ? { prio: `level${version}` } : {})),
    )

    const captured = await Promise.all(versions.map((rows) => app.capture(lineage, rows)))

    for (const [index, { snapshot }] of captured.entries())
      expect(await app.read(snapshot)).toEqual(canonicalRows(versions[index]!))
    for (const { snapshot, previousId } of captured) {
      const previous = captured.find((one) => one.snapshot.id === previousId)?.snapshot
      if (!previous) continue
      const { counts } = await app.archive.compare(previous, snapshot, { match: 'dn', ignoreFields: [] }, 1)
      expect(snapshot.changes).toEqual(counts)
    }
    expect(await countChunks(database)).toSatisfy(({ stored, needed }) => stored === needed)
  })
})

describe('deleting', () => {
  it('frees exactly the bytes announced and nothing that other snapshots need', async () => {
    const lineage = await newLineage()
    const versions = Array.from({ length: 8 }, (_, version) =>
      epgs(900, (number) => ({
        descr: `${(number * 7919) % 4_001}`,
        ...(number % 31 === version && { prio: `level${version}` }),
      })),
    )
    const captured: SnapshotRow[] = []
    for (const rows of versions) captured.push((await app.capture(lineage, rows)).snapshot)

    // The first snapshot is the base of the others' chunks and manifests.
    for (const gone of [0, 4, 7, 1]) {
      const promised = await app.archive.bytesReclaimable([captured[gone]!.id])
      expect(await app.remove(captured[gone]!.id)).toEqual({ deleted: 1, bytesReclaimed: promised })
      expect(await countChunks(database)).toSatisfy(({ stored, needed }) => stored === needed)
    }
    for (const left of [2, 3, 5, 6]) expect(await app.read(captured[left]!)).toEqual(canonicalRows(versions[left]!))

    const rest = [2, 3, 5, 6].map((left) => captured[left]!.id)
    const promised = await app.archive.bytesReclaimable([...rest, captured[0]!.id])
    expect(await app.remove(...rest, captured[0]!.id)).toEqual({ deleted: 4, bytesReclaimed: promised })
  })

  it('removes nothing that a running capture builds on', async () => {
    const lineage = await newLineage()
    const [before, now] = [
      epgs(1_500, () => ({ descr: 'before' })),
      epgs(1_500, (number) => ({ descr: number % 100 === 0 ? 'now' : 'before' })),
    ]
    const oldest = await app.capture(lineage, now)
    const newest = await app.capture(lineage, before)
    async function* rows() {
      const [first, ...rest] = await collect(toChunks(now))
      yield first!
      await app.remove(oldest.snapshot.id, newest.snapshot.id)
      await app.archive.sweep()
      yield* rest
      await app.archive.sweep()
    }

    const { snapshot } = await app.captureChunks(lineage, rows())
    await app.archive.sweep()

    expect(await app.read(snapshot)).toEqual(canonicalRows(now))
    expect(snapshot.changes).toBeNull()
    expect(await countChunks(database)).toSatisfy(({ stored, needed }) => stored === needed)
  })

  it('a saved query deletes its snapshots and everything they stored', async () => {
    const lineage = await newLineage()
    const { snapshot } = await app.capture(lineage, epgs(100))

    await database.db.delete(savedQueries).where(sql`id = ${lineage.savedQueryId}`)
    await app.archive.sweep()

    const left = await database.db.execute(sql`select id from all_chunks where lineage_id = ${snapshot.lineageId}
      union all select 1 from snapshots where lineage_id = ${snapshot.lineageId}`)
    expect(left.rows).toEqual([])
  })
})

describe('a list of DNs', () => {
  it('has each DN once, in byte order, with its class', async () => {
    const rows = [
      { dn: 'uni/tn-😀', className: 'fvTenant' },
      { dn: 'uni/tn-\uffee' },
      { dn: 'uni/tn-"b"', className: 'fvTenant' },
      { dn: 'uni/tn-a', nested: [1] },
      { dn: 'uni/tn-a', className: 'other' },
      { name: '"dn":"no"' },
    ]
    const { snapshot } = await app.capture(await newLineage(), rows, { facts: { className: 'fvBD' } })

    expect(await app.archive.listDns(snapshot)).toEqual([
      { dn: 'uni/tn-"b"', className: 'fvTenant' },
      { dn: 'uni/tn-a', className: 'fvBD' },
      { dn: 'uni/tn-\uffee', className: 'fvBD' },
      { dn: 'uni/tn-😀', className: 'fvTenant' },
    ])
  })

  it('is read from the database only once', async () => {
    const { snapshot } = await app.capture(await newLineage(), epgs(10))

    const [one, other] = await Promise.all([app.archive.listDns(snapshot), app.archive.listDns(snapshot)])

    expect(other).toBe(one)
    expect(one.map(({ dn }) => canonicalRow({ dn }))).toEqual(epgs(10).map(({ dn }) => canonicalRow({ dn: dn! })))
  })
})
