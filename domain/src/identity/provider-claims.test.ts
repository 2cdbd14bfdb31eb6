import { describe, expect, it } from 'vitest'
import { groupsFromProvider, readProviderClaims } from './provider-claims.ts'

const CLAIMS = { iss: 'https://id.example.org', sub: '248289761001' }

describe('claims of a sign-on provider', () => {
  it('are read as an identity', () => {
    const claims = {
      ...CLAIMS,
      preferred_username: 'ada',
      email: 'ada@example.org',
      email_verified: true,
      given_name: 'Ada',
      family_name: 'Lovelace',
      sid: 's-1',
      groups: ['ops', 'all'],
    }

    expect(readProviderClaims(claims, 'groups')).toEqual({
      issuer: 'https://id.example.org',
      subject: '248289761001',
      providerSession: 's-1',
      username: 'ada',
      email: 'ada@example.org',
      isEmailVerified: true,
      firstName: 'Ada',
      lastName: 'Lovelace',
      groups: ['ops', 'all'],
      hasMoreGroups: false,
    })
  })

  it.each([
    [{ preferred_username: 'ada', email: 'a@b.c' }, 'ada'],
    [{ preferred_username: 'Ada Lovelace', email: 'a@b.c' }, 'a@b.c'],
    [{ preferred_username: 'ada\u0000', email: 7 }, '248289761001'],
    [{ preferred_username: 'x'.repeat(200) }, '248289761001'],
    [{}, '248289761001'],
  ])('%j give the username %j', (more, username) => {
    expect(readProviderClaims({ ...CLAIMS, ...more }, 'groups')?.username).toBe(username)
  })

  it.each([{ sub: '' }, { sub: 7 }, { sub: 'x'.repeat(256) }, { sub: 'a\nb' }, { iss: undefined }])(
    '%j name nobody',
    (more) => expect(readProviderClaims({ ...CLAIMS, ...more }, 'groups')).toBeUndefined(),
  )

  it.each([
    [true, true],
    ['true', true],
    [false, false],
    ['false', false],
    [1, false],
    [undefined, false],
  ])('email_verified %j is %j', (email_verified, isVerified) => {
    expect(readProviderClaims({ ...CLAIMS, email_verified }, 'groups')?.isEmailVerified).toBe(isVerified)
  })

  it.each(['not an address', 'a@b.c,d@e.f', 'a@b.c>', ['a@b.c']])('%j is no address', (email) => {
    expect(readProviderClaims({ ...CLAIMS, email }, 'groups')?.email).toBe('')
  })

  it.each([
    [{ groups: 'ops' }, ['ops'], false],
    [{ groups: ['ops', 7, null] }, ['ops'], false],
    [{ groups: { ops: true } }, undefined, false],
    [{}, undefined, false],
    [{ _claim_names: { groups: 'src1' } }, undefined, true],
    [{ _claim_names: { roles: 'src1' }, groups: [] }, [], false],
  ])('%j name the groups %j', (more, groups, hasMoreGroups) => {
    expect(readProviderClaims({ ...CLAIMS, ...more }, 'groups')).toMatchObject({ groups, hasMoreGroups })
  })

  it('name at most 2,000 groups', () => {
    const groups = Array.from({ length: 2_001 }, (_, n) => `g${n}`)

    const read = readProviderClaims({ ...CLAIMS, groups }, 'groups')

    expect([read?.groups?.length, read?.hasMoreGroups]).toEqual([2_000, true])
  })
})

it('groups are mapped by their exact names, each of ours once', () => {
  const map = new Map([
    ['ops', ['Operators', 'Viewers']],
    ['all', ['Viewers']],
  ])

  expect(groupsFromProvider(['all', 'ops', 'OPS', '__proto__'], map)).toEqual(['Viewers', 'Operators'])
})
