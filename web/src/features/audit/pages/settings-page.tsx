import { useQuery } from '@tanstack/react-query'
import { Read } from '../../../components/read.tsx'
import { useHeddle } from '../../../lib/session/context.tsx'
import { auditSettings } from '../api.ts'
import { AuditPage } from '../components/audit-page.tsx'
import { AuditSettingsForm } from '../components/settings-form.tsx'
import { words } from '../words.ts'

/** What is recorded, and how long it is kept. */
export function AuditSettingsPage() {
  const found = useQuery(auditSettings(useHeddle()))
  return (
    <AuditPage title={words.settings}>
      <Read of={found} failure={words.settingsFailure} permission="administrators">
        {(settings) => <AuditSettingsForm settings={settings} />}
      </Read>
    </AuditPage>
  )
}
