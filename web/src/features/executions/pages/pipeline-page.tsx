import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, Navigate } from '@tanstack/react-router'
import { Page } from '../../../components/page.tsx'
import { Read } from '../../../components/read.tsx'
import { useHeddle } from '../../../lib/session/context.tsx'
import { pipelineRun } from '../../../resources/runs.ts'
import { words } from '../words.ts'

const route = getRouteApi('/inside/queries/pipeline-executions/$id')

/** The stages of a run are shown with it. */
export function PipelinePage() {
  const { id } = route.useParams()
  const found = useQuery(pipelineRun(useHeddle(), id))
  return (
    <Page title={words.stages} trail={<Link to="/queries/execution-logs/">{words.title}</Link>}>
      <Read of={found} failure={words.runFailure} permission="queries.view_executionlog">
        {({ execution }) => <Navigate to="/queries/execution-logs/$id/" params={{ id: execution }} replace />}
      </Read>
    </Page>
  )
}
