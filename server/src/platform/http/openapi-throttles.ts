import type { Route } from './route.ts'
import type { Limits, Throttles } from './throttles.ts'

export type ThrottleNote = { readonly name: keyof Throttles; readonly rate: string; readonly scope: string }

/** Every limit that applies to a request, in the order in which they are checked, at the rates of this installation. */
export function describeThrottles({ spec }: Route, limits: Limits): readonly ThrottleNote[] {
  const { throttle, access } = spec
  const notes: ThrottleNote[] = [
    {
      name: 'edge',
      rate: atRate(limits.edgePerSecond, 'second', limits.edgeBurst),
      scope: 'per address, together with everything below /api/',
    },
  ]
  if (throttle === 'login') {
    notes.push({
      name: 'login',
      rate: atRate(limits.loginPerMinute, 'minute', limits.loginBurst),
      scope: 'per address, logins and password resets together',
    })
  }
  if (throttle === 'tokenRefresh')
    notes.push({ name: 'tokenRefresh', rate: perMinute(limits.tokenRefreshPerMinute), scope: 'per address' })
  notes.push(...generalNotes(throttle, access.kind === 'anyone', limits))
  if (throttle === 'sensitive') {
    notes.push({
      name: 'sensitive',
      rate: perMinute(limits.sensitivePerMinute),
      scope: 'per user, all sensitive actions together',
    })
  }
  return notes
}

function generalNotes(throttle: Route['spec']['throttle'], isOpen: boolean, limits: Limits): readonly ThrottleNote[] {
  const anonymous = { name: 'anonymous', rate: perMinute(limits.anonymousPerMinute) } as const
  switch (throttle) {
    case 'exempt':
      return []
    case 'refusals':
      return [{ ...anonymous, scope: 'per address; counts only requests that are refused with 401' }]
    default:
      if (isOpen) return [{ ...anonymous, scope: 'per address, together with all requests without a token' }]
      return [
        {
          name: 'user',
          rate: perMinute(limits.userPerMinute),
          scope: `per user, and per API token, all routes together`,
        },
      ]
  }
}

const perMinute = (limit: number): string => (limit === 0 ? 'no limit' : `${limit} per minute`)

const atRate = (limit: number, unit: string, burst: number): string =>
  limit === 0 ? 'no limit' : `${limit} per ${unit}, burst ${burst}`
