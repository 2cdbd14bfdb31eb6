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
import { formatNumber } from '../../../lib/i18n/plural.ts'
import { useHeddle, useMay } from '../../../lib/session/context.tsx'
import { changeList, CHANGES_PER_PAGE } from '../windows/api.ts'
import { ChangeLight } from '../windows/change-light.tsx'
import { OpenDialog } from '../windows/open-dialog.tsx'
import { words } from '../windows/words.ts'

const route = getRouteApi('/inside/history/changes')

const COLUMNS: readonly TableColumn<Wire.Change>[] = [
  {
    name: 'name',
    title: words.name,
    isGrowing: true,
    cell: ({ id, name }) => (
      <Link to="/history/changes/$id" params={{ id }} dir="auto">
        {name}
      </Link>
    ),
  },
  { name: 'status', title: words.status, width: '110px', cell: ({ status }) => <ChangeLight status={status} /> },
  {
    name: 'connection',
    title: words.connection,
    isWideOnly: true,
    width: '160px',
    cell: ({ controller_connection_name: name }) => <span dir="auto">{name}</span>,
  },
  {
    name: 'queries',
    title: words.queries,
    isNumber: true,
    isWideOnly: true,
    cell: ({ total }) => formatNumber(total),
  },
  { name: 'opened', title: words.opened, width: '140px', cell: ({ opened_at: at }) => <TimeText at={at} /> },
  { name: 'by', title: words.by, width: '110px', cell: ({ opened_by: by }) => by },
]

/** Change windows, the newest first. */
export function ChangesPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const page = Number(search.page ?? 1)
  const found = useQuery(changeList(useHeddle(), page))
  const mayOpen = useMay('history.capture_snapshot', 'queries.execute_savedquery')
  const [isOpening, setIsOpening] = useState(false)
  const button = mayOpen && (
    <Button look="primary" onClick={() => setIsOpening(true)}>
      {words.open}
    </Button>
  )
  return (
    <Page
      title={words.title}
      trail={<Link to="/history">{words.history}</Link>}
      note={found.data && words.count(found.data.count)}
      actions={button}
    >
      <Read
        of={found}
        failure={words.failure}
        permission="history.view_snapshot"
        goesStale
        skeleton={<LoadingTable columns={COLUMNS} />}
      >
        {({ results, count }) =>
          results.length === 0 ? (
            <EmptyState title={words.none}>{words.noneText}</EmptyState>
          ) : (
            <>
              <DataTable label={words.title} columns={COLUMNS} rows={results} keyOf={({ id }) => id} />
              <Pager
                page={page}
                pageSize={CHANGES_PER_PAGE}
                count={count}
                onPage={(next) => void navigate({ search: (before) => ({ ...before, page: String(next) }) })}
              />
            </>
          )
        }
      </Read>
      {isOpening && <OpenDialog onClose={() => setIsOpening(false)} />}
    </Page>
  )
}
