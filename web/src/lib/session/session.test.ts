import { beforeEach, describe, expect, it } from 'vitest'
import { HeddleError } from '@heddle/client'
import { BrowserSession } from './session.ts'
import type { openTabChannel, TabMessage } from './tab-channel.ts'

const NOW = Date.parse('2026-11-22T06:00:00Z')
const tokenUntil = (at: number, sub = '1'): string => `head.${btoa(JSON.stringify({ sub, exp: at / 1000 }))}.signature`
const FIRST = tokenUntil(NOW)
const SECOND = tokenUntil(NOW + 900_000)

let stored: Map<string, string>
beforeEach(() => {
  stored = new Map()
})

const storage = (): Storage =>
  ({
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  }) as unknown as Storage

const ALONE = () => () => undefined
/** Tabs that hear each other at once. */
function channelOfTabs(): typeof openTabChannel {
  const tabs: ((message: TabMessage) => void)[] = []
  return (onMessage) => {
    tabs.push(onMessage)
    return (message) => tabs.filter((tab) => tab !== onMessage).forEach((tab) => tab(message))
  }
}

type Answer = string | undefined | HeddleError

function sessionOf(...answers: readonly Answer[]) {
  return sessionIn(ALONE, ...answers)
}

function sessionIn(openChannel: typeof openTabChannel, ...answers: readonly Answer[]) {
  const waiting = [...answers]
  const pauses: number[] = []
  let asked = 0
  const session = new BrowserSession({
    storage: storage(),
    openChannel,
    renew: async () => {
      asked += 1
      const answer = waiting.shift()
      if (answer instanceof HeddleError) throw answer
      return answer
    },
    pause: async (seconds) => void pauses.push(seconds),
  })
  return { session, pauses, asked: () => asked }
}

describe('a session of a browser', () => {
  it('asks nothing of a visitor who never signed in', async () => {
    const { session, asked } = sessionOf(FIRST)
    await session.start()

    expect([session.state(), asked()]).toEqual(['signed-out', 0])
  })

  it('is taken up again after a reload, and no token is in the storage', async () => {
    const first = sessionOf().session
    first.signedIn(tokenUntil(NOW))
    const { session } = sessionOf(SECOND)
    await session.start()

    expect([session.state(), session.credentials.access()]).toEqual(['signed-in', SECOND])
    expect([...stored.values()]).toEqual(['1'])
  })

  it('waits for a server that does not answer, longer each time, or for as long as it says', async () => {
    stored.set('heddle-signed-in', '1')
    const away = new HeddleError('The server does not answer.', 0)
    const { session, pauses } = sessionOf(
      away,
      new HeddleError('Starting.', 503),
      new HeddleError('Too many requests.', 429, { retryAfter: 7 }),
      FIRST,
    )

    await session.start()

    expect([session.state(), session.credentials.access(), pauses]).toEqual(['signed-in', FIRST, [1, 2, 7]])
  })

  it('says when it asks again, and keeps what it knows until then', async () => {
    stored.set('heddle-signed-in', '1')
    const states: unknown[] = []
    const { session } = sessionOf(new HeddleError('Starting.', 503), undefined)
    session.store.subscribe(({ state, asksAgainAt }) => states.push([state, asksAgainAt !== undefined, stored.size]))

    await session.start()

    expect(states).toEqual([
      ['starting', true, 1],
      ['starting', false, 1],
      ['ended', false, 0],
      ['signed-out', false, 0],
    ])
  })

  it('renews once for requests that fail together', async () => {
    const { session, asked } = sessionOf(SECOND)
    session.signedIn(FIRST)

    expect(await Promise.all([session.credentials.renew(FIRST), session.credentials.renew(FIRST)])).toEqual([
      true,
      true,
    ])
    expect([asked(), session.credentials.access()]).toEqual([1, SECOND])
    expect(await session.credentials.renew(FIRST)).toBe(true)
    expect(asked()).toBe(1)
  })

  it('has ended when the server no longer knows it, and is not asked for again', async () => {
    const { session, asked } = sessionOf(undefined)
    session.signedIn(FIRST)

    expect(await session.credentials.renew(FIRST)).toBe(false)
    expect([session.state(), stored.size]).toEqual(['ended', 0])
    expect(await session.credentials.renew(undefined)).toBe(false)
    expect(asked()).toBe(1)
  })

  it('is renewed by input in its last minute only', () => {
    const { session } = sessionOf()
    session.signedIn(tokenUntil(NOW + 90_000))

    expect([session.endsSoon(NOW), session.endsSoon(NOW + 31_000)]).toEqual([false, true])
  })

  it('knows when somebody else signs in than the one whose pages are open', () => {
    const { session } = sessionOf()
    session.signedIn(FIRST)
    session.end()
    session.signedIn(SECOND)
    const isOther = session.isOfSomebodyElse()
    session.end()
    session.signedIn(tokenUntil(NOW, '2'))

    expect([isOther, session.isOfSomebodyElse()]).toEqual([false, true])
  })

  it('that ended for being idle is not renewed', async () => {
    const { session, asked } = sessionOf(SECOND)
    session.signedIn(FIRST)
    session.end()

    expect([await session.credentials.renew(FIRST), session.state(), asked(), stored.size]).toEqual([
      false,
      'ended',
      0,
      0,
    ])
  })

  it('stays signed out when its user signs out while it is renewed', async () => {
    const { session } = sessionOf(SECOND)
    session.signedIn(FIRST)
    const renewing = session.credentials.renew(FIRST)
    session.signedOut()

    expect([await renewing, session.state(), session.credentials.access()]).toEqual([false, 'signed-out', undefined])
  })

  it.each([
    ['signedOut', 'left'],
    ['end', 'ended'],
  ] as const)('%s in one tab leaves the other tabs %s', (how, state) => {
    const tabs = channelOfTabs()
    const [first, second] = [sessionIn(tabs).session, sessionIn(tabs).session]
    first.signedIn(FIRST)
    const before = [second.state(), second.credentials.access()]
    first[how]()

    expect(before).toEqual(['signed-in', FIRST])
    expect([second.state(), second.credentials.access()]).toEqual([state, undefined])
  })

  it('tells its listeners of a sign-out', () => {
    const { session } = sessionOf()
    session.signedIn(FIRST)
    const states: string[] = []
    session.store.subscribe(() => states.push(session.state()))
    session.signedOut()

    expect([states, session.credentials.access()]).toEqual([['signed-out'], undefined])
  })
})
