import { pino } from 'pino'
import { expect, it } from 'vitest'
import { createInProcessBus } from '../../adapters/cache/event-bus.ts'
import { createEvents } from '../../platform/events/events.ts'
import type { Frame, Subscriber } from '../../platform/realtime/channel.ts'
import { createLiveNotices } from './live-notices.ts'
import { notificationsCreated, unreadChanged } from './notifications.events.ts'

const NOTICE = { category: 'system', severity: 'info', title: 't', body: 'b', link: null } as const

/** Counts come from the test, which decides when to answer. */
function startLive() {
  const logger = pino({ level: 'silent' })
  const events = createEvents(createInProcessBus(logger), logger)
  const queries: (PromiseWithResolvers<ReadonlyMap<number, number>> & { userIds: readonly number[] })[] = []
  const countUnreadOf = (userIds: readonly number[]) => {
    const query = { userIds, ...Promise.withResolvers<ReadonlyMap<number, number>>() }
    queries.push(query)
    return query.promise
  }
  const live = createLiveNotices({ events, countUnreadOf })
  const open = (userId: number) => {
    const frames: Frame[] = []
    const subscriber = {
      caller: { id: userId },
      send: (frame: Frame) => void frames.push(frame),
    } as unknown as Subscriber
    return { frames, opened: live.open(subscriber) }
  }
  const create = (userIds: readonly number[]) =>
    events.publish(notificationsCreated, {
      ...NOTICE,
      made: userIds.map((user_id) => ({ id: `n${user_id}`, user_id })),
    })
  /** Answers the oldest query that has not been answered. */
  const answer = async (counts: Record<number, number>) => {
    await expect.poll(() => queries.length).toBeGreaterThan(0)
    const query = queries.shift()!
    query.resolve(new Map(Object.entries(counts).map(([id, n]) => [Number(id), n])))
    await settle()
    return [...query.userIds].sort((a, b) => a - b)
  }
  return { events, open, create, answer, queries }
}
const settle = () => new Promise((resolve) => setImmediate(resolve))
const typesOf = (frames: readonly Frame[]) => frames.map(({ type, data }) => `${type} ${String(data.count ?? data.id)}`)

it('the first count is sent first, whatever happens during the query', async () => {
  const { open, create, answer } = startLive()
  const { frames, opened } = open(1)
  await settle()
  await create([1])
  const before = [...frames]

  await answer({ 1: 0 })
  await answer({ 1: 1 })
  await opened

  expect(before).toEqual([])
  expect(typesOf(frames)).toEqual(['unread_count 0', 'notification_created n1', 'unread_count 1'])
})

it('one query counts for all users with a socket here, and only for them', async () => {
  const { open, create, answer, queries } = startLive()
  const sockets = [open(1), open(2), open(2)]
  const openedFor = await answer({ 1: 0, 2: 0 })
  await create([1, 2, 3, 4])

  const countedFor = await answer({ 1: 1, 2: 1 })

  expect([openedFor, countedFor]).toEqual([
    [1, 2],
    [1, 2],
  ])
  expect(queries).toEqual([])
  for (const { frames } of sockets)
    expect(typesOf(frames)).toEqual(['unread_count 0', expect.stringContaining('created'), 'unread_count 1'])
})

it('a count requested during another one comes after it and is newer', async () => {
  const { open, create, events, answer, queries } = startLive()
  const { frames } = open(1)
  await answer({ 1: 0 })

  await create([1])
  await settle()
  await create([1])
  await events.publish(unreadChanged, { user_id: 1, read_ids: ['n1'] })
  await settle()
  const atOnce = queries.length
  await answer({ 1: 1 })
  await answer({ 1: 1 })

  expect(atOnce).toBe(1)
  expect(typesOf(frames).filter((type) => type.startsWith('unread_count'))).toEqual([
    'unread_count 0',
    ...Array(3).fill('unread_count 1'),
  ])
  expect(queries).toEqual([])
})

it('a socket whose count fails is not opened and receives nothing later', async () => {
  const { open, create, queries } = startLive()
  const { frames, opened } = open(1)
  await settle()
  queries.shift()!.reject(new Error('no database'))

  await expect(opened).rejects.toThrow('no database')
  await create([1])
  await settle()

  expect([frames, queries]).toEqual([[], []])
})

it('a failed count is not final: the next change triggers a new one', async () => {
  const { open, create, answer, queries } = startLive()
  const { frames } = open(1)
  await answer({ 1: 0 })
  await create([1])
  await settle()
  queries.shift()!.reject(new Error('no database'))
  await settle()

  await create([1])
  await answer({ 1: 2 })

  expect(typesOf(frames).at(-1)).toBe('unread_count 2')
})
