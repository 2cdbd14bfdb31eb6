import { describe, expect, it } from 'vitest'
import { settingsBelowFloor } from './floor.ts'

describe('settingsBelowFloor', () => {
  it.each([
    ['a protected group that is disabled', { 'groups.admin': false }, true],
    ['the group of users, groups and permissions', { 'groups.user_management': false }, true],
    ['a protected group that is enabled', { 'groups.admin': true }, false],
    ['another group', { 'groups.mim': false }, false],
    ['29 days of a protected category', { 'retention_days.permission_management': 29 }, true],
    ['30 days of a protected category', { 'retention_days.permission_management': 30 }, false],
    ['one day of another category', { 'retention_days.notification': 1 }, false],
    ['content too short to say what was changed', { content_max_bytes: 16_383 }, true],
    ['enough content', { content_max_bytes: 16_384 }, false],
    ['when content is compressed', { compress_threshold_bytes: 0 }, false],
  ])('decides about %s', (_what, changed, isBelow) => {
    expect(settingsBelowFloor(changed)).toEqual(isBelow ? Object.keys(changed) : [])
  })
})
