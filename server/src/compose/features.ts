import type { SealedColumn } from '../adapters/secrets/reencrypt.ts'
import { agentsFeature } from '../features/agents/index.ts'
import { aiFeature } from '../features/ai/index.ts'
import { apiTokensFeature } from '../features/api-tokens/index.ts'
import { archiveFeature } from '../features/archive/index.ts'
import { assistantFeature } from '../features/assistant/index.ts'
import { auditFeature } from '../features/audit/index.ts'
import { authFeature } from '../features/auth/index.ts'
import { automationConnectionsFeature } from '../features/automation-connections/index.ts'
import { automationFeature } from '../features/automation/index.ts'
import { automationTemplatesFeature } from '../features/automation-templates/index.ts'
import { changesFeature } from '../features/changes/index.ts'
import { channelsFeature } from '../features/channels/index.ts'
import { classUseFeature } from '../features/class-use/index.ts'
import { controllerConnectionsFeature } from '../features/controller-connections/index.ts'
import { checksFeature } from '../features/checks/index.ts'
import { dashboardFeature } from '../features/dashboard/index.ts'
import { executionsFeature } from '../features/executions/index.ts'
import { idempotencyFeature } from '../features/idempotency/index.ts'
import { mimFeature } from '../features/mim/index.ts'
import { mimRegistryFeature } from '../features/mim-registry/index.ts'
import { notificationsFeature } from '../features/notifications/index.ts'
import { objectsFeature } from '../features/objects/index.ts'
import { packsFeature } from '../features/packs/index.ts'
import { planningFeature } from '../features/planning/index.ts'
import { profileFeature } from '../features/profile/index.ts'
import { queriesFeature } from '../features/queries/index.ts'
import { queryFilesFeature } from '../features/query-files/index.ts'
import { recordsFeature } from '../features/records/index.ts'
import { repositoriesFeature } from '../features/repositories/index.ts'
import { reviewsFeature } from '../features/reviews/index.ts'
import { rowWorkFeature } from '../features/row-work/index.ts'
import { runEngineFeature } from '../features/run-engine/index.ts'
import { schedulesFeature } from '../features/schedules/index.ts'
import { scimFeature } from '../features/scim/index.ts'
import { serviceAccountsFeature } from '../features/service-accounts/index.ts'
import { signOnFeature } from '../features/sign-on/index.ts'
import { snapshotsFeature } from '../features/snapshots/index.ts'
import { userManagementFeature } from '../features/user-management/index.ts'
import { usersFeature } from '../features/users/index.ts'
import { waiversFeature } from '../features/waivers/index.ts'
import type { Feature } from '../platform/feature.ts'
import { OUTBOX_SEALED_COLUMNS } from '../platform/mail/mail.tables.ts'

/** Every feature, each after those it needs. Their routes appear in the documents in this order. */
export const FEATURES: readonly Feature<unknown>[] = [
  auditFeature,
  usersFeature,
  authFeature,
  signOnFeature,
  idempotencyFeature,
  apiTokensFeature,
  serviceAccountsFeature,
  controllerConnectionsFeature,
  queriesFeature,
  waiversFeature,
  packsFeature,
  classUseFeature,
  userManagementFeature,
  scimFeature,
  mimFeature,
  mimRegistryFeature,
  rowWorkFeature,
  archiveFeature,
  objectsFeature,
  runEngineFeature,
  planningFeature,
  executionsFeature,
  automationConnectionsFeature,
  automationTemplatesFeature,
  schedulesFeature,
  aiFeature,
  queryFilesFeature,
  repositoriesFeature,
  snapshotsFeature,
  reviewsFeature,
  checksFeature,
  assistantFeature,
  automationFeature,
  changesFeature,
  notificationsFeature,
  channelsFeature,
  profileFeature,
  dashboardFeature,
  agentsFeature,
  recordsFeature,
]

/** Every column that holds sealed secrets. A test looks for columns that are missing here. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  ...OUTBOX_SEALED_COLUMNS,
  ...FEATURES.flatMap(({ sealedColumns }) => sealedColumns),
]
