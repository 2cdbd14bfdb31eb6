import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Page } from '../../../components/page.tsx'
import { Read, ReadBar } from '../../../components/read.tsx'
import { ForbiddenState } from '../../../components/states.tsx'
import { useHeddle, useMay } from '../../../lib/session/context.tsx'
import { queryDetail } from '../api.ts'
import { words } from '../workspace/words.ts'
import { WorkspaceScreen } from '../workspace/workspace-screen.tsx'

const route = getRouteApi('/inside/queries/saved-queries/$id')

/** The id of a query that was never saved. */
const NEW = 'new'

/** A query on the canvas. The first save of a new one changes the address, and nothing else on the screen. */
export function WorkspacePage() {
  const { id } = route.useParams()
  const mayAdd = useMay('queries.add_savedquery')
  const [screen, setScreen] = useState<{ readonly id: string; readonly key: number; readonly created?: string }>({
    id,
    key: 0,
  })
  if (screen.id !== id) setScreen({ id, key: id === screen.created ? screen.key : screen.key + 1 })
  const found = useQuery({ ...queryDetail(useHeddle(), id), enabled: id !== NEW })
  const query = id === NEW ? undefined : found.data

  if (query || (id === NEW && mayAdd)) {
    return (
      <WorkspaceScreen
        key={screen.key}
        query={query}
        bar={query && <ReadBar of={found} failure={words.failure} />}
        onCreated={(created) => setScreen({ ...screen, created: created.id })}
      />
    )
  }
  return (
    <Page
      title={id === NEW ? words.newQuery : words.query}
      trail={<Link to="/queries/saved-queries/">{words.queries}</Link>}
    >
      {id === NEW ? (
        <ForbiddenState permission="queries.add_savedquery" />
      ) : (
        <Read of={found} failure={words.failure} permission="queries.view_savedquery">
          {() => null}
        </Read>
      )}
    </Page>
  )
}
