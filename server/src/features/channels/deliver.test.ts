import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Webhook } from 'standardwebhooks'
import { DAY, HOUR, MINUTE, SECOND } from '../../kernel/durations.ts'
import { type Channels, startChannels } from '../../testing/channels/start-channels.ts'
import type { PostMessage } from '../../adapters/receiver/post-message.ts'

let channels: Channels
beforeAll(async () => {
  channels = await startChannels()
})
afterAll(() => channels.stop())
beforeEach(() => channels.receiver.answers({ status: 200 }))
afterEach(async () => {
  await channels.sql('delete from notification_channels')
  channels.receiver.arrivals.length = 0
})

const arrived = () => channels.receiver.arrivals.map(({ body }) => JSON.parse(body))
const titles = () => arrived().map(({ data }) => data.title)
const idsSent = () => channels.receiver.arrivals.map(({ headers }) => headers['webhook-id'])
const statusesOf = async (id: string) => (await channels.deliveriesOf(id)).map(({ status }) => status)

/** Moves on to each attempt that is due until then, as the driver does. */
async function pass(ms: number): Promise<void> {
  const end = channels.clock.now().getTime() + ms
  for (;;) {
    await channels.deliver()
    const [next] = await channels.sql(
      `select next_attempt_at as at from notification_deliveries where status = 'waiting' order by position limit 1`,
    )
    const wait = next === undefined ? Infinity : next.at.getTime() - channels.clock.now().getTime()
    if (channels.clock.now().getTime() + wait > end) break
    await channels.clock.leap(wait)
  }
  await channels.clock.leap(end - channels.clock.now().getTime())
  await channels.deliver()
}

describe('a webhook', () => {
  it('is signed as Standard Webhooks want it, by the official package', async () => {
    const { secret } = await channels.addChannel()
    await channels.clock.leap(Date.now() - channels.clock.now().getTime())
    await channels.tell({ title: 'ä "title"' })

    await channels.deliver()

    const { body, headers } = channels.receiver.arrivals[0]!
    const verified = new Webhook(secret!).verify(body, headers as Record<string, string>)
    expect(verified).toMatchObject({ type: 'run.failed', data: { title: 'ä "title"', truncated: false } })
  })

  it('is signed with both secrets for a day after a rotation', async () => {
    const user = await channels.addUser()
    const { id, secret: old } = await channels.addChannel({}, channels.callerOf(user))
    await channels.clock.leap(Date.now() - channels.clock.now().getTime())
    const { secret } = await channels.service.rotate(channels.callerOf(user), id)

    await channels.tell()
    await channels.deliver()
    await channels.clock.leap(DAY)
    await channels.tell()
    await channels.deliver()

    const [first, second] = channels.receiver.arrivals.map(({ body, headers }) => ({
      body,
      headers: headers as Record<string, string>,
    }))
    expect(new Webhook(old!).verify(first!.body, first!.headers)).toBeDefined()
    expect(new Webhook(secret).verify(first!.body, first!.headers)).toBeDefined()
    expect(second!.headers['webhook-signature']!.split(' ')).toHaveLength(1)
  })
})

