import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createInProcessBus } from '../../adapters/cache/event-bus.ts'
import { openMailer } from '../../adapters/mail/mailer.ts'
import { createRootKey } from '../../adapters/secrets/root-key.ts'
import { createSecretBox, type SecretBox } from '../../adapters/secrets/secret-box.ts'
import { Secret } from '../../adapters/secrets/secret.ts'
import { createManualClock } from '../../testing/manual-clock.ts'
import { type SmtpServerSetup, startSmtpServer, type TestSmtpServer } from '../../testing/smtp-server.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { DAY, MINUTE, SECOND } from '../../kernel/durations.ts'
import { createJobs } from '../jobs/jobs.ts'
import { createOutbox } from './outbox.ts'

const mail = {
  to: 'ada@example.org',
  subject: 'Reset your password',
  text: 'https://heddle.example.org/reset/s3cret-link',
  html: '<a href="https://heddle.example.org/reset/s3cret-link">Reset</a>',
}
const newBox = () => createSecretBox({ current: createRootKey(new Secret(randomBytes(32).toString('base64'))) })
const box = newBox()
const bus = createInProcessBus(pino({ level: 'silent' }))

let database: TestDatabase
const opened: (() => unknown)[] = []

beforeAll(async () => {
  database = await createTestDatabase()
}, 120_000)
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close()
  await database.pool.query('delete from mail_outbox')
  await database.pool.query('delete from heddle_jobs.job')
})
afterAll(() => database.drop())

async function startServer(setup: SmtpServerSetup = {}): Promise<TestSmtpServer> {
  const server = await startSmtpServer(setup)
  opened.push(server.stop)
  return server
}

/** A process that posts, and sends only if it `works`; otherwise the test calls `deliver`. */
async function startProcess(
  server: TestSmtpServer,
  { works = false, secrets = box }: { works?: boolean; secrets?: SecretBox } = {},
) {
  const log: Record<string, unknown>[] = []
  const logger = pino({ level: 'info' }, { write: (line: string) => void log.push(JSON.parse(line)) })
  const clock = createManualClock()
  const mailer = await openMailer({ smtpUrl: new Secret(server.url), from: 'heddle@example.org' }, logger)
  const jobs = createJobs({ database, bus, clock, logger, works })
  const outbox = createOutbox({ database, jobs, mailer, secrets, clock, logger })
  outbox.register()
  await jobs.prepare()
  await jobs.start()
  const stop = async () => {
    await jobs.stop({ graceMs: 0 })
    mailer.close()
  }
  opened.push(stop)
  const post = (changes: Partial<typeof mail> = {}) =>
    database.transaction((tx) => outbox.post(tx, { ...mail, ...changes }))
  return { outbox, clock, log, post, stop }
}

async function readRows(): Promise<any[]> {
  const { rows } = await database.pool.query('select * from mail_outbox order by created_at')
  return rows
}
const readRow = async () => (await readRows())[0]

/** Makes retries due at once until the expectation is met. During an attempt time does not move: it could time out. */
async function hurry(
  clock: { advance: (ms: number) => Promise<void> },
  expectation: () => Promise<void> | void,
): Promise<void> {
  const look = async () => {
    await database.pool.query(
      `update heddle_jobs.job set start_after = now() where name = 'send-mail' and state = 'retry'`,
    )
    if ((await readRow()).state !== 'sending') await clock.advance(2 * SECOND)
    await expectation()
  }
  await vi.waitFor(look, { timeout: 20 * SECOND, interval: 50 })
}

/** Lets time pass until this is over. */
async function pass(clock: { advance: (ms: number) => Promise<void> }, work: Promise<unknown>): Promise<void> {
  let isOver = false
  void work.finally(() => (isOver = true))
  await vi.waitFor(
    async () => {
      if (!isOver) await clock.advance(SECOND)
      expect(isOver).toBe(true)
    },
    { timeout: 20 * SECOND, interval: 10 },
  )
}

const stateIs = (state: string) => async () => expect((await readRow()).state).toBe(state)

function holdBack() {
  const reached = Promise.withResolvers<void>()
  const letGo = Promise.withResolvers<void>()
  const beforeAccept = () => {
    reached.resolve()
    return letGo.promise
  }
  return { reached: reached.promise, letGo: letGo.resolve, beforeAccept }
}

