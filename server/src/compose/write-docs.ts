import { writeFile } from 'node:fs/promises'
import { CONFIGURATION_DOCUMENT, describeConfiguration } from '../config/describe-configuration.ts'
import { AUDIT_DOCUMENT, describeAuditLog } from '../features/audit/describe-audit-log.ts'
import { ACCESS_DOCUMENT, describeRoutesByRole } from './describe-access.ts'
import { DASHBOARD_DOCUMENT, describeDashboard } from './describe-dashboard.ts'
import { describeMetrics, METRICS_DOCUMENT } from './describe-metrics.ts'

/** The pages generated from code: `npm run docs`. Tests fail when one is stale. */
await writeFile(CONFIGURATION_DOCUMENT, describeConfiguration())
await writeFile(AUDIT_DOCUMENT, describeAuditLog())
await writeFile(ACCESS_DOCUMENT, describeRoutesByRole())
await writeFile(METRICS_DOCUMENT, describeMetrics())
await writeFile(DASHBOARD_DOCUMENT, describeDashboard())