describe('a receiver that is down', () => {
  it('for two days loses nothing, and gets everything in order under the same ids', async () => {
    const { id } = await channels.addChannel()
    channels.receiver.answers({ status: 503 })
    await channels.tell({ title: 'one' })
    await channels.tell({ title: 'two' })
    await pass(2 * DAY)
    const during = { titles: titles(), ids: new Set(idsSent()), state: (await channels.channel(id)).state }
    channels.receiver.answers({ status: 204 })
    channels.receiver.arrivals.length = 0

    await pass(12 * HOUR)

    expect(during).toEqual({ titles: Array(11).fill('one'), ids: new Set([idsSent()[0]]), state: 'ok' })
    expect(titles()).toEqual(['one', 'two'])
    expect(await statusesOf(id)).toEqual(['delivered', 'delivered'])
  })

  it('for three days makes the channel failing, and its owner learns it once', async () => {
    const user = await channels.addUser()
    const { id, name } = await channels.addChannel({}, channels.callerOf(user))
    channels.receiver.answers({ status: 500 })
    await channels.tell({ title: 'one' })
    await pass(HOUR)
    await channels.tell({ title: 'two' })

    await pass(4 * DAY)

    expect(titles().filter((title) => title === 'one')).toHaveLength(14)
    expect(await statusesOf(id)).toEqual(['failed', 'failed'])
    expect(await channels.channel(id)).toMatchObject({ state: 'failing', last_error: 'The receiver answered 500.' })
    expect(await channels.titlesOf(user)).toEqual([`Channel "${name}" has not delivered for three days`])
  })

  it('and takes a message again is as it was', async () => {
    const { id } = await channels.addChannel()
    channels.receiver.answers({ status: 500 })
    await channels.tell()
    await pass(4 * DAY)
    channels.receiver.answers({ status: 200 })

    await channels.tell()
    await channels.deliver()

    expect(await channels.channel(id)).toMatchObject({ state: 'ok', last_error: null })
  })
})

describe('an attempt', () => {
  it.each([
    ['redirects', { status: 302, headers: { location: 'https://elsewhere.example/' } }, 'The receiver answered 302.'],
    ['does not answer in time', 'nothing' as const, 'There was no answer within 300 ms.'],
  ])('at a receiver that %s is repeated', async (_name, answer, error) => {
    const { id } = await channels.addChannel()
    channels.receiver.answers(answer)
    await channels.tell()

    await channels.deliver()

    const [delivery] = await channels.deliveriesOf(id)
    expect(delivery).toMatchObject({ status: 'waiting', attempts: 1, error })
    expect(delivery!.next_attempt_at.getTime() - delivery!.first_attempt_at.getTime()).toBe(5 * SECOND)
  })

  it('that is answered 410 disables the channel, and its owner learns it', async () => {
    const user = await channels.addUser()
    const { id, name } = await channels.addChannel({}, channels.callerOf(user))
    channels.receiver.answers({ status: 410 })
    await channels.tell()
    await channels.tell()

    await pass(DAY)
    await channels.tell()

    expect(channels.receiver.arrivals).toHaveLength(1)
    expect(await statusesOf(id)).toEqual(['failed', 'skipped'])
    expect(await channels.channel(id)).toMatchObject({ state: 'disabled' })
    expect(await channels.titlesOf(user)).toEqual([
      `Channel "${name}" was disabled, because its receiver wants no more messages`,
    ])
  })

  it('goes to nobody who may no longer sign in', async () => {
    const user = await channels.addUser()
    const { id } = await channels.addChannel({}, channels.callerOf(user))
    await channels.tell()
    channels.deactivate(user)

    await channels.deliver()

    expect(channels.receiver.arrivals).toEqual([])
    expect(await statusesOf(id)).toEqual(['skipped'])
  })

  it('that one person replays has the same id', async () => {
    const user = await channels.addUser()
    const { id } = await channels.addChannel({}, channels.callerOf(user))
    await channels.tell()
    await channels.deliver()
    const [delivery] = await channels.deliveriesOf(id)

    await channels.service.replay(channels.callerOf(user), delivery!.id)
    await channels.deliver()

    expect(idsSent()).toEqual([delivery!.event_id, delivery!.event_id])
    expect(await statusesOf(id)).toEqual(['delivered'])
  })
})

