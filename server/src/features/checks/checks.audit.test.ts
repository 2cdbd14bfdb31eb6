import { newQuery } from '../../testing/audit-walk/objects.ts'
import { about, admin, FROM, idOf, type Scenario } from '../../testing/audit-walk/walk.ts'
import { walkAuditLog } from '../../testing/audit-walk/walk-audit-log.ts'
import { checksFeature } from './index.ts'

const SCENARIOS: Readonly<Record<string, Scenario>> = {
  'POST /api/queries/checks/': about(
    newQuery,
    'check_start',
    (query) => admin.post('/api/queries/checks/', { saved_queries: [query] }, FROM),
    idOf,
  ),
}

walkAuditLog(checksFeature, SCENARIOS)
