import {
  NOTIFICATION_CATEGORIES,
  type NotificationCategory,
  type NotificationPreferences,
  type NotificationPreferencesPatch,
} from '@heddle/contract/notifications.ts'

type Categories = NotificationPreferences['categories']
type CategoriesPatch = NotificationPreferencesPatch['categories']
type Merged = { readonly preferences: NotificationPreferences; readonly faults: Record<string, string[]> }

/** The preferences of a user who has not changed any. */
export const DEFAULT_NOTIFICATION_PREFERENCES: NotificationPreferences = {
  in_app_enabled: true,
  email_enabled: false,
  categories: perCategory(() => ({ in_app: true, email: true })),
  quiet_hours_start: null,
  quiet_hours_end: null,
  digest_enabled: false,
}

/** Whether the user wants notices of a category on this channel. */
export function wantsNotice(
  preferences: NotificationPreferences,
  category: NotificationCategory,
  way: 'in_app' | 'email',
): boolean {
  return preferences[`${way}_enabled`] && preferences.categories[category][way]
}

/** Merges a patch per key, also inside the categories. Quiet hours need a start and an end, and these must differ. */
export function mergeNotificationPreferences(
  before: NotificationPreferences,
  patch: NotificationPreferencesPatch,
): Merged {
  const { quiet_hours_start: start, quiet_hours_end: end } = patch
  const preferences = {
    in_app_enabled: patch.in_app_enabled ?? before.in_app_enabled,
    email_enabled: patch.email_enabled ?? before.email_enabled,
    categories: mergeCategories(before.categories, patch.categories),
    quiet_hours_start: start === undefined ? before.quiet_hours_start : toMinutes(start),
    quiet_hours_end: end === undefined ? before.quiet_hours_end : toMinutes(end),
    digest_enabled: patch.digest_enabled ?? before.digest_enabled,
  }
  return { preferences, faults: quietHourFaults(preferences) }
}

/** `22:00:00`, as some clients send a time, is kept as `22:00`. */
const toMinutes = (time: string | null): string | null => time?.slice(0, 'HH:MM'.length) ?? null

function mergeCategories(before: Categories, patch: CategoriesPatch): Categories {
  return perCategory((category) => ({
    in_app: patch?.[category]?.in_app ?? before[category].in_app,
    email: patch?.[category]?.email ?? before[category].email,
  }))
}

function perCategory<Ways>(waysOf: (category: NotificationCategory) => Ways): Record<NotificationCategory, Ways> {
  return Object.fromEntries(NOTIFICATION_CATEGORIES.map((category) => [category, waysOf(category)])) as Record<
    NotificationCategory,
    Ways
  >
}

function quietHourFaults({
  quiet_hours_start: start,
  quiet_hours_end: end,
}: NotificationPreferences): Record<string, string[]> {
  if (start === null && end !== null)
    return { quiet_hours_start: ['Quiet hours need a start and an end: set both or neither.'] }
  if (start !== null && end === null)
    return { quiet_hours_end: ['Quiet hours need a start and an end: set both or neither.'] }
  if (start !== null && start === end)
    return { quiet_hours_end: [`The end of quiet hours must differ from the start (${end}).`] }
  return {}
}