describe('a posted mail', () => {
  it('is sent once its transaction has committed, not before', async () => {
    const server = await startServer()
    const { outbox } = await startProcess(server, { works: true })

    const sentBefore = await database.transaction(async (tx) => {
      await outbox.post(tx, mail)
      return server.mails.length
    })

    expect(await server.nextMail()).toMatchObject({
      to: [mail.to],
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
    })
    expect(sentBefore).toBe(0)
    await vi.waitFor(stateIs('sent'), 20_000)
    expect(await readRow()).toMatchObject({
      recipient: mail.to,
      attempts: 1,
      last_error: null,
      sent_at: expect.any(Date),
    })
  })

  it('never exists when its transaction rolls back', async () => {
    const server = await startServer()
    const { outbox, post } = await startProcess(server, { works: true })
    const failing = database.transaction(async (tx) => {
      await outbox.post(tx, mail)
      throw new Error('no')
    })

    await expect(failing).rejects.toThrow('no')
    await post({ subject: 'Another one' })

    expect(await server.nextMail()).toMatchObject({ subject: 'Another one' })
    await vi.waitFor(stateIs('sent'), 20_000)
    expect(await readRows()).toHaveLength(1)
    expect(server.mails).toHaveLength(1)
  })

  it('is unreadable in the database, and leaves none of its text there', async () => {
    const server = await startServer()
    const { outbox, post } = await startProcess(server)

    await post()
    const waiting = await readRow()
    const jobs = await database.pool.query(`select data from heddle_jobs.job where name = 'send-mail'`)
    await outbox.deliver(waiting.id)

    expect(waiting).toMatchObject({ state: 'waiting', body_sealed: expect.stringMatching(/^v1:/) })
    expect(JSON.stringify(waiting)).not.toContain('s3cret')
    expect(jobs.rows).toEqual([{ data: { mail_id: waiting.id } }])
    expect(await readRow()).toMatchObject({ state: 'sent', body_sealed: null })
  })

  it('is sent once by two concurrent deliveries and a later one', async () => {
    const { reached, letGo, beforeAccept } = holdBack()
    const server = await startServer({ beforeAccept })
    const [first, second] = [await startProcess(server), await startProcess(server)]
    await first.post()
    const { id } = await readRow()

    const sending = first.outbox.deliver(id)
    await reached
    const meanwhile = second.outbox.deliver(id)
    await expect(meanwhile).rejects.toThrow('another attempt at this mail is still in progress')
    letGo()
    await sending
    await second.outbox.deliver(id)

    expect(server.mails).toHaveLength(1)
    expect(await readRow()).toMatchObject({ state: 'sent', attempts: 1 })
  })

  it('that no longer exists is ignored', async () => {
    const { outbox } = await startProcess(await startServer())

    await outbox.deliver('0198c0de-0000-7000-8000-000000000001')

    expect(await readRows()).toEqual([])
  })
})

describe('a mail that cannot be sent now', () => {
  it('is retried, and arrives once', async () => {
    const server = await startServer({ failTimes: 2 })
    const { clock, post } = await startProcess(server, { works: true })

    await post()

    await hurry(clock, stateIs('sent'))
    expect(server.mails).toHaveLength(1)
    expect(await readRow()).toMatchObject({ attempts: 3, last_error: null, body_sealed: null })
  })

  it('waits with the reason, without any of its text in the log', async () => {
    const server = await startServer({ failTimes: 1 })
    const { log, post } = await startProcess(server, { works: true })

    await post()
    await vi.waitFor(
      async () => expect(await readRow()).toMatchObject({ state: 'waiting', last_error: 'EENVELOPE 451' }),
      20_000,
    )

    await vi.waitFor(
      () => expect(log).toMatchObject([{ level: 40, err: { message: 'could not send the mail: EENVELOPE 451' } }]),
      20_000,
    )
    expect(JSON.stringify(log)).not.toMatch(/s3cret|ada@/)
  })

  it('is given up after nine attempts: its text is deleted, and the log contains id and domain', async () => {
    const server = await startServer({ failTimes: Infinity })
    const { clock, log, post } = await startProcess(server, { works: true })

    await post()

    await hurry(clock, stateIs('failed'))
    const row = await readRow()
    const errors = log.filter(({ level }) => level === 50)
    expect(row).toMatchObject({ attempts: 9, last_error: 'EENVELOPE 451', body_sealed: null, sent_at: null })
    expect(errors).toMatchObject([{ mailId: row.id, domain: 'example.org', attempts: 9, reason: 'EENVELOPE 451' }])
    expect(JSON.stringify(log)).not.toMatch(/s3cret|ada@/)
    expect(server.mails).toEqual([])
  })

  it('is set aside after two processes died while they sent it', async () => {
    const server = await startServer()
    const { post } = await startProcess(server)
    await post()
    await database.pool.query(`update heddle_jobs.job set data = data || '{"deaths": 2}' where name = 'send-mail'`)

    const { clock } = await startProcess(server, { works: true })

    await hurry(clock, stateIs('failed'))
    expect(await readRow()).toMatchObject({ attempts: 0, last_error: expect.stringContaining('stopped twice') })
    expect(server.mails).toEqual([])
  })

  it('is given up at once when the recipient is refused', async () => {
    const server = await startServer({ refuse: () => true })
    const { outbox, log, post } = await startProcess(server)
    await post()
    const { id } = await readRow()

    await outbox.deliver(id)
    await outbox.deliver(id)

    expect(await readRow()).toMatchObject({
      state: 'failed',
      attempts: 1,
      last_error: 'EENVELOPE 550',
      body_sealed: null,
    })
    expect(log).toMatchObject([{ level: 50, mailId: id, domain: 'example.org', reason: 'EENVELOPE 550' }])
    expect(JSON.stringify(log)).not.toMatch(/s3cret|ada@/)
  })

  it('because its key is missing waits for the key', async () => {
    const server = await startServer()
    const [posting, stranger] = [await startProcess(server), await startProcess(server, { secrets: newBox() })]
    await posting.post()
    const { id } = await readRow()

    await expect(stranger.outbox.deliver(id)).rejects.toThrow('cannot decrypt its text')
    await posting.outbox.deliver(id)

    expect(server.mails).toHaveLength(1)
  })
})

