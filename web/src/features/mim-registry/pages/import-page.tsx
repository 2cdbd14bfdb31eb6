import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Page } from '../../../components/page.tsx'
import { useHeddle } from '../../../lib/session/context.tsx'
import { importRun } from '../api.ts'
import { ImportDetails } from '../components/import-details.tsx'
import { ImportProgress } from '../components/import-progress.tsx'
import { words } from '../words.ts'

const route = getRouteApi('/inside/mim-registry/remote/runs/$id')

/** One import, to which its notice leads. */
export function ImportPage() {
  const { id } = route.useParams()
  const { data } = useQuery(importRun(useHeddle(), id))
  return (
    <Page
      title={words.importTitle}
      trail={<Link to="/mim-registry">{words.title}</Link>}
      note={data && data.run.version_key}
    >
      <ImportProgress key={id} id={id} />
      {data && <ImportDetails {...data} />}
    </Page>
  )
}
