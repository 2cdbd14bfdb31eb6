import { describe, expect, it } from 'vitest'
import type { Wire } from '../../lib/api/wire.ts'
import { sampleRequest } from '../../testing/wire-samples.ts'
import { provenIn, waitingFor } from './requests.ts'

const approval = (status: 'waiting' | 'approved') => ({ status, decided_by: null, decided_at: null, note: '' })
const WAITING = sampleRequest({ id: 'w', user: 'ada', status: 'pending', approval: approval('waiting') })
const REQUESTS = [
  WAITING,
  sampleRequest({ id: 'a', user: 'ada', status: 'running', approval: approval('approved') }),
  sampleRequest({ id: 'n', user: 'ada', status: 'pending' }),
]
const ids = (requests: readonly Wire.AutomationRequest[]) => requests.map(({ id }) => id)

describe('a request that waits', () => {
  it.each([
    ['another', false, ['w']],
    ['ada', false, []],
    ['ada', true, ['w']],
  ])('waits for %s, a superuser or not: %s', (username, isSuperuser, expected) => {
    expect(ids(waitingFor(REQUESTS, { username, is_superuser: isSuperuser }))).toEqual(expected)
  })
})

it('the last proof is that of the newest check that ended', () => {
  const checked = (id: string, status: 'holds' | 'differs' | 'pending', checked_at: string | null) =>
    sampleRequest({
      id,
      verification: { status, expect: 'gone', by: ['dn'], execution: null, checked_at, rows: [], error: null },
    })
  const requests = [
    checked('old', 'holds', '2026-11-20T00:00:00Z'),
    checked('new', 'differs', '2026-11-21T00:00:00Z'),
    checked('none', 'pending', null),
  ]

  expect([provenIn(requests)?.id, provenIn([WAITING])]).toEqual(['new', undefined])
})
