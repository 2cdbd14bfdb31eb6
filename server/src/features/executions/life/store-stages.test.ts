import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SECOND } from '../../../kernel/durations.ts'
import { createManualClock } from '../../../testing/manual-clock.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import type { Stage } from '../../run-engine/index.ts'
import { executions, pipelineExecutions } from '../executions.tables.ts'
import { readStages } from './runs.store.ts'
import { storeStagesPeriodically } from './store-stages.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

async function newRun(stages: readonly Stage[] = []): Promise<{ id: string; attempt: number }> {
  const [id, now] = [randomUUID(), new Date()]
  const subject = { savedQueryId: randomUUID(), savedQueryVersion: 1, controllerConnectionId: randomUUID() }
  const run = { username: 'somebody', trigger: 'manual', status: 'running', attempts: 2 } as const
  await database.db.insert(executions).values({ id, ...subject, ...run, executedAt: now, deadlineAt: now })
  await database.db
    .insert(pipelineExecutions)
    .values({ id: randomUUID(), executionId: id, status: 'running', stages: [...stages], startedAt: now })
  return { id, attempt: 2 }
}

const stage = (index: number, changes: Partial<Stage> = {}): Stage => ({
  index,
  name: `step ${index}`,
  type: 'post_processor',
  status: 'pending',
  input_rows: null,
  output_rows: null,
  input_sample: [],
  output_sample: [],
  started_at: null,
  duration_ms: null,
  request: null,
  ...changes,
})

function storing(run: { id: string; attempt: number }) {
  const clock = createManualClock('2026-03-02T09:00:00Z')
  const written: unknown[] = []
  const { db } = database
  const watched = {
    ...database,
    db: Object.assign(Object.create(db) as typeof db, {
      update: (...table: Parameters<typeof db.update>) => {
        written.push(table)
        return db.update(...table)
      },
    }),
  }
  const stages = storeStagesPeriodically({ database: watched, run, clock, logger: pino({ level: 'silent' }) })
  return { ...stages, written, aSecondLater: () => clock.leap(SECOND) }
}

describe('the stages of a run in progress', () => {
  it('are stored once a second, and later only those that have changed', async () => {
    const run = await newRun()
    const { changed, aSecondLater, close, written } = storing(run)
    const many = Array.from({ length: 12 }, (_, index) => stage(index))
    many.forEach(changed)
    changed(stage(0, { status: 'running' }))
    await aSecondLater()

    expect(await readStages(database.db, run.id)).toEqual([stage(0, { status: 'running' }), ...many.slice(1)])
    // What was not sent again is what is stored, whatever that is.
    await database.db.update(pipelineExecutions).set({ stages: [...many, stage(12)] })
    changed(stage(11, { status: 'running' }))
    changed(stage(13, { output_sample: [{ text: 'a\0b' }] }))
    await aSecondLater()
    await aSecondLater()
    close()

    expect(await readStages(database.db, run.id)).toEqual([
      ...many.slice(0, 11),
      stage(11, { status: 'running' }),
      stage(12),
      stage(13, { output_sample: [{ text: 'a\ufffdb' }] }),
    ])
    expect(written).toHaveLength(2)
  })

  it('replace those of an earlier attempt', async () => {
    const run = await newRun([stage(0, { status: 'success' }), stage(1, { status: 'running' })])
    const { changed, aSecondLater, close } = storing(run)

    changed(stage(0))
    await aSecondLater()
    close()

    expect(await readStages(database.db, run.id)).toEqual([stage(0)])
  })

  it('are not stored by an attempt that another one has followed', async () => {
    const run = await newRun([stage(0, { status: 'success' })])
    const { changed, aSecondLater, close } = storing({ ...run, attempt: 1 })

    for (const status of ['pending', 'running'] as const) {
      changed(stage(0, { status }))
      await aSecondLater()
    }
    close()

    expect(await readStages(database.db, run.id)).toEqual([stage(0, { status: 'success' })])
  })
})