describe('several processes', () => {
  it('send each message once, in order', async () => {
    await channels.addChannel()
    for (let count = 0; count < 30; count += 1) await channels.tell({ title: String(count) })

    await Promise.all([1, 2, 3, 4].map(() => channels.deliver(channels.startProcess())))

    expect(titles()).toEqual(Array.from({ length: 30 }, (_, count) => String(count)))
  })

  it('go on a minute after one died while it sent, under the same id', async () => {
    await channels.addChannel()
    await channels.tell()
    const sent = Promise.withResolvers<void>()
    const dying: PostMessage = () => {
      sent.resolve()
      return new Promise(() => undefined)
    }
    void channels.deliver(channels.startProcess({ post: dying }))
    await sent.promise
    await channels.deliver()
    const atOnce = channels.receiver.arrivals.length
    await channels.clock.leap(MINUTE + 1)

    await channels.deliver()

    expect([atOnce, channels.receiver.arrivals.length]).toEqual([0, 1])
  })

  it('write nothing about an attempt that another one has taken over', async () => {
    const { id } = await channels.addChannel()
    await channels.tell()
    const answer = Promise.withResolvers<Awaited<ReturnType<PostMessage>>>()
    const sent = Promise.withResolvers<void>()
    const silent: PostMessage = () => {
      sent.resolve()
      return answer.promise
    }
    const frozen = channels.deliver(channels.startProcess({ post: silent }))
    await sent.promise
    await channels.clock.leap(MINUTE + 1)
    await channels.deliver()

    answer.resolve({ status: 500, text: '', failure: null, isInternal: true })
    await frozen

    expect(await channels.deliveriesOf(id)).toMatchObject([{ status: 'delivered', attempts: 1, response_status: 200 }])
  })
})

describe('many events', () => {
  it('at once are sent one after the other, with few statements for each', async () => {
    const { id } = await channels.addChannel()
    await channels.tell()
    await channels.sql(
      `insert into notification_deliveries (id, channel_id, event_id, occurrence, subject, created_at, wanted_at, next_attempt_at)
       select gen_random_uuid(), channel_id, gen_random_uuid(), occurrence, subject, created_at, wanted_at, next_attempt_at
       from notification_deliveries, generate_series(1, 999)`,
    )
    let [atOnce, most, sent] = [0, 0, 0]
    const post: PostMessage = async () => {
      atOnce += 1
      most = Math.max(most, atOnce)
      await Promise.resolve()
      atOnce -= 1
      sent += 1
      return { status: 200, text: '', failure: null, isInternal: false }
    }

    const process = channels.startProcess({ post })
    let statements = 0
    const count = (): void => void (statements += 1)
    channels.database.pool.on('acquire', count)

    await Promise.all([channels.deliver(process), channels.deliver(process)])

    channels.database.pool.off('acquire', count)
    expect(statements).toBeLessThan(1.2 * 1_000)
    expect([most, sent]).toEqual([1, 1_000])
    expect(new Set(await statusesOf(id))).toEqual(new Set(['delivered']))
  })
})

describe('mails', () => {
  it('go to every address of the channel', async () => {
    await channels.addChannel({ type: 'mail', target: ['noc@example.org', 'night@example.org'] })
    await channels.tell()

    await channels.deliver()

    const posted = await channels.sql('select recipient, subject from mail_outbox order by recipient')
    expect(posted).toEqual([
      { recipient: 'night@example.org', subject: 'Scheduled task "nightly" failed' },
      { recipient: 'noc@example.org', subject: 'Scheduled task "nightly" failed' },
    ])
  })
})

describe('PagerDuty', () => {
  it('gets incidents and their ends with its key, and nothing that is none', async () => {
    await channels.addChannel({ type: 'pagerduty', target: channels.receiver.url, secret: 'integration-key' })
    await channels.tell()
    await channels.tell({ type: 'changes.found' })
    await channels.tell({ type: 'run.recovered', severity: 'info' })

    await channels.deliver()

    expect(arrived()).toMatchObject([
      { routing_key: 'integration-key', event_action: 'trigger', dedup_key: 'heddle:run:1' },
      { routing_key: 'integration-key', event_action: 'resolve', dedup_key: 'heddle:run:1' },
    ])
  })
})

describe('old deliveries', () => {
  it('are deleted after 30 days', async () => {
    const { id } = await channels.addChannel()
    await channels.tell()
    await channels.deliver()
    await channels.clock.leap(30 * DAY + 1)
    await channels.tell()

    await channels.service.deleteOld()

    expect(await statusesOf(id)).toEqual(['waiting'])
  })
})
