import { newQuery } from '../../testing/audit-walk/objects.ts'
import { about, admin, app, expectOk, FROM, idOf, type Scenario } from '../../testing/audit-walk/walk.ts'
import { walkAuditLog } from '../../testing/audit-walk/walk-audit-log.ts'
import { reviewsFeature } from './index.ts'

const newSnapshot = async (): Promise<string> =>
  idOf(await expectOk(app.admin.post('/api/history/capture/', { saved_query: await newQuery() })))

const SCENARIOS: Readonly<Record<string, Scenario>> = {
  'POST /api/history/reviews/': about(newSnapshot, 'snapshot_review', async (id) => {
    const rows = [{ key: 'uni/tn-A/BD-web', fields: ['mtu'] }]
    return admin.post('/api/history/reviews/', { snapshot_a: await newSnapshot(), snapshot_b: id, rows }, FROM)
  }),
}

walkAuditLog(reviewsFeature, SCENARIOS)
