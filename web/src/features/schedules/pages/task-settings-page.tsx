import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Page } from '../../../components/page.tsx'
import { Read } from '../../../components/read.tsx'
import { useHeddle } from '../../../lib/session/context.tsx'
import { taskSettings } from '../api.ts'
import { TaskSettingsForm } from '../components/task-settings-form.tsx'
import { words } from '../task-settings-words.ts'
import styles from '../components/schedule.module.css'

/** What holds for the runs and schedules of the user. */
export function TaskSettingsPage() {
  const found = useQuery(taskSettings(useHeddle()))
  return (
    <Page title={words.title} trail={<Link to="/settings">{words.trail}</Link>}>
      <div className={styles.settings}>
        <Read of={found} failure={words.failure} permission="administrators">
          {(settings) => <TaskSettingsForm key={JSON.stringify(settings)} settings={settings} />}
        </Read>
      </div>
    </Page>
  )
}
