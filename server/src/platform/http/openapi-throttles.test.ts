import { expect, it } from 'vitest'
import { Type } from 'typebox'
import { anyone, signedIn } from '../../kernel/access.ts'
import { describeThrottles } from './openapi-throttles.ts'
import { routes } from './route.ts'
import type { RouteThrottle } from './throttles-request.ts'

const LIMITS = {
  anonymousPerMinute: 60,
  userPerMinute: 300,
  edgePerSecond: 30,
  edgeBurst: 50,
  loginPerMinute: 5,
  loginBurst: 3,
  sensitivePerMinute: 10,
  tokenRefreshPerMinute: 30,
}

function notesOf(throttle: RouteThrottle | undefined, access: typeof anyone | typeof signedIn, limits = LIMITS) {
  const [route] = routes('Test', (define) => {
    define.get('/api/x/', { access, summary: 'X', reply: Type.Null(), ...(throttle && { throttle }) }, async () => null)
  })
  return describeThrottles(route!, limits).map(({ name, rate }) => `${name}: ${rate}`)
}

it.each([
  [undefined, anyone, ['anonymous: 60 per minute']],
  [undefined, signedIn, ['user: 300 per minute']],
  ['login', anyone, ['login: 5 per minute, burst 3', 'anonymous: 60 per minute']],
  ['tokenRefresh', anyone, ['tokenRefresh: 30 per minute', 'anonymous: 60 per minute']],
  ['sensitive', signedIn, ['user: 300 per minute', 'sensitive: 10 per minute']],
  ['refusals', anyone, ['anonymous: 60 per minute']],
  ['exempt', signedIn, []],
] as const)('lists the limits in the order of their checks, after the edge rate: %s', (throttle, access, notes) => {
  expect(notesOf(throttle, access)).toEqual(['edge: 30 per second, burst 50', ...notes])
})

it('says when a limit is off', () => {
  expect(notesOf(undefined, signedIn, { ...LIMITS, userPerMinute: 0, edgePerSecond: 0 })).toEqual([
    'edge: no limit',
    'user: no limit',
  ])
})
