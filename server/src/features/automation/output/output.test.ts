import { createHash, randomInt } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { STDOUT_CHUNK_BYTES } from '@heddle/contract/automation.ts'
import { createInProcessBus } from '../../../adapters/cache/event-bus.ts'
import { type JobEvent } from '../../../adapters/automation-server/automation-server.ts'
import { MINUTE, SECOND } from '../../../kernel/durations.ts'
import { createEvents } from '../../../platform/events/events.ts'
import { createHints } from '../../../platform/work/hints.ts'
import { insertExecution } from '../../../testing/automation/insert-executions.ts'
import { type ScriptedJob, scriptedJob, scriptedServer } from '../../../testing/automation/scripted-server.ts'
import { createManualClock } from '../../../testing/manual-clock.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { automationExecutions } from '../automation.tables.ts'
import { createOutputService } from './output.service.ts'
import { readOutputChunks } from './output.store.ts'
import { AutomationFailure } from '../../../adapters/automation-server/automation-failure.ts'

const logger = pino({ level: 'silent' })
const clock = createManualClock()
const { signal } = new AbortController()
let database: TestDatabase
let output: ReturnType<typeof createOutputService>
let job: ScriptedJob
beforeAll(async () => {
  database = await createTestDatabase()
  const events = createEvents(createInProcessBus(logger), logger)
  const requests = { find: async () => undefined }
  output = createOutputService({ database, events, hints: createHints(), requests, clock, logger })
})
afterAll(() => database.drop())
beforeEach(() => {
  job = scriptedJob()
})

const rowOf = async (id: string) => {
  const [row] = await database.db.select().from(automationExecutions).where(eq(automationExecutions.id, id))
  return row!
}
async function storedText(id: string): Promise<string> {
  let text = ''
  for await (const { offset, bytes } of readOutputChunks(database.db, id)) {
    expect(offset).toBe(Buffer.byteLength(text))
    text += bytes.toString('utf8')
  }
  const row = await rowOf(id)
  expect(row.outputBytes).toBe(Buffer.byteLength(text))
  expect(row.outputPreview).toBe(Array.from(text.slice(0, 4_000)).slice(0, 2_000).join(''))
  return text
}
const started = () => insertExecution(database.db)
const end = (id: string) =>
  database.db.update(automationExecutions).set({ status: 'successful' }).where(eq(automationExecutions.id, id))
const follow = async (id: string) => output.followLive(await rowOf(id), scriptedServer(job), signal)
async function collect(id: string): Promise<void> {
  await end(id)
  const row = await rowOf(id)
  await output.collect(row, scriptedServer(job), signal)
}
/** Lets the clock run until the promise has settled. */
async function whileTimePasses(promise: Promise<void>): Promise<void> {
  let isSettled = false
  void promise.catch(() => undefined).finally(() => (isSettled = true))
  for (let turn = 0; !isSettled; turn++) {
    await new Promise((resolve) => setTimeout(resolve, 5))
    if (turn % 2 === 1) await clock.advance(SECOND)
  }
  await promise
}
const eventsOf = (texts: readonly string[], first = 1): JobEvent[] =>
  texts.map((stdout, index) => ({ counter: first + index, stdout }))
const rendered = (texts: readonly string[]) =>
  texts
    .filter((text) => text !== '')
    .map((text) => `${text.replaceAll('\r\n', '\n')}\n`)
    .join('')
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

