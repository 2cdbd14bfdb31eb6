import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Row } from '@heddle/domain/values/row.ts'
import {
  type ObjectStorageSimulator,
  startObjectStorage,
} from '@heddle/simulators/object-storage/start-object-storage.ts'
import type { ObjectStorage } from '../../../adapters/object-storage/object-storage.ts'
import { openObjectStorage } from '../../../adapters/object-storage/open-object-storage.ts'
import { Secret } from '../../../adapters/secrets/secret.ts'
import { HOUR, MINUTE } from '../../../kernel/durations.ts'
import {
  canonicalRows,
  collect,
  type Lineage,
  makeLineage,
  startArchive,
  type StartedArchive,
  toChunks,
} from '../../../testing/archive/start-archive.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { ServiceUnavailable } from '../../../kernel/errors.ts'
import { CaptureLost, SnapshotGone } from '../archive-types.ts'
import { requireStorage } from './stored-packs.ts'

const rowsOf = (round: number): Row[] =>
  Array.from({ length: 1_000 }, (_, number) => ({
    dn: `uni/epg-${String(number).padStart(5, '0')}`,
    prio: number % 500 === round ? 1 : 0,
  }))
const otherRows = (): Row[] => Array.from({ length: 1_000 }, (_, number) => ({ dn: `uni/other-${number}` }))

describe('snapshots in object storage', () => {
  let database: TestDatabase
  let simulator: ObjectStorageSimulator
  let storage: ObjectStorage
  let app: StartedArchive
  let lineage: Lineage

  beforeAll(async () => void (database = await createTestDatabase()))
  afterAll(() => database.drop())
  beforeEach(async () => {
    simulator = await startObjectStorage()
    const { url, bucket, credentials } = simulator
    const secret = new Secret(credentials.secret)
    storage = await openObjectStorage(
      { url, bucket, region: 'any', keyId: credentials.keyId, secret },
      { connectMs: 1_000, silenceMs: 1_000, attempts: 1 },
    )
    app = startArchive(database, storage)
    lineage = await makeLineage(database)
  })
  afterEach(async () => {
    await app.archive.close()
    await storage.close()
    await simulator.close()
    await database.pool.query('delete from snapshot_packs')
  })

  const files = (): string[] => [...simulator.objects.keys()].filter((key) => key.startsWith('packs/'))
  const deleteQuery = () => database.pool.query('delete from saved_queries where id = $1', [lineage.savedQueryId])
  const capture = async (rows: readonly Row[]) => (await app.capture(lineage, rows)).snapshot
  async function sweepLater(ms = 2 * HOUR): Promise<void> {
    await app.clock.leap(ms)
    await app.archive.sweep()
  }

  it('are read back, compared and searched as from the database, with one file a capture', async () => {
    const [first, second] = [await capture(rowsOf(0)), await capture(rowsOf(1))]

    expect(await app.read(first)).toEqual(canonicalRows(rowsOf(0)))
    expect(await app.read(second, { offset: 490, limit: 20 })).toEqual(canonicalRows(rowsOf(1)).slice(490, 510))
    expect((await app.archive.compare(first, second, { match: 'dn', ignoreFields: [] }, 10)).counts.changed).toBe(4)
    expect((await app.archive.find([first, second], 'uni/epg-00001')).get(second.id)).toMatchObject({ prio: 1 })
    expect(files()).toHaveLength(2)
    expect((await collect(app.archive.packs())).map(({ key }) => key).toSorted()).toEqual(files().toSorted())
  })

  it('read what is close together in one request', async () => {
    const snapshot = await capture(rowsOf(0))
    const before = simulator.requests.length

    await app.read(snapshot)

    expect(simulator.requests.slice(before).filter(({ method }) => method === 'GET')).toHaveLength(1)
  })

  it('share a history with snapshots from before, whose rows stay in the database', async () => {
    const before = startArchive(database)
    const { snapshot: first } = await before.capture(lineage, rowsOf(0))
    await app.clock.leap(HOUR)

    const second = await capture(rowsOf(1))

    expect(await app.read(first)).toEqual(canonicalRows(rowsOf(0)))
    expect(await app.read(second)).toEqual(canonicalRows(rowsOf(1)))
    await before.archive.close()
  })

  it('free their files when they are deleted, but not while somebody may still be reading', async () => {
    const kept = await capture(rowsOf(0))
    const gone = await capture(otherRows())

    await app.remove(gone.id)
    await sweepLater(MINUTE)
    expect(files()).toHaveLength(2)

    await sweepLater()
    expect(files()).toHaveLength(1)
    expect(await app.read(kept)).toEqual(canonicalRows(rowsOf(0)))
    await expect(app.read(gone)).rejects.toBeInstanceOf(SnapshotGone)
  })

  it('move together when most of a file is no longer needed', async () => {
    const gone = await capture([
      ...rowsOf(0),
      ...otherRows(),
      ...otherRows().map(({ dn }) => ({ dn: `${String(dn)}/more` })),
    ])
    const kept = await capture(rowsOf(0))
    const [original] = files()
    await app.remove(gone.id)

    await sweepLater()
    await sweepLater()

    expect(files()).not.toContain(original)
    expect(await app.read(kept)).toEqual(canonicalRows(rowsOf(0)))
    expect((await app.capture(lineage, rowsOf(1))).snapshot.changes).toMatchObject({ changed: 4 })
  })

  it('leave a file to the sweep whose rows were never stored', async () => {
    const failing = app.captureChunks(lineage, loseQuery(rowsOf(0)))

    await expect(failing).rejects.toBeInstanceOf(CaptureLost)
    expect(files()).toHaveLength(1)
    await sweepLater()

    expect(files()).toEqual([])
    expect((await database.pool.query('select 1 from snapshot_packs')).rowCount).toBe(0)
  })

  it('leave nothing in the bucket once their query is deleted', async () => {
    const { lineageId } = await capture(rowsOf(0))
    await deleteQuery()

    await sweepLater()
    await sweepLater()

    expect(files()).toEqual([])
    for (const table of ['all_chunks', 'snapshot_packs', 'snapshots'])
      expect((await database.pool.query(`select 1 from ${table} where lineage_id = $1`, [lineageId])).rowCount).toBe(0)
    expect((await database.pool.query('select 1 from snapshot_lineages where id = $1', [lineageId])).rowCount).toBe(0)
  })

  it('are not captured while the storage is away, and lose nothing', async () => {
    const first = await capture(rowsOf(0))
    simulator.fault = 503

    await expect(capture(otherRows())).rejects.toBeInstanceOf(ServiceUnavailable)

    simulator.fault = undefined
    expect(await app.read(await capture(otherRows()))).toEqual(canonicalRows(otherRows()))
    expect(await app.read(first)).toEqual(canonicalRows(rowsOf(0)))
  })

  it('need the storage at every start', async () => {
    await requireStorage(database.db, undefined)
    await capture(rowsOf(0))

    await requireStorage(database.db, storage)
    await expect(requireStorage(database.db, undefined)).rejects.toThrow('set OBJECT_STORAGE_URL')
  })

  async function* loseQuery(rows: readonly Row[]) {
    yield* toChunks(rows)
    await deleteQuery()
  }
})
