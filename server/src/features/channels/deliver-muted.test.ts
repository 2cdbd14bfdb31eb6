import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { HOUR, MINUTE } from '../../kernel/durations.ts'
import { type Channels, startChannels } from '../../testing/channels/start-channels.ts'

let channels: Channels
beforeAll(async () => {
  channels = await startChannels()
})
afterAll(() => channels.stop())
afterEach(() => channels.sql('delete from notification_channels'))

describe('what waits when its query is muted', () => {
  const addQuery = async (name: string): Promise<{ id: string; name: string }> => {
    const [query] = await channels.sql(
      `insert into saved_queries (id, name, nodes, edges, post_processors, current_version, current_version_hash,
         created_at, updated_at)
       values (gen_random_uuid(), $1, '[]', '[]', '[]', 1, '', now(), now()) returning id`,
      [name],
    )
    return { id: query!.id, name }
  }

  it('is skipped, unlike what is about another query or says that it passes', async () => {
    const user = await channels.addUser()
    const { id } = await channels.addChannel({}, channels.callerOf(user))
    const [muted, other] = [await addQuery('muted'), await addQuery('other')]
    channels.receiver.answers({ status: 503 })
    for (const saved_query of [muted, other]) await channels.tell({ type: 'check.failed', saved_query })
    await channels.deliver()
    await channels.tell({ type: 'check.passed', saved_query: muted })

    await channels.service.mute(channels.callerOf(user), id, { for: '1d', saved_query: muted.id })
    channels.receiver.answers({ status: 200 })
    channels.receiver.arrivals.length = 0
    await channels.clock.leap(HOUR)
    await channels.deliver()

    expect(await channels.deliveriesOf(id)).toMatchObject([
      { status: 'skipped', attempts: 1, error: 'The channel was muted before this was sent.' },
      { status: 'delivered' },
      { status: 'delivered' },
    ])
    expect(
      channels.receiver.arrivals
        .map(({ body }) => JSON.parse(body))
        .map(({ type, data }) => [type, data.saved_query.name]),
    ).toEqual([
      ['check.failed', 'other'],
      ['check.passed', 'muted'],
    ])
  })

  it('is sent when somebody sends it again, and what comes after the mute is sent', async () => {
    channels.receiver.arrivals.length = 0
    const user = await channels.addUser()
    const caller = channels.callerOf(user)
    const { id } = await channels.addChannel({}, caller)
    await channels.tell({ title: 'before' })
    await channels.service.mute(caller, id, { for: '1h', saved_query: null })
    await channels.deliver()
    const [skipped] = await channels.deliveriesOf(id)
    await channels.clock.leap(MINUTE)

    await channels.service.replay(caller, skipped!.id)
    await channels.deliver()
    await channels.clock.leap(HOUR)
    await channels.tell({ title: 'after' })
    await channels.deliver()

    const titles = channels.receiver.arrivals.map(({ body }) => JSON.parse(body).data.title)
    expect([skipped!.status, titles]).toEqual(['skipped', ['before', 'after']])
  })
})
