import { useQuery } from '@tanstack/react-query'
import { Read } from '../../../components/read.tsx'
import { EmptyState } from '../../../components/states.tsx'
import { useHeddle } from '../../../lib/session/context.tsx'
import { auditStream } from '../api.ts'
import { AuditPage } from '../components/audit-page.tsx'
import { Collector } from '../components/collector.tsx'
import { words } from '../words.ts'

/** Where records are sent, and how those who take them keep up. */
export function CollectorsPage() {
  const found = useQuery(auditStream(useHeddle()))
  return (
    <AuditPage title={words.collectors}>
      <Read of={found} failure={words.collectorsFailure} permission="administrators" goesStale>
        {({ targets }) =>
          targets.length === 0 ? (
            <EmptyState title={words.noCollectors}>{words.noCollectorsText}</EmptyState>
          ) : (
            targets.map((stream) => <Collector key={stream.target} stream={stream} />)
          )
        }
      </Read>
    </AuditPage>
  )
}
