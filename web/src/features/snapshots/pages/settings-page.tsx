import { Link } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { Page } from '../../../components/page.tsx'
import { Read } from '../../../components/read.tsx'
import { useHeddle } from '../../../lib/session/context.tsx'
import { snapshotSettings } from '../api.ts'
import { CleanupPlan } from '../settings/cleanup-plan.tsx'
import { SettingsForm } from '../settings/settings-form.tsx'
import { words } from '../settings/words.ts'
import styles from './settings-page.module.css'

/** How long captures are kept, how they are compared, and what a clean-up would delete. */
export function SnapshotSettingsPage() {
  const found = useQuery(snapshotSettings(useHeddle()))
  return (
    <Page title={words.title} trail={<Link to="/history">{words.trail}</Link>}>
      <div className={styles.page}>
        <Read of={found} failure={words.failure} permission="history.view_snapshot">
          {(settings) => <SettingsForm settings={settings} />}
        </Read>
        <CleanupPlan />
      </div>
    </Page>
  )
}
