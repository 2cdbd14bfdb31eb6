import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Row } from '@heddle/domain/values/row.ts'
import { type Random, seededRandom } from '@heddle/domain/testing/random.ts'
import type { Database } from '../../adapters/database/database.ts'
import { MINUTE } from '../../kernel/durations.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import type { SnapshotRow } from './snapshots.tables.ts'
import {
  canonicalRows,
  count,
  countChunks,
  type Lineage,
  makeLineage,
  startArchive,
  type StartedArchive,
  toChunks,
} from '../../testing/archive/start-archive.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

type Kept = { readonly snapshot: SnapshotRow; readonly rows: readonly Row[] }
type World = {
  readonly app: StartedArchive
  readonly random: Random
  readonly lineages: readonly Lineage[]
  kept: Kept[]
  rows: Row[]
}

const STEPS = 25

describe('captures, deletions, sweeps and crashes in any order', () => {
  it.each([1, 2, 3])('keep every row of every snapshot and leave no unneeded chunk behind (seed %i)', async (seed) => {
    const app = startArchive(database)
    const random = seededRandom(seed)
    const world: World = {
      app,
      random,
      lineages: [await makeLineage(database), await makeLineage(database)],
      kept: [],
      rows: rowsOf(400),
    }

    for (let step = 0; step < STEPS; step++)
      await random.pick([captureOne, captureOne, captureSome, deleteSome, sweepNow, crash, cancel])(world)

    for (const { snapshot, rows } of world.kept) expect(await app.read(snapshot)).toEqual(canonicalRows(rows))
    await app.clock.leap(11 * MINUTE)
    await app.archive.sweep()
    const { stored, needed } = await countChunks(database)
    expect(stored).toBe(needed)
    expect(await count(database, 'snapshot_captures')).toBe(0)
    for (const { snapshot, rows } of world.kept) expect(await app.read(snapshot)).toEqual(canonicalRows(rows))
    await app.remove(...world.kept.map(({ snapshot }) => snapshot.id))
    await app.archive.sweep()
    expect(await count(database, 'all_chunks')).toBe(0)
    await app.archive.close()
  })
})

const rowsOf = (howMany: number): Row[] =>
  Array.from({ length: howMany }, (_, number) => ({
    dn: `uni/tn-${String(number).padStart(5, '0')}`,
    scope: (number * 7_919) % 9_973,
  }))

/** A variation of the last result, or an earlier result again. */
function nextRows(world: World): Row[] {
  const { random, kept } = world
  if (kept.length > 0 && random.chance(0.3)) return (world.rows = [...random.pick(kept).rows])
  return (world.rows = world.rows.flatMap((row) => {
    if (random.chance(0.005)) return []
    return random.chance(0.01) ? [{ ...row, scope: random.below(9_973) }] : [row]
  }))
}

async function captureOne(world: World): Promise<void> {
  const rows = nextRows(world)
  const { snapshot } = await world.app.capture(world.random.pick(world.lineages), rows)
  world.kept.push({ snapshot, rows })
}

/** Three at once, with deletions and sweeps running alongside. */
async function captureSome(world: World): Promise<void> {
  const captures = [captureOne(world), captureOne(world), captureOne(world)]
  await Promise.all([...captures, deleteSome(world), sweepNow(world), deleteSome(world)])
}

async function deleteSome({ app, random, kept }: World): Promise<void> {
  const going = kept.filter(() => random.chance(0.2))
  for (const one of going) kept.splice(kept.indexOf(one), 1)
  await app.remove(...going.map(({ snapshot }) => snapshot.id))
}

const sweepNow = ({ app }: World): Promise<void> => app.archive.sweep()

/** The process dies in the middle of a capture: nothing is written from then on. */
async function crash(world: World): Promise<void> {
  const { app, random, lineages } = world
  let isGone = false
  const dying = startArchive(onDatabase(() => isGone))
  await dying.clock.leap(app.clock.now().getTime() - dying.clock.now().getTime())
  async function* rows() {
    yield* toChunks(nextRows(world))
    yield* toChunks(rowsOf(random.below(5_000)).map((row) => ({ ...row, round: random.below(1_000) })))
    isGone = true
    yield* toChunks(rowsOf(10))
  }
  await expect(dying.captureChunks(random.pick(lineages), rows())).rejects.toThrow('the process died')
  await dying.archive.close()
}

function onDatabase(isGone: () => boolean): Database {
  const alive = <T>(work: () => Promise<T>): Promise<T> =>
    isGone() ? Promise.reject(new Error('the process died')) : work()
  return { ...database, transaction: (work, options) => alive(() => database.transaction(work, options)) }
}

async function cancel(world: World): Promise<void> {
  const stop = new AbortController()
  async function* rows() {
    yield* toChunks(nextRows(world))
    stop.abort(new Error('cancelled'))
    yield* toChunks(rowsOf(1))
  }
  await expect(
    world.app.captureChunks(world.random.pick(world.lineages), rows(), { signal: stop.signal }),
  ).rejects.toThrow('cancelled')
}
