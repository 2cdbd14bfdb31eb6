import { admin, FROM, type Scenario } from '../../testing/audit-walk/walk.ts'
import { walkAuditLog } from '../../testing/audit-walk/walk-audit-log.ts'
import { auditFeature } from './index.ts'

const SCENARIOS: Readonly<Record<string, Scenario>> = {
  'PATCH /api/audit/settings/': async () => ({
    answer: await admin.patch('/api/audit/settings/', { retention_days: { notification: 31 } }, FROM),
    action: 'settings_change',
    by: admin,
    target: 'audit',
  }),
  'GET /api/audit/logs/export/': async () => ({
    answer: await admin.get('/api/audit/logs/export/?page_size=1', FROM),
    action: 'audit_export',
    by: admin,
    target: 'export',
  }),
}

walkAuditLog(auditFeature, SCENARIOS)
