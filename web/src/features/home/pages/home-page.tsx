import { getRouteApi } from '@tanstack/react-router'
import { AskField } from '../../../components/ai/ask-field.tsx'
import { Page } from '../../../components/page.tsx'
import { useMay } from '../../../lib/session/context.tsx'
import { ChangesPanel } from '../components/changes-panel.tsx'
import { ConnectionsPanel } from '../components/connections-panel.tsx'
import { FailingPanel } from '../components/failing-panel.tsx'
import { FirstSteps } from '../components/first-steps.tsx'
import { FavoritesPanel, RecentPanel } from '../components/query-panels.tsx'
import { ProofPanel, WaitingPanel } from '../components/requests-panels.tsx'
import { ServicesPanel } from '../components/services-panel.tsx'
import { isSince } from '../since.ts'
import { words } from '../words.ts'
import styles from './home-page.module.css'

const route = getRouteApi('/inside/')

/** Whether the controllers can be reached, what happened, and what one works with. */
export function HomePage() {
  const { since } = route.useSearch()
  const navigate = route.useNavigate()
  const maySeeQueries = useMay('queries.view_savedquery')
  const mayDraw = useMay('queries.add_savedquery')
  const maySeeConnections = useMay('controller.view_connection')
  const maySeeRuns = useMay('queries.view_executionlog')
  const maySeeRequests = useMay('automation.view_request')
  const shown = isSince(since) ? since : 'visit'
  return (
    <Page title={words.title} isTitleLarge>
      <div className={styles.columns}>
        <div className={styles.column}>
          {mayDraw && <AskField />}
          {maySeeRuns && <FirstSteps />}
          {maySeeConnections && <ConnectionsPanel />}
          {maySeeRequests && <WaitingPanel />}
          <FailingPanel since={shown} />
          <ChangesPanel
            since={shown}
            onSince={(next) => void navigate({ search: next === 'visit' ? {} : { since: next } })}
          />
        </div>
        <div className={styles.column}>
          {maySeeQueries && <FavoritesPanel />}
          {maySeeRuns && <RecentPanel />}
          {maySeeRequests && <ProofPanel />}
          <ServicesPanel />
        </div>
      </div>
    </Page>
  )
}
