import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import type { RecordEvent } from '@heddle/domain/records/record-event.ts'
import type { SiemCollector, SiemTarget, Taken } from '../../adapters/siem/siem-collectors.ts'
import { createAuditRecorder } from '../../features/audit/index.ts'
import { createAuditService } from '../../features/audit/audit.service.ts'
import { checkFindings, checkResults, checks } from '../../features/checks/checks.tables.ts'
import { executionFindings, executions } from '../../features/executions/executions.tables.ts'
import { deliverRecords, type DeliverRecordsParts } from '../../features/records/deliver-records.ts'
import { createNaming } from '../../features/records/index.ts'
import { readStreams } from '../../features/records/read-streams.ts'
import { beginTarget } from '../../features/records/records.store.ts'
import { createEvents } from '../../platform/events/events.ts'
import { createInProcessBus } from '../../adapters/cache/event-bus.ts'
import { createManualClock } from '../manual-clock.ts'
import { createTestDatabase } from '../test-database.ts'

const logger = pino({ level: 'silent' })

export type Records = Awaited<ReturnType<typeof startRecords>>

/** A collector in this process, which takes everything unless a test says otherwise. */
export function createTestCollector(target: SiemTarget = 'syslog') {
  const taken: RecordEvent[] = []
  let answer: (events: readonly RecordEvent[]) => Taken | Promise<Taken> = () => ({ ok: true, refused: 0 })
  const collector: SiemCollector = {
    ...{ target, address: 'siem.example.org:6514' },
    send: async (events) => {
      const given = await answer(events)
      if (given.ok) taken.push(...events)
      return given
    },
  }
  return {
    collector,
    taken,
    answers: (next: typeof answer) => {
      answer = next
    },
    away: () => {
      answer = () => ({ ok: false, failure: { kind: 'unreachable', message: 'Nobody listens.' } })
    },
    back: () => {
      answer = () => ({ ok: true, refused: 0 })
    },
  }
}

/** The feature on a database, without HTTP. Nothing is sent until `deliver`. */
export async function startRecords() {
  const database = await createTestDatabase()
  const clock = createManualClock()
  const audit = createAuditRecorder(clock)
  const failures: SiemTarget[] = []
  const parts: DeliverRecordsParts = {
    ...{ database, clock, logger },
    naming: createNaming(async () => 'installation'),
    note: { taken: () => undefined, failed: (target) => failures.push(target) },
  }
  const signal = new AbortController().signal
  const log = createAuditService({
    ...{ database, clock, audit, logger },
    events: createEvents(createInProcessBus(logger), logger),
  })
  const about = { userId: null, username: 'edgar', controllerConnectionId: randomUUID() }
  return {
    database,
    clock,
    failures,
    log,
    sql: async (text: string, values: unknown[] = []) =>
      (await database.pool.query(text, values)).rows as Record<string, any>[],
    begin: (collector: SiemCollector, fromBeginning = false) =>
      beginTarget(database, collector.target, { fromBeginning, now: clock.now() }),
    deliver: (collector: SiemCollector, stopping = signal) => deliverRecords(parts, collector, stopping),
    streams: (...collectors: SiemCollector[]) => readStreams(database, clock, collectors),
    record: (description: string) =>
      database.transaction((tx) => audit.record(tx, { action: 'settings_change', description })),
    signIn: (username: string) =>
      database.transaction((tx) => audit.recordLoginAttempt(tx, { username, success: true, failureReason: '' })),
    /** A run with findings, as its end writes it. */
    addRun: async (items: readonly object[], draft = false) => {
      const id = randomUUID()
      await database.db.insert(executions).values({
        ...about,
        ...{ id, draft, trigger: 'manual', status: 'success', executedAt: clock.now(), deadlineAt: clock.now() },
      })
      await database.db
        .insert(executionFindings)
        .values({ executionId: id, index: 0, count: items.length, items: JSON.stringify(items), truncated: false })
      return id
    },
    /** A check of a capture with findings. */
    addCheck: async (name: string, items: readonly object[]) => {
      const id = randomUUID()
      await database.db.insert(checks).values({ ...about, id, createdAt: clock.now() })
      await database.db
        .insert(checkResults)
        .values({ checkId: id, position: 0, savedQueryId: randomUUID(), name, folder: '' })
      await database.db
        .insert(checkFindings)
        .values({ checkId: id, position: 0, index: 0, items: JSON.stringify(items), truncated: false })
    },
    stop: () => database.drop(),
  }
}

export const findingOf = (resource: string) => ({
  ...{ id: resource.padEnd(32, '0'), resource, reason: 'no VRF', severity: 'high', row: null, rows: 1, waiver: null },
})
