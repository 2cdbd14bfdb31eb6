import type { Values, VariableName } from './variables.ts'

/** Values that are valid alone but not together. If one of `needs` is already invalid, the check is skipped. */
type Contradiction = { readonly needs: readonly VariableName[]; readonly problem: (values: Values) => string | false }

const CONTRADICTIONS: readonly Contradiction[] = [
  {
    needs: ['ROLE', 'DATABASE_URL'],
    problem: (v) =>
      v.ROLE !== 'all' &&
      !v.DATABASE_URL &&
      `ROLE "${v.ROLE}": requires DATABASE_URL, because the embedded database belongs to one process`,
  },
  {
    needs: ['ROLE', 'REDIS_URL'],
    problem: (v) =>
      v.ROLE !== 'all' &&
      !v.REDIS_URL &&
      `ROLE "${v.ROLE}": requires REDIS_URL, because processes share tickets, throttles and events through it`,
  },
  {
    needs: ['PORT', 'METRICS_PORT', 'HOST', 'METRICS_HOST'],
    problem: (v) =>
      v.METRICS_PORT === v.PORT &&
      v.PORT !== 0 &&
      (v.METRICS_HOST ?? v.HOST) === v.HOST &&
      `METRICS_PORT "${v.PORT}": expected a port other than PORT`,
  },
  {
    needs: ['OBJECT_STORAGE_URL', 'OBJECT_STORAGE_KEY_ID', 'OBJECT_STORAGE_SECRET'],
    problem: (v) =>
      v.OBJECT_STORAGE_URL !== undefined &&
      !(v.OBJECT_STORAGE_KEY_ID && v.OBJECT_STORAGE_SECRET) &&
      `OBJECT_STORAGE_URL "${v.OBJECT_STORAGE_URL}": requires OBJECT_STORAGE_KEY_ID and OBJECT_STORAGE_SECRET`,
  },
  {
    needs: ['SIEM_CLIENT_CERT', 'SIEM_CLIENT_KEY'],
    problem: (v) =>
      (v.SIEM_CLIENT_CERT === undefined) !== (v.SIEM_CLIENT_KEY === undefined) &&
      'SIEM_CLIENT_CERT: requires SIEM_CLIENT_KEY, and the other way round',
  },
  {
    needs: ['SECRET_KEY', 'SECRET_KEY_PREVIOUS'],
    problem: (v) =>
      v.SECRET_KEY_PREVIOUS?.some((key) => key.reveal() === v.SECRET_KEY?.reveal()) === true &&
      'SECRET_KEY_PREVIOUS: expected earlier keys only, but it contains SECRET_KEY',
  },
  {
    needs: ['LDAP_ENABLED', 'LDAP_URL'],
    problem: (v) => v.LDAP_ENABLED && !v.LDAP_URL && 'LDAP_ENABLED "true": requires LDAP_URL',
  },
  {
    needs: ['LDAP_ENABLED', 'LDAP_USER_BASE'],
    problem: (v) => v.LDAP_ENABLED && !v.LDAP_USER_BASE && 'LDAP_ENABLED "true": requires LDAP_USER_BASE',
  },
  {
    needs: ['LDAP_STARTTLS', 'LDAP_URL'],
    problem: (v) =>
      v.LDAP_STARTTLS &&
      v.LDAP_URL?.startsWith('ldaps:') === true &&
      'LDAP_STARTTLS "true": expected an LDAP_URL with ldap://, because ldaps:// is encrypted from the start',
  },
  {
    needs: ['LDAP_BIND_DN', 'LDAP_BIND_PASSWORD'],
    problem: (v) =>
      v.LDAP_BIND_DN !== undefined &&
      !v.LDAP_BIND_PASSWORD &&
      'LDAP_BIND_DN: requires LDAP_BIND_PASSWORD, because directories treat a bind without a password as anonymous',
  },
  {
    needs: ['LDAP_BIND_DN', 'LDAP_BIND_PASSWORD'],
    problem: (v) =>
      v.LDAP_BIND_DN === undefined && v.LDAP_BIND_PASSWORD !== undefined && 'LDAP_BIND_PASSWORD: requires LDAP_BIND_DN',
  },
]

export function findContradictions(values: Values, wrong: ReadonlySet<string>): string[] {
  return CONTRADICTIONS.filter(({ needs }) => !needs.some((name) => wrong.has(name)))
    .map(({ problem }) => problem(values))
    .filter((problem) => problem !== false)
}
