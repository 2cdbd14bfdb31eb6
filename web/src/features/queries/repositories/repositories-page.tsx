import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { Page } from '../../../components/page.tsx'
import { Read } from '../../../components/read.tsx'
import { EmptyState } from '../../../components/states.tsx'
import { DataTable, LoadingTable, Pager, type TableColumn } from '../../../components/table.tsx'
import { TimeText } from '../../../components/time-text.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import { REPOSITORIES_PER_PAGE, repositoryList } from './api.ts'
import styles from './repositories.module.css'
import { RepositoryForm } from './repository-form.tsx'
import { Commit, RepositoryState } from './repository-state.tsx'
import { useMayBind } from './use-may-bind.ts'
import { words } from './words.ts'

const route = getRouteApi('/inside/queries/repositories')

/** Which folders are in Git, and how far they are in step. */
export function RepositoriesPage() {
  const page = Number(route.useSearch().page ?? 1)
  const navigate = route.useNavigate()
  const found = useQuery(repositoryList(useHeddle(), page))
  const [isBinding, setIsBinding] = useState(false)
  const bind = useMayBind() && (
    <Button look="primary" onClick={() => setIsBinding(true)}>
      {words.bind}
    </Button>
  )
  return (
    <Page
      title={words.title}
      trail={<Link to="/queries/saved-queries">{words.queries}</Link>}
      note={found.data && words.count(found.data.count)}
      actions={bind}
    >
      <Read
        of={found}
        failure={words.failure}
        permission="queries.view_category"
        skeleton={<LoadingTable columns={COLUMNS} />}
      >
        {({ results, count }) =>
          results.length === 0 ? (
            <EmptyState title={words.none} {...(bind && { action: bind })}>
              {words.noneText}
            </EmptyState>
          ) : (
            <>
              <DataTable label={words.title} columns={COLUMNS} rows={results} keyOf={({ id }) => id} />
              <Pager
                page={page}
                pageSize={REPOSITORIES_PER_PAGE}
                count={count}
                onPage={(next) => void navigate({ search: { page: String(next) } })}
              />
            </>
          )
        }
      </Read>
      {isBinding && <RepositoryForm onClose={() => setIsBinding(false)} />}
    </Page>
  )
}

const COLUMNS: readonly TableColumn<Wire.Repository>[] = [
  {
    name: 'folder',
    title: words.folder,
    width: '220px',
    cell: ({ id, folder }) => (
      <Link to="/queries/repositories/$id" params={{ id }} className={styles.cut} dir="auto" title={folder}>
        {folder}
      </Link>
    ),
  },
  {
    name: 'url',
    title: words.url,
    isGrowing: true,
    isWideOnly: true,
    cell: ({ url }) => (
      <span className={styles.cut} title={url}>
        {url.replace(/^https:\/\//, '')}
      </span>
    ),
  },
  { name: 'mode', title: words.mode, width: '120px', cell: ({ mode }) => words.modesShort[mode] },
  { name: 'state', title: words.state, width: '150px', cell: ({ state }) => <RepositoryState state={state} /> },
  {
    name: 'commit',
    title: words.commit,
    width: '110px',
    isWideOnly: true,
    cell: ({ last_commit: hash }) => <Commit hash={hash} />,
  },
  {
    name: 'checked',
    title: words.checked,
    width: '130px',
    isWideOnly: true,
    cell: ({ checked_at: at }) => (at === null ? '–' : <TimeText at={at} />),
  },
]
