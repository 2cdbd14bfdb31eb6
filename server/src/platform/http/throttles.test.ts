import Fastify from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { Counters } from '../../adapters/cache/cache.ts'
import { openCache } from '../../adapters/cache/open-cache.ts'
import { cacheKinds } from '../../testing/caches.ts'
import { createManualClock, type ManualClock } from '../../testing/manual-clock.ts'
import { MINUTE, SECOND } from '../../kernel/durations.ts'
import type { Caller } from '../../kernel/caller.ts'
import { installErrorHandler } from './error-handler.ts'
import { CacheUnavailable, Forbidden, ServiceError, Unauthorized } from '../../kernel/errors.ts'
import { httpErrorOf } from './http-error.ts'
import { createThrottles, type Limits, type Throttles } from './throttles.ts'
import { type RouteThrottle, throttleEdge, throttleRequest } from './throttles-request.ts'

const LIMITS: Limits = {
  anonymousPerMinute: 60,
  userPerMinute: 300,
  edgePerSecond: 30,
  edgeBurst: 50,
  loginPerMinute: 5,
  loginBurst: 3,
  sensitivePerMinute: 10,
  tokenRefreshPerMinute: 30,
}
const silent = pino({ level: 'silent' })

/** Status and Retry-After of a request under this limit. */
async function met(limit: Promise<unknown>): Promise<number | string> {
  try {
    await limit
    return 200
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    const { status, headers } = httpErrorOf(error)
    return status === 429 ? `429 after ${headers['retry-after']} s` : status
  }
}
const passedOf = async (times: number, limit: () => Promise<unknown>): Promise<number> => {
  const results = await Promise.all(Array.from({ length: times }, () => met(limit())))
  return results.filter((result) => result === 200).length
}

describe.each(cacheKinds)('limits counted $name', async ({ start }) => {
  const under = await start()
  const counters = (await under.open()).counters
  const throttles = createThrottles({ counters, limits: LIMITS, clock: createManualClock(), logger: silent })
  afterAll(() => under.close())

  it.each<[string, number, () => Promise<void>]>([
    ['60 anonymous requests per minute from one address', 60, () => throttles.anonymous('192.0.2.1')],
    ['300 requests per minute from one user', 300, () => throttles.user(1)],
    ['10 sensitive requests per minute from one user', 10, () => throttles.sensitive(1)],
    ['30 token refreshes per minute from one address', 30, () => throttles.tokenRefresh('192.0.2.1')],
    ['a login with a burst of three', 4, () => throttles.login('192.0.2.1')],
  ])('admit exactly %s', async (_, limit, call) => {
    expect(await passedOf(limit + 5, call)).toBe(limit)
  })

  it('admit the edge rate and its burst, then refuse immediately', async () => {
    const slow = createThrottles({
      counters,
      limits: { ...LIMITS, edgePerSecond: 1 },
      clock: createManualClock(),
      logger: silent,
    })

    expect(await passedOf(60, () => slow.edge('192.0.2.2'))).toBe(51)
    expect(await met(slow.edge('192.0.2.2'))).toBe('429 after 1 s')
  })

  it('are shared by all processes', async () => {
    const other = createThrottles({
      counters: (await under.open()).counters,
      limits: LIMITS,
      clock: createManualClock(),
      logger: silent,
    })
    await passedOf(40, () => throttles.anonymous('192.0.2.3'))

    expect(await passedOf(40, () => other.anonymous('192.0.2.3'))).toBe(20)
  })

  it('are shared by all addresses of a /64, and by both forms of an IPv4 address', async () => {
    await passedOf(4, () => throttles.login('2001:db8::1'))
    await passedOf(4, () => throttles.login('198.51.100.1'))

    expect(await met(throttles.login('2001:db8::ffff:2'))).toMatch(/^429/)
    expect(await met(throttles.login('::ffff:198.51.100.1'))).toMatch(/^429/)
    expect(await met(throttles.login('2001:db8:0:1::1'))).toBe(200)
  })
})

