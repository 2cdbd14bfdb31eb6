import { scriptOf } from '@heddle/simulators/automation/model/job-script.ts'
import { linesOf } from '@heddle/simulators/automation/output/job-output.ts'
import { type AutomationSimulator, startAutomation } from '@heddle/simulators/automation/start-automation.ts'
import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createInProcessBus } from '../../../adapters/cache/event-bus.ts'
import { SECOND } from '../../../kernel/durations.ts'
import { createEvents } from '../../../platform/events/events.ts'
import { createHints } from '../../../platform/work/hints.ts'
import { insertExecution } from '../../../testing/automation/insert-executions.ts'
import { simulatedOutput } from '../../../testing/automation/simulated-output.ts'
import { createManualClock } from '../../../testing/manual-clock.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { automationExecutions } from '../automation.tables.ts'
import { createOutputService } from './output.service.ts'
import { readOutputChunks } from './output.store.ts'

const logger = pino({ level: 'silent' })
const clock = createManualClock()
const { signal } = new AbortController()
const LINES = Array.from({ length: 90 }, (_unused, index) =>
  index % 7 === 3 ? '' : `\u001b[0;32m${index}\r\nok: [apic1] €🧵\u001b[0m`,
)
const TEXT = LINES.filter((line) => line !== '')
  .map((line) => `${line.replaceAll('\r\n', '\n')}\n`)
  .join('')

let database: TestDatabase
let output: ReturnType<typeof createOutputService>
beforeAll(async () => {
  database = await createTestDatabase()
  const events = createEvents(createInProcessBus(logger), logger)
  output = createOutputService({
    database,
    events,
    hints: createHints(),
    requests: { find: async () => undefined },
    clock,
    logger,
  })
})
afterAll(() => database.drop())

const rowOf = async (id: string) =>
  (await database.db.select().from(automationExecutions).where(eq(automationExecutions.id, id)))[0]!
async function storedText(id: string): Promise<string> {
  let text = ''
  for await (const { bytes } of readOutputChunks(database.db, id)) text += bytes.toString('utf8')
  return text
}

/** A job that prints a line each 100 ms, and the execution that launched it. */
async function launched(eventLag: { lagMs: number; holes?: { every: number; ms: number } }) {
  const script = scriptOf({ pendingMs: 0, waitingMs: 0, runMs: 9 * SECOND, eventEveryMs: 100, output: linesOf(LINES) })
  const simulator = await startAutomation({
    clock: 'manual',
    eventLag,
    templates: [{ id: 7, name: 'Deploy EPG', script }],
  })
  onTestFinished(() => simulator.close())
  const reply = await fetch(`${simulator.url}${simulator.prefix}job_templates/7/launch/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${simulator.token}`, 'content-type': 'application/json' },
    body: '{}',
  })
  const { id: jobId } = (await reply.json()) as { id: number }
  return { simulator, id: await insertExecution(database.db, { jobId }) }
}

/** Follows the job until it has ended; returns what was shown each second. */
async function watch(simulator: AutomationSimulator, id: string): Promise<string[]> {
  const shown: string[] = []
  for (let second = 0; second < 9; second++) {
    simulator.clock.advance(SECOND)
    await clock.advance(SECOND)
    await output.followLive(await rowOf(id), simulatedOutput(simulator), signal)
    shown.push(await storedText(id))
  }
  return shown
}
async function collect(simulator: AutomationSimulator, id: string): Promise<void> {
  await database.db.update(automationExecutions).set({ status: 'successful' }).where(eq(automationExecutions.id, id))
  await output.collect(await rowOf(id), simulatedOutput(simulator), signal)
}

describe('the output of a simulated job', () => {
  it.each([
    ['in time', { lagMs: 0 }],
    ['late', { lagMs: 1_500 }],
    ['out of order', { lagMs: 300, holes: { every: 4, ms: 1_200 } }],
  ])('whose events are stored %s is shown as it grows, without a gap, and then as a whole', async (_name, eventLag) => {
    const { simulator, id } = await launched(eventLag)

    const shown = await watch(simulator, id)
    simulator.clock.advance(5 * SECOND)
    await collect(simulator, id)

    for (const text of shown) expect(TEXT.startsWith(text)).toBe(true)
    expect(new Set(shown).size).toBeGreaterThan(5)
    expect(await storedText(id)).toBe(TEXT)
    expect(await rowOf(id)).toMatchObject({ outputReplaced: [], warnings: [], outputBytes: Buffer.byteLength(TEXT) })
  })
})
