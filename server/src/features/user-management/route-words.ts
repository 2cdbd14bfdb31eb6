/** What the routes of this feature say alike. */
export const USERS = '/api/auth/management/'
export const SUPERUSERS = 'Only superusers may manage superusers.'
export const LAST = { last_superuser: 'Nobody else could sign in as a superuser.' }