describe('limits', () => {
  let clock: ManualClock
  let counters: Counters
  let throttles: Throttles
  beforeEach(async () => {
    clock = createManualClock()
    const shared = await openCache({ clock, logger: silent })
    onTestFinished(shared.close)
    counters = shared.counters
    throttles = createThrottles({ counters, limits: LIMITS, clock, logger: silent })
  })

  it('report the whole seconds to wait, and admit a request after that', async () => {
    await passedOf(60, () => throttles.anonymous('192.0.2.1'))
    await clock.advance(50.5 * SECOND)

    expect(await met(throttles.anonymous('192.0.2.1'))).toBe('429 after 10 s')

    await clock.advance(10 * SECOND)
    expect(await passedOf(70, () => throttles.anonymous('192.0.2.1'))).toBe(60)
  })

  it('admit a login every twelve seconds after the burst', async () => {
    const passed = [await passedOf(9, () => throttles.login('192.0.2.1'))]
    const refused = await met(throttles.login('192.0.2.1'))

    for (let turn = 0; turn < 3; turn++) {
      await clock.advance(12 * SECOND)
      passed.push(await passedOf(9, () => throttles.login('192.0.2.1')))
    }

    expect(passed).toEqual([4, 1, 1, 1])
    expect(refused).toBe('429 after 12 s')
  })

  it('admit thirty requests per second at the edge after the burst', async () => {
    await passedOf(51, () => throttles.edge('192.0.2.1'))
    let passed = 0

    for (let tenth = 0; tenth < 100; tenth++) {
      await clock.advance(SECOND / 10)
      passed += await passedOf(10, () => throttles.edge('192.0.2.1'))
    }

    expect(passed).toBe(300)
  })

  it('that are 0 are off and do not use the cache', async () => {
    const off = Object.fromEntries(Object.keys(LIMITS).map((name) => [name, 0])) as Limits
    const untouchable = {
      increment: () => Promise.reject(new Error('asked')),
      admit: () => Promise.reject(new Error('asked')),
    }
    const none = createThrottles({ counters: untouchable, limits: off, clock, logger: silent })

    const all = [
      none.edge('a'),
      none.login('a'),
      none.anonymous('a'),
      none.tokenRefresh('a'),
      none.user(1),
      none.sensitive(1),
    ]

    expect(await Promise.all(all.map(met))).toEqual(Array(6).fill(200))
  })

  describe('while the cache is unavailable', () => {
    const lines: string[] = []
    let asked = 0
    let away = true
    const shaky = (): Counters => {
      const ask = <T>(count: () => Promise<T>): Promise<T> => {
        asked++
        return away ? Promise.reject(new CacheUnavailable('Redis INCR: timeout')) : count()
      }
      return {
        increment: (key, lifetime) => ask(() => counters.increment(key, lifetime)),
        admit: (key, rate) => ask(() => counters.admit(key, rate)),
      }
    }
    beforeEach(() => {
      lines.length = 0
      asked = 0
      away = true
      const logger = pino({}, { write: (line: string) => void lines.push(line) })
      throttles = createThrottles({ counters: shaky(), limits: LIMITS, clock, logger })
    })

    it('admit everything, with one warning per minute', async () => {
      let passed = 0
      for (let second = 0; second < 120; second++) {
        passed += await passedOf(10, () => throttles.login('192.0.2.1'))
        await clock.advance(SECOND)
      }

      expect(passed).toBe(1200)
      expect(lines.filter((line) => line.includes('rate limiting is off'))).toHaveLength(2)
    })

    it('do not wait for it at every request', async () => {
      await met(throttles.anonymous('192.0.2.1'))
      for (let index = 0; index < 100; index++) await met(throttles.user(1))

      expect(asked).toBe(1)
    })

    it('apply again soon after it is back', async () => {
      await met(throttles.login('192.0.2.1'))
      away = false
      await clock.advance(5 * SECOND)

      expect(await passedOf(9, () => throttles.login('192.0.2.1'))).toBe(4)
    })

    it('do not hide other errors', async () => {
      const broken = {
        increment: () => Promise.reject(new Error('a mistake')),
        admit: () => Promise.reject(new Error('a mistake')),
      }
      const faulty = createThrottles({ counters: broken, limits: LIMITS, clock, logger: silent })

      await expect(faulty.user(1)).rejects.toThrow('a mistake')
    })
  })

  describe('of one request', () => {
    const caller = { id: 7, credential: { kind: 'session', id: 's7' } } as Caller
    const ip = '192.0.2.1'
    /** A request to a route with this throttle, by a known or unknown caller, permitted or not. */
    const request = (throttle: RouteThrottle | undefined, by: Caller | undefined, refusal?: ServiceError) =>
      throttleRequest(throttles, {
        throttle,
        ip,
        identify: async () => by,
        authorize: async () => {
          if (refusal) throw refusal
        },
      })

    it('count an authenticated caller by user, not by address', async () => {
      expect(await passedOf(301, () => request(undefined, caller))).toBe(300)
      expect(await met(request(undefined, { ...caller, id: 8 }))).toBe(200)
      expect(await met(throttles.anonymous(ip))).toBe(200)
    })

    it('count an invalid token as anonymous', async () => {
      const results = []
      for (let index = 0; index < 61; index++)
        results.push(await met(request(undefined, undefined, new Unauthorized())))

      expect(results.slice(0, 60)).toEqual(Array(60).fill(401))
      expect(results[60]).toMatch(/^429/)
    })

    it('refuse a login before its token is checked', async () => {
      await passedOf(4, () => throttles.login(ip))
      let looked = false
      const identify = async () => {
        looked = true
        return undefined
      }

      expect(
        await met(throttleRequest(throttles, { throttle: 'login', ip, identify, authorize: async () => undefined })),
      ).toMatch(/^429/)
      expect(looked).toBe(false)
    })

    it('count a sensitive request only when permitted', async () => {
      for (let index = 0; index < 20; index++)
        expect(await met(request('sensitive', caller, new Forbidden()))).toBe(403)

      expect(await passedOf(20, () => request('sensitive', caller))).toBe(10)
    })

    it('do not apply to an exempt route', async () => {
      expect(await passedOf(400, () => request('exempt', caller))).toBe(400)
      expect(await passedOf(100, () => request('exempt', undefined))).toBe(100)
    })

    it('count token refreshes in addition to the general limit', async () => {
      expect(await passedOf(40, () => request('tokenRefresh', undefined))).toBe(30)
      expect(await passedOf(40, () => request(undefined, undefined))).toBe(30)
    })
  })

  describe('at the edge', () => {
    const serve = async () => {
      const app = Fastify()
      onTestFinished(() => app.close())
      installErrorHandler(app)
      throttleEdge(app, throttles)
      app.get('/api/things/', async () => 'things')
      app.get('/page/', async () => 'page')
      return (url: string, method: 'GET' | 'PUT' = 'GET') => app.inject({ url, method, remoteAddress: '192.0.2.1' })
    }

    it.each(['/api/things/', '/api/things', '/%61pi/things/', '/api/unknown/', '/api/things/?page=2'])(
      'apply to %s',
      async (url) => {
        const get = await serve()

        const answers = await Promise.all(Array.from({ length: 52 }, () => get(url)))

        expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(1)
        const refused = answers.find(({ statusCode }) => statusCode === 429)
        expect(refused?.json()).toEqual({ detail: 'Too many requests. Try again in 1 s.' })
        expect(refused?.headers['retry-after']).toBe('1')
      },
    )

    it('apply to an unsupported method', async () => {
      const get = await serve()

      const answers = await Promise.all(Array.from({ length: 52 }, () => get('/api/things/', 'PUT')))

      expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(1)
    })

    it('do not apply outside the API', async () => {
      const get = await serve()

      const answers = await Promise.all(Array.from({ length: 60 }, () => get('/page/')))

      expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true)
    })
  })

  it('do not evict tickets from the cache, however many addresses call', async () => {
    const shared = await openCache({ clock, logger: silent })
    onTestFinished(shared.close)
    await shared.cache.set('ticket', 'kept', { ttlMs: MINUTE })
    const flooded = createThrottles({ counters: shared.counters, limits: LIMITS, clock, logger: silent })

    for (let index = 0; index < 110_000; index++)
      await flooded.edge(`10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`)

    expect(await shared.cache.get('ticket')).toBe('kept')
  })
})
