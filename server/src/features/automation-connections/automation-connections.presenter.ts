import type { AutomationConnection, AutomationJobTemplate } from '@heddle/contract/automation-connections.ts'
import type { JobTemplateEntry } from '../../adapters/automation-server/automation-server.ts'
import { timestamp } from '../../kernel/instants.ts'
import type { VisibleAutomationConnection } from './automation-connections.store.ts'

export const presentJobTemplate = ({
  canStart,
  takesVariables,
  ...entry
}: JobTemplateEntry): AutomationJobTemplate => ({
  ...entry,
  can_start: canStart,
  takes_variables: takesVariables,
})

/** Row to wire shape, without the token. */
export function presentAutomationConnection(row: VisibleAutomationConnection): AutomationConnection {
  return {
    id: row.id,
    name: row.name,
    base_url: row.baseUrl,
    username: row.username,
    auth_method: row.authMethod,
    token_configured: row.tokenConfigured,
    api_prefix: row.apiPrefix,
    verify_ssl: row.verifySsl,
    ca_certificate: row.caCertificate,
    job_url_pattern: row.jobUrlPattern,
    is_default: row.isDefault,
    last_tested_at: timestamp(row.lastTestedAt),
    last_test_status: row.lastTestStatus,
    last_test_message: row.lastTestMessage,
    created_at: timestamp(row.createdAt),
    updated_at: timestamp(row.updatedAt),
  }
}
