import { type AuditCategory, CATEGORY_RULES } from './categories.ts'

/** The categories that show who may do what. Only superusers may stop recording them, or keep them below the floor. */
export const PROTECTED_CATEGORIES = [
  'authentication',
  'user_management',
  'group_management',
  'permission_management',
  'settings_change',
  'admin_action',
] as const satisfies readonly AuditCategory[]

export const SHORTEST_PROTECTED_DAYS = 30
/** Enough for what an entry of these categories contains; cut shorter, it would no longer say what was changed. */
export const SMALLEST_PROTECTED_CONTENT_BYTES = 16_384

const FLOORS: Readonly<Record<string, number>> = {
  content_max_bytes: SMALLEST_PROTECTED_CONTENT_BYTES,
  ...Object.fromEntries(PROTECTED_CATEGORIES.map((category) => [`groups.${CATEGORY_RULES[category].group}`, 1])),
  ...Object.fromEntries(
    PROTECTED_CATEGORIES.map((category) => [`retention_days.${category}`, SHORTEST_PROTECTED_DAYS]),
  ),
}

/**
 * Which of the changed settings of the audit log, by dotted name, have a value below the floor.
 *
 *     settingsBelowFloor({ 'groups.authentication': false, 'groups.mim': false }) // ['groups.authentication']
 */
export const settingsBelowFloor = (changed: Readonly<Record<string, boolean | number>>): string[] =>
  Object.keys(changed).filter((name) => Number(changed[name]) < (FLOORS[name] ?? 0))