describe('a process that ends while it sends', () => {
  it('returns the mail to waiting when it is stopped', async () => {
    const { reached, beforeAccept } = holdBack()
    const server = await startServer({ beforeAccept })
    const { post, stop } = await startProcess(server, { works: true })
    await post()
    await reached

    await stop()

    expect(await readRow()).toMatchObject({ state: 'waiting', last_error: 'EABORT' })
  })

  it('leaves the mail to a later attempt, with the same Message-ID', async () => {
    const server = await startServer()
    const { outbox, clock, post } = await startProcess(server)
    await post()
    const { id, body_sealed } = await readRow()
    await outbox.deliver(id)
    // The row as it is when the process dies before marking the mail.
    await database.pool.query(`update mail_outbox set state = 'sending', sent_at = null, body_sealed = $1`, [
      body_sealed,
    ])

    await clock.advance(2 * MINUTE)
    await expect(outbox.deliver(id)).rejects.toThrow('another attempt at this mail is still in progress')
    await clock.advance(MINUTE)
    await outbox.deliver(id)

    expect(server.mails.map(({ messageId }) => messageId)).toEqual([`<${id}@example.org>`, `<${id}@example.org>`])
    expect(await readRow()).toMatchObject({ state: 'sent', attempts: 2 })
  })

  it('but only lost the database for a moment marks the mail in the same attempt, so that no other process resends it', async () => {
    const server = await startServer()
    const [first, second] = [await startProcess(server), await startProcess(server)]
    await first.post()
    const { id } = await readRow()
    // A sequence does not roll back: the first mark fails, the next succeeds.
    await database.pool.query('create sequence marks')
    await database.pool.query(
      `alter table mail_outbox add constraint away check (sent_at is null or nextval('marks') > 1)`,
    )
    onTestFinished(async () => {
      await database.pool.query('alter table mail_outbox drop constraint away')
      await database.pool.query('drop sequence marks')
    })

    await pass(
      first.clock,
      first.outbox.deliver(id).catch(() => undefined),
    )
    await second.clock.advance(3 * MINUTE)
    await second.outbox.deliver(id)

    expect(server.mails).toHaveLength(1)
    expect(await readRow()).toMatchObject({ state: 'sent', attempts: 1, body_sealed: null })
  })

  it('but lost the database for longer marks the mail at its next attempt, and does not resend it', async () => {
    const server = await startServer()
    const { outbox, clock, post } = await startProcess(server)
    await post()
    const { id } = await readRow()
    await database.pool.query('alter table mail_outbox add constraint away check (sent_at is null)')

    await pass(clock, expect(outbox.deliver(id)).rejects.toThrow())
    await database.pool.query('alter table mail_outbox drop constraint away')
    const unmarked = await readRow()
    await outbox.deliver(id)

    expect(unmarked.state).toBe('sending')
    expect(await readRow()).toMatchObject({ state: 'sent', attempts: 1, body_sealed: null })
    expect(server.mails).toHaveLength(1)
  })
})

describe('upkeep', () => {
  it('deletes mails older than thirty days, however many', async () => {
    const { outbox, clock } = await startProcess(await startServer())
    await database.pool.query(
      `insert into mail_outbox (id, recipient, subject, state, created_at)
       select gen_random_uuid(), 'ada@example.org', 'old', 'sent', $1 from generate_series(1, 2500)`,
      [new Date(clock.now().getTime() - 30 * DAY - SECOND)],
    )
    await database.pool.query(
      `insert into mail_outbox (id, recipient, subject, state, created_at) values (gen_random_uuid(), 'ada@example.org', 'young', 'sent', $1)`,
      [new Date(clock.now().getTime() - 30 * DAY + SECOND)],
    )

    await outbox.deleteOld()

    expect(await readRows()).toMatchObject([{ subject: 'young' }])
  })
})
