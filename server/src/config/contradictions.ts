import type { Values, VariableName } from './variables.ts'

/** Values that are fine by themselves and do not go together. `needs` lists what is looked at: with one of them wrong already, nothing can be said. */
type Contradiction = { readonly needs: readonly VariableName[]; readonly problem: (values: Values) => string | false }

const CONTRADICTIONS: readonly Contradiction[] = [
  {
    needs: ['ROLE', 'DATABASE_URL'],
    problem: (v) =>
      v.ROLE !== 'all' &&
      !v.DATABASE_URL &&
      `ROLE "${v.ROLE}": expected DATABASE_URL beside it, the embedded database belongs to one process`,
  },
  {
    needs: ['ROLE', 'REDIS_URL'],
    problem: (v) =>
      v.ROLE !== 'all' &&
      !v.REDIS_URL &&
      `ROLE "${v.ROLE}": expected REDIS_URL beside it, processes share tickets, throttles and events through it`,
  },
  {
    needs: ['PORT', 'METRICS_PORT'],
    problem: (v) => v.METRICS_PORT === v.PORT && v.PORT !== 0 && `METRICS_PORT "${v.PORT}": expected another port than PORT`,
  },
  {
    needs: ['SECRET_KEY', 'SECRET_KEY_PREVIOUS'],
    problem: (v) =>
      v.SECRET_KEY_PREVIOUS?.some((key) => key.reveal() === v.SECRET_KEY?.reveal()) === true &&
      'SECRET_KEY_PREVIOUS: expected earlier keys only, SECRET_KEY is among them',
  },
  {
    needs: ['LDAP_ENABLED', 'LDAP_URL'],
    problem: (v) => v.LDAP_ENABLED && !v.LDAP_URL && 'LDAP_ENABLED "true": expected LDAP_URL beside it',
  },
  {
    needs: ['LDAP_ENABLED', 'LDAP_USER_BASE'],
    problem: (v) => v.LDAP_ENABLED && !v.LDAP_USER_BASE && 'LDAP_ENABLED "true": expected LDAP_USER_BASE beside it',
  },
  {
    needs: ['LDAP_STARTTLS', 'LDAP_URL'],
    problem: (v) =>
      v.LDAP_STARTTLS &&
      v.LDAP_URL?.startsWith('ldaps:') === true &&
      'LDAP_STARTTLS "true": expected an LDAP_URL with ldap://, ldaps:// is encrypted from the start',
  },
  {
    needs: ['LDAP_BIND_DN', 'LDAP_BIND_PASSWORD'],
    problem: (v) =>
      v.LDAP_BIND_DN !== undefined &&
      !v.LDAP_BIND_PASSWORD &&
      'LDAP_BIND_DN: expected LDAP_BIND_PASSWORD beside it, directories take a bind without password for an anonymous one',
  },
  {
    needs: ['LDAP_BIND_DN', 'LDAP_BIND_PASSWORD'],
    problem: (v) =>
      v.LDAP_BIND_DN === undefined && v.LDAP_BIND_PASSWORD !== undefined && 'LDAP_BIND_PASSWORD: expected LDAP_BIND_DN beside it',
  },
]

export function findContradictions(values: Values, wrong: ReadonlySet<string>): string[] {
  return CONTRADICTIONS.filter(({ needs }) => !needs.some((name) => wrong.has(name)))
    .map(({ problem }) => problem(values))
    .filter((problem) => problem !== false)
}
