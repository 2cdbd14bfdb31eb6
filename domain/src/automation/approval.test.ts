import { expect, it } from 'vitest'
import { type ApprovalStatus, decisionFault, type DecisionFault } from './approval.ts'
import type { RequestStatus } from '@heddle/contract/automation.ts'

const REQUESTER = { id: 1, isSuperuser: false }
const OTHER = { id: 2, isSuperuser: false }
const SUPERUSER = { id: 1, isSuperuser: true }

type Case = readonly [RequestStatus, ApprovalStatus | null, typeof OTHER, DecisionFault | undefined]
const CASES: readonly Case[] = [
  ['pending', 'waiting', OTHER, undefined],
  ['pending', 'waiting', REQUESTER, 'own_request'],
  ['pending', 'waiting', SUPERUSER, undefined],
  ['cancelled', 'waiting', OTHER, 'already_decided'],
  ['pending', 'approved', OTHER, 'already_decided'],
  ['succeeded', 'approved', REQUESTER, 'already_decided'],
  ['cancelled', 'declined', SUPERUSER, 'already_decided'],
  ['pending', null, OTHER, 'not_waiting'],
  ['failed', null, REQUESTER, 'not_waiting'],
]

it.each(CASES)('%s request, approval %s, decided by %o: %s', (status, approval, decider, fault) => {
  expect(decisionFault({ status, approval, requesterId: 1 }, decider)).toBe(fault)
})

it('a request whose requester was deleted belongs to nobody', () => {
  expect(decisionFault({ status: 'pending', approval: 'waiting', requesterId: null }, OTHER)).toBeUndefined()
})
