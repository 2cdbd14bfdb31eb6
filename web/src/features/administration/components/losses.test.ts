import { describe, expect, it } from 'vitest'
import { administratorsThrough, lossesOf } from './losses.ts'

const RUN = 'queries.execute_savedquery'
const VIEW = 'queries.view_savedquery'
const NIGHT = { id: 1, permissions: [RUN, VIEW], role_template: 'administrator' }
const VIEWERS = { id: 2, permissions: [VIEW], role_template: 'viewer' }
const ADMINS = { id: 3, permissions: [], role_template: 'administrator' }
const member = (username: string, more: object = {}) => ({
  username,
  groups: [1],
  permissions: [] as string[],
  is_superuser: false,
  ...more,
})
const groups = [NIGHT, VIEWERS, ADMINS]

describe('what a group no longer gives', () => {
  it('is lost to members who have it from nowhere else', () => {
    const members = [
      member('kim'),
      member('jonas', { permissions: [RUN] }),
      member('olga', { groups: [1, 2] }),
      member('root', { is_superuser: true }),
    ]

    expect(lossesOf(NIGHT, [RUN], { members, groups })).toEqual([
      { username: 'kim', lost: [RUN] },
      { username: 'olga', lost: [RUN] },
    ])
    expect(lossesOf(NIGHT, [RUN, VIEW], { members, groups })).toEqual([
      { username: 'kim', lost: [RUN, VIEW] },
      { username: 'jonas', lost: [VIEW] },
      { username: 'olga', lost: [RUN] },
    ])
  })

  it('is lost to nobody if the group did not give it', () => {
    expect(lossesOf(VIEWERS, [RUN], { members: [member('kim', { groups: [2] })], groups })).toEqual([])
  })
})

it('names who is an administrator through this group alone', () => {
  const members = [member('kim'), member('ada', { groups: [1, 3] }), member('root', { is_superuser: true })]

  expect(administratorsThrough(NIGHT, { members, groups })).toEqual(['kim'])
  expect(administratorsThrough(VIEWERS, { members, groups })).toEqual([])
})
