import { newQuery } from '../../testing/audit-walk/objects.ts'
import { about, admin, expectOk, FROM, idOf, type Scenario } from '../../testing/audit-walk/walk.ts'
import { walkAuditLog } from '../../testing/audit-walk/walk-audit-log.ts'
import { waiversFeature } from './index.ts'

const WAIVERS = '/api/queries/waivers/'
const NEXT_WEEK = new Date(Date.now() + 7 * 86_400_000).toISOString()

const bodyFor = (saved_query: string) => ({
  saved_query,
  resource: 'uni/tn-A*',
  until: NEXT_WEEK,
  reason: 'Moves in May',
})
const newWaiver = async (): Promise<string> => idOf(await expectOk(admin.post(WAIVERS, bodyFor(await newQuery()))))

const SCENARIOS: Readonly<Record<string, Scenario>> = {
  'POST /api/queries/waivers/': about(
    newQuery,
    'waiver_create',
    (query) => admin.post(WAIVERS, bodyFor(query), FROM),
    idOf,
  ),
  'DELETE /api/queries/waivers/:id/': about(newWaiver, 'waiver_end', (id) => admin.delete(`${WAIVERS}${id}/`, FROM)),
}

walkAuditLog(waiversFeature, SCENARIOS)
