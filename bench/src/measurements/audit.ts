import { type Case, compareLists, type Get } from '../compare-lists.ts'
import type { Measurement } from '../measurement.ts'
import { COMMON_TERM, FREQUENT_TERM, RARE_TERM } from '../programs/audit-rows.ts'

const FLOOR_ENTRIES = 50_000
const QUICK_ENTRIES = 200_000
// The embedded database builds its indexes in one thread; five million entries would take hours.
const ENTRIES = { embedded: 500_000, postgres: 5_000_000 }
const LOGS = '/api/audit/logs/'

export const audit: Measurement = {
  name: 'audit',
  title: `Audit log, compared with the same requests to a log of ${FLOOR_ENTRIES.toLocaleString('en')} entries`,
  run: (settings) =>
    compareLists(
      {
        fill: ({ program }, entries) => program.call.fillAudit(entries),
        casesOf,
        short: FLOOR_ENTRIES,
        long: settings.quick ? { embedded: QUICK_ENTRIES, postgres: QUICK_ENTRIES } : ENTRIES,
      },
      settings,
    ),
}

async function casesOf(get: Get): Promise<readonly Case[]> {
  const { results } = (await get(`${LOGS}?username=user-3&page_size=1`)) as {
    readonly results: readonly { readonly ip_address: string }[]
  }
  const days = (ago: number) => new Date(Date.now() - ago * 24 * 3_600_000).toISOString()
  const page = (what: string, query: Readonly<Record<string, string>>): Case => ({
    what,
    path: `${LOGS}?${new URLSearchParams(query).toString()}`,
    hasTarget: true,
  })
  return [
    page('first page', {}),
    page('of a category', { category: 'admin_action' }),
    page('of a user', { user: '42' }),
    page('of a username', { username: 'user-3' }),
    page('of an address', { ip: results[0]!.ip_address }),
    page('of ten days half a year ago', { created_after: days(190), created_before: days(180) }),
    page(`with a frequent term, "${FREQUENT_TERM}"`, { search: FREQUENT_TERM }),
    page(`with one in two hundred, "${COMMON_TERM}"`, { search: COMMON_TERM }),
    page(`with a rare term, "${RARE_TERM}"`, { search: RARE_TERM }),
    { what: 'statistics of 24 hours', path: `${LOGS}stats/?window=24h`, hasTarget: false },
    { what: 'statistics of 30 days', path: `${LOGS}stats/?window=30d`, hasTarget: false },
  ]
}
