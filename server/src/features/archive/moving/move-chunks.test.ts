import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Row } from '@heddle/domain/values/row.ts'
import { DAY, HOUR } from '../../../kernel/durations.ts'
import {
  canonicalRows,
  countChunks,
  type Lineage,
  makeLineage,
  startArchive,
  type StartedArchive,
} from '../../../testing/archive/start-archive.ts'
import { createTestDatabase, databaseKinds, type TestDatabase } from '../../../testing/test-database.ts'
import { moveEarlierChunks } from './move-chunks.ts'
import type { SnapshotRow } from '../snapshots.tables.ts'

const logger = pino({ level: 'silent' })
const rowsOf = (round: number): Row[] =>
  Array.from({ length: 1_500 }, (_, number) => ({
    dn: `uni/epg-${String(number).padStart(5, '0')}`,
    prio: number % 700 === round ? 1 : 0,
  }))

describe.each(databaseKinds())('a history from before the partitions (%s)', (kind) => {
  let database: TestDatabase
  let app: StartedArchive
  let lineage: Lineage
  let taken: { readonly snapshot: SnapshotRow; readonly round: number }[]

  beforeEach(async () => {
    database = await createTestDatabase({ kind })
    app = startArchive(database)
    lineage = await makeLineage(database)
    taken = []
    for (let round = 0; round < 3; round++) await capture(round)
    await putBack()
    await startMovingAt(app.clock.now())
  })
  afterEach(async () => {
    await app.archive.close()
    await database.drop()
  })

  async function capture(round: number): Promise<SnapshotRow> {
    const { snapshot } = await app.capture(lineage, rowsOf(round))
    taken.push({ snapshot, round })
    return snapshot
  }

  /** As the version before stored it. Its ids are smaller. */
  async function putBack(): Promise<void> {
    await database.db.execute(sql`
      with moved as (delete from lineage_chunks returning *)
      insert into snapshot_chunks (id, lineage_id, hash, base_id, row_count, raw_bytes, min_dn, max_dn, body) overriding system value
      select id, lineage_id, hash, base_id, row_count, raw_bytes, min_dn, max_dn, body from moved`)
  }

  const startMovingAt = (at: Date) =>
    database.db.execute(
      sql`update instance_settings set value = to_jsonb(${at.toISOString()}::text) where key = 'chunks_moving_since'`,
    )
  const move = () => moveEarlierChunks({ database, clock: app.clock, logger })
  const hasTable = async () =>
    (await database.db.execute<{ t: string | null }>(sql`select to_regclass('snapshot_chunks')::text as t`)).rows[0]!
      .t !== null

  async function expectAllReadable(): Promise<void> {
    for (const { snapshot, round } of taken) expect(await app.read(snapshot)).toEqual(canonicalRows(rowsOf(round)))
    const { stored, needed } = await countChunks(database)
    expect(stored).toBe(needed)
    const dn = String(rowsOf(0)[700]!['dn'])
    const snapshots = taken.map(({ snapshot }) => snapshot)
    expect((await app.archive.find(snapshots, dn)).size).toBe(snapshots.length)
  }

  it('is read where it is; what is new goes into partitions and builds on nothing that another version may remove', async () => {
    await expectAllReadable()

    const next = await capture(3)

    expect(next.changes).toMatchObject({ changed: 6 })
    const { rows } = await database.db.execute(sql`
      select c.id from lineage_chunks c join snapshot_chunks b on b.id = c.base_id`)
    expect(rows).toEqual([])
    await expectAllReadable()
  })

  it('moves step by step, while it is read and written, and its table disappears', async () => {
    await app.clock.leap(HOUR)
    const writing = capture(3)
    await move()
    await writing
    await expectAllReadable()

    await app.clock.leap(DAY)
    await move()

    expect(await hasTable()).toBe(false)
    await expectAllReadable()
    await capture(4)
    await expectAllReadable()
    await move()
  })

  it('keeps what is unneeded until it has moved, and then removes it', async () => {
    await app.remove(taken.shift()!.snapshot.id)
    const before = await countChunks(database)
    await app.clock.leap(DAY)
    await move()

    await app.archive.sweep()

    expect(before.stored).toBeGreaterThan(before.needed)
    await expectAllReadable()
  })

  it.skipIf(kind === 'embedded')(
    'stays for processes of the version before: an hour to move, a day to drop',
    async () => {
      await app.clock.leap(HOUR - 1)
      await move()
      const { rows } = await database.db.execute(sql`select 1 from lineage_chunks`)
      expect(rows).toEqual([])

      await app.clock.leap(1)
      await move()

      expect((await database.db.execute(sql`select 1 from snapshot_chunks`)).rows).toEqual([])
      expect(await hasTable()).toBe(true)
    },
  )

  it.skipIf(kind === 'embedded')('waits for a capture by a process of the version before', async () => {
    await database.db.execute(sql`
      insert into snapshot_captures (id, lineage_id, started_at, renewed_at, last_chunk_id, held_manifest_ids, held_chunk_ids)
      values (${randomUUID()}, ${taken[0]!.snapshot.lineageId}, now(), ${app.clock.now().toISOString()}, 1, '{}', '{}')`)
    await app.clock.leap(DAY)

    await move()

    expect((await database.db.execute(sql`select 1 from lineage_chunks`)).rows).toEqual([])
    expect(await hasTable()).toBe(true)
  })
})
