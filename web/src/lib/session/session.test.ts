import { beforeEach, describe, expect, it } from 'vitest'
import { createSession } from './session.ts'

const NOW = Date.parse('2026-11-22T06:00:00Z')
const tokenUntil = (at: number): string => `head.${btoa(JSON.stringify({ exp: at / 1000 }))}.signature`

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

function sessionOf(...answers: readonly (string | undefined)[]) {
  const waiting = [...answers]
  let asked = 0
  const session = createSession({
    storage: storage(),
    renew: async () => {
      asked += 1
      return waiting.shift()
    },
  })
  return { session, asked: () => asked }
}

describe('a session of a browser', () => {
  it('asks nothing of a visitor who never signed in', async () => {
    const { session, asked } = sessionOf('a')
    await session.start()

    expect([session.state(), asked()]).toEqual(['signed-out', 0])
  })

  it('is taken up again after a reload, and no token is in the storage', async () => {
    const first = sessionOf().session
    first.signedIn(tokenUntil(NOW))
    const { session } = sessionOf('fresh')
    await session.start()

    expect([session.state(), session.credentials.access()]).toEqual(['signed-in', 'fresh'])
    expect([...stored.values()]).toEqual(['1'])
  })

  it('renews once for requests that fail together', async () => {
    const { session, asked } = sessionOf('second')
    session.signedIn('first')

    expect(await Promise.all([session.credentials.renew('first'), session.credentials.renew('first')])).toEqual([true, true])
    expect([asked(), session.credentials.access()]).toEqual([1, 'second'])
    expect(await session.credentials.renew('first')).toBe(true)
    expect(asked()).toBe(1)
  })

  it('has ended when the server no longer knows it, and is not asked for again', async () => {
    const { session, asked } = sessionOf(undefined)
    session.signedIn('first')

    expect(await session.credentials.renew('first')).toBe(false)
    expect([session.state(), stored.size]).toEqual(['ended', 0])
    expect(await session.credentials.renew(undefined)).toBe(false)
    expect(asked()).toBe(1)
  })

  it('is renewed by input in its last minute only', () => {
    const { session } = sessionOf()
    session.signedIn(tokenUntil(NOW + 90_000))

    expect([session.endsSoon(NOW), session.endsSoon(NOW + 31_000)]).toEqual([false, true])
  })

  it('tells its listeners of a sign-out', () => {
    const { session } = sessionOf()
    session.signedIn('first')
    const states: string[] = []
    session.subscribe(() => states.push(session.state()))
    session.signedOut()

    expect([states, session.credentials.access()]).toEqual([['signed-out'], undefined])
  })
})
