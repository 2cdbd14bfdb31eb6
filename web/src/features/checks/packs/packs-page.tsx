import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { Read } from '../../../components/read.tsx'
import { EmptyState } from '../../../components/states.tsx'
import { DataTable, LoadingTable, Pager, type TableColumn } from '../../../components/table.tsx'
import { TimeText } from '../../../components/time-text.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { formatNumber } from '../../../lib/i18n/plural.ts'
import { useHeddle, useMay } from '../../../lib/session/context.tsx'
import { ChecksPage } from '../components/checks-page.tsx'
import { packList, PACKS_PER_PAGE } from './api.ts'
import { InstallDialog } from './install-dialog.tsx'
import styles from './packs.module.css'
import { words } from './words.ts'

const route = getRouteApi('/inside/packs')

/** What is installed. */
export function PacksPage() {
  const { page: shown } = route.useSearch()
  const navigate = route.useNavigate()
  const page = Number(shown ?? 1)
  const mayChange = useMay('packs.change_pack')
  const [isInstalling, setIsInstalling] = useState(false)
  const found = useQuery(packList(useHeddle(), page))
  const install = mayChange && (
    <Button look="primary" onClick={() => setIsInstalling(true)}>
      {words.install.action}
    </Button>
  )
  return (
    <ChecksPage title={words.title} note={found.data && words.count(found.data.count)} actions={install}>
      <Read
        of={found}
        failure={words.failure}
        permission="packs.view_pack"
        skeleton={<LoadingTable columns={COLUMNS} />}
        goesStale
      >
        {({ results, count }) =>
          results.length === 0 ? (
            <EmptyState title={words.none} {...(install && { action: install })}>
              {words.noneText}
            </EmptyState>
          ) : (
            <>
              <DataTable label={words.title} columns={COLUMNS} rows={results} keyOf={({ name }) => name} />
              <Pager
                page={page}
                pageSize={PACKS_PER_PAGE}
                count={count}
                onPage={(next) => void navigate({ search: { page: String(next) } })}
              />
            </>
          )
        }
      </Read>
      {isInstalling && <InstallDialog title={words.install.action} onClose={() => setIsInstalling(false)} />}
    </ChecksPage>
  )
}

const COLUMNS: readonly TableColumn<Wire.PackListItem>[] = [
  {
    name: 'title',
    title: words.pack,
    isGrowing: true,
    cell: ({ name, title }) => (
      <Link to="/packs/$name" params={{ name }} className={styles.cut} dir="auto" title={title}>
        {title}
      </Link>
    ),
  },
  {
    name: 'name',
    title: words.name,
    isWideOnly: true,
    cell: ({ name }) => <code className={styles.whole}>{name}</code>,
  },
  { name: 'version', title: words.version, width: '90px', cell: ({ version }) => <code>{version}</code> },
  {
    name: 'checks',
    title: words.checks,
    isNumber: true,
    width: '80px',
    cell: ({ checks }) => formatNumber(checks),
  },
  {
    name: 'installed',
    title: words.installed,
    width: '130px',
    cell: ({ installed_at: at }) => <TimeText at={at} />,
  },
  { name: 'by', title: words.by, width: '130px', cell: ({ installed_by: by }) => by ?? '–' },
]
