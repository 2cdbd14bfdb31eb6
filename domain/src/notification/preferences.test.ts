import { describe, expect, it } from 'vitest'
import {
  DEFAULT_NOTIFICATION_PREFERENCES as DEFAULTS,
  mergeNotificationPreferences,
  wantsNotice,
} from './preferences.ts'

const QUIET = { ...DEFAULTS, quiet_hours_start: '22:00', quiet_hours_end: '07:00' }
const BOTH = 'Quiet hours need a start and an end: set both or neither.'

describe('preferences', () => {
  it('default to notices in the application and no mail', () => {
    expect(DEFAULTS).toEqual({
      in_app_enabled: true,
      email_enabled: false,
      categories: Object.fromEntries(
        ['scheduled_task', 'automation_execution', 'snapshot', 'system'].map((name) => [
          name,
          { in_app: true, email: true },
        ]),
      ),
      quiet_hours_start: null,
      quiet_hours_end: null,
      digest_enabled: false,
    })
  })

  it('are merged per key, inside the categories too', () => {
    const { preferences, faults } = mergeNotificationPreferences(QUIET, {
      email_enabled: true,
      categories: { system: { email: false }, snapshot: {} },
    })

    expect(faults).toEqual({})
    expect(preferences).toEqual({
      ...QUIET,
      email_enabled: true,
      categories: { ...QUIET.categories, system: { in_app: true, email: false } },
    })
  })

  it('ignore unknown keys', () => {
    const patch = { email_enabled: true, colour: 'red', categories: { system: { email: false, fax: true } } }

    const { preferences } = mergeNotificationPreferences(DEFAULTS, patch)

    expect(JSON.stringify(preferences)).not.toMatch(/red|fax/)
  })

  it.each([
    [DEFAULTS, { quiet_hours_start: '22:00', quiet_hours_end: '06:30:59' }, '22:00', '06:30'],
    [QUIET, { quiet_hours_end: '08:00' }, '22:00', '08:00'],
    [QUIET, { quiet_hours_start: null, quiet_hours_end: null }, null, null],
    [QUIET, {}, '22:00', '07:00'],
  ])('accept valid quiet hours: case %#', (before, patch, start, end) => {
    const { preferences, faults } = mergeNotificationPreferences(before, patch)

    expect([preferences.quiet_hours_start, preferences.quiet_hours_end, faults]).toEqual([start, end, {}])
  })

  it.each([
    [DEFAULTS, { quiet_hours_start: '22:00' }, { quiet_hours_end: [BOTH] }],
    [DEFAULTS, { quiet_hours_end: '07:00' }, { quiet_hours_start: [BOTH] }],
    [QUIET, { quiet_hours_end: null }, { quiet_hours_end: [BOTH] }],
    [QUIET, { quiet_hours_start: null }, { quiet_hours_start: [BOTH] }],
    [
      QUIET,
      { quiet_hours_end: '22:00:00' },
      { quiet_hours_end: ['The end of quiet hours must differ from the start (22:00).'] },
    ],
  ])('reject invalid quiet hours: case %#', (before, patch, expected) => {
    expect(mergeNotificationPreferences(before, patch).faults).toEqual(expected)
  })

  it.each([
    [true, true, true],
    [true, false, false],
    [false, true, false],
  ])('want a notice when the channel is on (%s) and the category is on (%s): %s', (enabled, category, wanted) => {
    const { preferences } = mergeNotificationPreferences(DEFAULTS, {
      email_enabled: enabled,
      categories: { system: { email: category } },
    })

    expect(wantsNotice(preferences, 'system', 'email')).toBe(wanted)
  })
})
