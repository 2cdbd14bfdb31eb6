import { expect, it } from 'vitest'
import { matchingValue, parseProvisionedMatch } from './provisioned-match.ts'

it.each([
  ['externalId=oid', { attribute: 'externalId', claim: 'oid' }],
  [' userName = preferred_username ', { attribute: 'userName', claim: 'preferred_username' }],
  ['externalId=https://example.org/claims/id', { attribute: 'externalId', claim: 'https://example.org/claims/id' }],
  ['email=email', undefined],
  ['externalId', undefined],
  ['externalId=', undefined],
  ['externalId=a=b', undefined],
])('the setting %j is %j', (text, read) => expect(parseProvisionedMatch(text)).toEqual(read))

const by = (claim: string) => ({ attribute: 'externalId', claim }) as const

it.each<[string, object, string | undefined]>([
  ['oid', { oid: 'x' }, 'x'],
  ['oid', {}, undefined],
  ['oid', { oid: '' }, undefined],
  ['oid', { oid: ['x'] }, undefined],
  ['constructor', {}, undefined],
  ['email', { email: 'a@example.org' }, undefined],
  ['email', { email: 'a@example.org', email_verified: false }, undefined],
  ['email', { email: 'a@example.org', email_verified: true }, 'a@example.org'],
])('the claim %s of %j is %j', (claim, claims, value) =>
  expect(matchingValue(by(claim), claims as Record<string, unknown>)).toBe(value),
)