describe('live output', () => {
  it('shows events as the automation server renders them', async () => {
    const id = await started()
    job.events = eventsOf(['', '\r\nPLAY [all] ***', 'ok: [apic1]\r\n  msg: é'])

    await follow(id)

    expect(await storedText(id)).toBe('\nPLAY [all] ***\nok: [apic1]\n  msg: é\n')
    expect(await rowOf(id)).toMatchObject({ outputCursor: 3, outputCompleteAt: null })
  })

  it('waits at a hole and goes on when it closes', async () => {
    const id = await started()
    job.events = eventsOf(['one', 'two', 'three', 'four']).filter(({ counter }) => counter !== 2)
    await follow(id)
    const before = await storedText(id)
    await clock.advance(9 * SECOND)
    job.events = eventsOf(['one', 'two', 'three', 'four'])

    await follow(id)

    expect([before, await storedText(id)]).toEqual(['one\n', 'one\ntwo\nthree\nfour\n'])
  })

  it('stops at a hole that stays for ten seconds; the final output brings the rest', async () => {
    const id = await started()
    job.events = eventsOf(['one', 'two', 'three']).filter(({ counter }) => counter !== 2)
    await follow(id)
    await clock.advance(10 * SECOND)
    job.events = eventsOf(['one', 'two', 'three'])
    await follow(id)
    const before = await storedText(id)
    job.output = ['one\ntwo\nthree\n']

    await collect(id)

    expect([before, await storedText(id)]).toEqual(['one\n', 'one\ntwo\nthree\n'])
    expect((await rowOf(id)).outputReplaced).toEqual([])
  })

  it('is not stored twice when two processes read the same events', async () => {
    const id = await started()
    job.events = eventsOf(['one', 'two'])

    await Promise.all([follow(id), follow(id), follow(id)])

    expect(await storedText(id)).toBe('one\ntwo\n')
  })

  it('stores nothing for an execution that has ended', async () => {
    const id = await started()
    const before = await rowOf(id)
    await end(id)
    job.events = eventsOf(['late'])

    await output.followLive(before, scriptedServer(job), signal)

    expect(await storedText(id)).toBe('')
  })

  it('followed by the final output loses and shifts nothing, wherever events are split and read', async () => {
    for (let round = 0; round < 3; round++) {
      const id = await started()
      const texts = Array.from({ length: 60 }, (_unused, index) => `${index} ${'é€🧵x\r\n'.repeat(randomInt(1_000))}`)
      const seen = randomInt(texts.length)
      for (let read = 0; read < seen; read += randomInt(1, 20)) {
        job.events = eventsOf(texts.slice(0, read))
        await follow(id)
      }
      const all = Buffer.from(rendered(texts))
      job.output = []
      for (let place = 0; place < all.length;) {
        const length = randomInt(1, 100_000)
        job.output = [...job.output, all.subarray(place, place + length)]
        place += length
      }

      await collect(id)

      expect(await storedText(id)).toBe(all.toString('utf8'))
      expect(await rowOf(id)).toMatchObject({
        outputReplaced: [],
        outputSha256: sha256(all.toString('utf8')),
        warnings: [],
      })
    }
  })
})

describe('the final output', () => {
  it('is stored in chunks, with its hash and its first characters', async () => {
    const id = await started()
    const text = '\u001b[0;33mchanged: €\u001b[0m\r\n'.repeat(20_000)
    job.output = [text]

    await collect(id)

    expect(await storedText(id)).toBe(text.replaceAll('\r\n', '\n'))
    expect(await rowOf(id)).toMatchObject({
      outputCompleteAt: clock.now(),
      outputSha256: sha256(text.replaceAll('\r\n', '\n')),
    })
  })

  it('replaces what was read before from the first line that differs', async () => {
    const lines = Array.from({ length: 30_000 }, (_unused, index) => `line ${index}`)
    for (const differs of [0, 9_000, 29_999]) {
      const id = await started()
      job.events = eventsOf(
        lines.map((line, index) => (index === differs ? `${line} as it was` : line)).reduce(inGroups, []),
      )
      for (let read = 0; read < 5; read++) await follow(id)
      const text = `${lines.join('\n')}\n`
      job.output = [text]

      await collect(id)

      expect(await storedText(id)).toBe(text)
      expect(await rowOf(id)).toMatchObject({
        outputReplaced: [
          Buffer.byteLength(
            lines
              .slice(0, differs)
              .map((line) => `${line}\n`)
              .join(''),
          ),
        ],
        outputSha256: sha256(text),
      })
    }
  })

  it('replaces from the start of a line that began in an earlier chunk', async () => {
    const id = await started()
    const long = 'x'.repeat(3 * STDOUT_CHUNK_BYTES)
    job.events = eventsOf(['first', `${long} live`])
    await follow(id)
    job.output = [`first\n${long} final\n`]

    await collect(id)

    expect(await storedText(id)).toBe(`first\n${long} final\n`)
    expect((await rowOf(id)).outputReplaced).toEqual([6])
  })

  it('that is shorter than what was read before takes nothing away', async () => {
    const id = await started()
    job.events = eventsOf(['one', 'two', 'three'])
    await follow(id)
    job.output = ['one\n']

    await collect(id)

    expect(await storedText(id)).toBe('one\ntwo\nthree\n')
    expect(await rowOf(id)).toMatchObject({ outputReplaced: [], outputSha256: sha256('one\ntwo\nthree\n') })
  })

  it('is read once the automation server has stored all events', async () => {
    const id = await started()
    let asked = 0
    job.eventsFinished = () => ++asked > 5
    job.output = ['all\n']

    await whileTimePasses(collect(id))

    expect(await storedText(id)).toBe('all\n')
    expect((await rowOf(id)).warnings).toEqual([])
  })

  it('is read after a minute when events stay away, with a warning', async () => {
    const id = await started()
    job.eventsFinished = () => false
    job.output = ['some\n']
    const before = clock.now().getTime()

    await whileTimePasses(collect(id))

    expect(await storedText(id)).toBe('some\n')
    expect((await rowOf(id)).warnings).toEqual([expect.stringContaining('incomplete')])
    expect(clock.now().getTime() - before).toBeGreaterThanOrEqual(MINUTE)
  })

  it('is read again after a failure, and nothing is stored twice', async () => {
    const id = await started()
    const text = 'line\n'.repeat(400_000)
    let attempts = 0
    job.eventsFinished = () => {
      job.output = ++attempts < 3 ? [text.slice(0, 1_200_000), new AutomationFailure('lost_answer', 'cut off')] : [text]
      return undefined
    }

    await whileTimePasses(collect(id))

    expect(await storedText(id)).toBe(text)
    expect(await rowOf(id)).toMatchObject({ warnings: [], outputReplaced: [] })
    expect(attempts).toBe(3)
  })

  it('that cannot be read leaves what was stored, and says so', async () => {
    const id = await started()
    job.events = eventsOf(['one'])
    await follow(id)
    job.output = ['one\ntwo', new AutomationFailure('unreachable', 'connect ECONNREFUSED')]

    await whileTimePasses(collect(id))

    expect(await storedText(id)).toBe('one\n')
    const row = await rowOf(id)
    expect(row.warnings).toEqual([expect.stringContaining('ECONNREFUSED')])
    expect(row).toMatchObject({ outputCompleteAt: expect.any(Date), outputSha256: sha256('one\n') })
  })

  it('of a job that was deleted meanwhile is what was read before', async () => {
    const id = await started()
    job.events = eventsOf(['one'])
    await follow(id)
    job.eventsFinished = () => new AutomationFailure('not_found', 'Not found.', 404)

    await collect(id)

    expect(await storedText(id)).toBe('one\n')
    expect((await rowOf(id)).warnings).toEqual([expect.stringContaining('deleted')])
  })

  it('of a workflow job is empty and complete at once', async () => {
    const id = await insertExecution(database.db, { jobKind: 'workflow_job' })

    await collect(id)

    expect(await rowOf(id)).toMatchObject({
      outputCompleteAt: expect.any(Date),
      outputBytes: 0,
      outputSha256: sha256(''),
      warnings: [],
    })
    expect(job.reads).toBe(0)
  })

  it('is left for another attempt when the process stops', async () => {
    const id = await started()
    await end(id)
    const controller = new AbortController()
    job.eventsFinished = () => {
      controller.abort(new Error('stopping'))
      return false
    }

    await expect(output.collect(await rowOf(id), scriptedServer(job), controller.signal)).rejects.toThrow('stopping')

    expect((await rowOf(id)).outputCompleteAt).toBeNull()
  })

  it('read by two processes at once is stored once', async () => {
    const id = await started()
    const text = 'line €\n'.repeat(300_000)
    job.output = [text.slice(0, 1_000_001), text.slice(1_000_001)]

    await Promise.all([collect(id), collect(id)])

    expect(await storedText(id)).toBe(text)
    expect(await rowOf(id)).toMatchObject({ outputReplaced: [], outputSha256: sha256(text), warnings: [] })
  })
})

/** A hundred lines in each event. */
function inGroups(groups: string[], line: string, index: number): string[] {
  if (index % 100 === 0) groups.push(line)
  else groups.push(`${groups.pop()!}\r\n${line}`)
  return groups
}
