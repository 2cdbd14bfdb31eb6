import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { usePageActions } from '../../../components/page-actions.tsx'
import { Read } from '../../../components/read.tsx'
import { EmptyState } from '../../../components/states.tsx'
import { DataTable, Pager, type TableColumn } from '../../../components/table.tsx'
import { TimeText } from '../../../components/time-text.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { formatNumber } from '../../../lib/i18n/plural.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import { ACCOUNTS_PER_PAGE, serviceAccountList } from '../api.ts'
import { AdministrationPage } from '../components/administration-page.tsx'
import styles from '../components/administration.module.css'
import { ServiceAccountActions } from '../components/service-account-actions.tsx'
import { ServiceAccountDialog } from '../components/service-account-dialog.tsx'
import { words } from '../service-words.ts'

const route = getRouteApi('/inside/auth/service-accounts')

/** Accounts of programs. */
export function ServiceAccountsPage() {
  const search: Partial<Record<string, string>> = route.useSearch()
  const navigate = route.useNavigate()
  const page = Math.max(1, Math.trunc(Number(search.page ?? 1)) || 1)
  const order = search.ordering ?? 'name'
  const found = useQuery(serviceAccountList(useHeddle(), { page, ordering: order }))
  const [isAdding, setIsAdding] = useState(false)
  const handleAdd = () => setIsAdding(true)
  usePageActions([{ id: 'service-accounts-add', text: words.add, onSelect: handleAdd }])
  return (
    <AdministrationPage
      title={words.title}
      note={found.data && words.count(found.data.count)}
      actions={
        <Button look="primary" onClick={handleAdd}>
          {words.add}
        </Button>
      }
    >
      <Read of={found} failure={words.failure} permission="users.manage_serviceaccount" goesStale>
        {({ results, count }) =>
          results.length === 0 ? (
            <EmptyState title={words.none}>{words.noneText}</EmptyState>
          ) : (
            <section className={styles.section}>
              <p>{words.text}</p>
              <DataTable
                label={words.title}
                columns={COLUMNS}
                rows={results}
                keyOf={({ id }) => String(id)}
                order={order}
                onOrder={(ordering) => void navigate({ search: { ordering } })}
              />
              <Pager
                page={page}
                pageSize={ACCOUNTS_PER_PAGE}
                count={count}
                onPage={(next) => void navigate({ search: (before) => ({ ...before, page: String(next) }) })}
              />
            </section>
          )
        }
      </Read>
      {isAdding && <ServiceAccountDialog onClose={() => setIsAdding(false)} />}
    </AdministrationPage>
  )
}

const COLUMNS: readonly TableColumn<Wire.ServiceAccount>[] = [
  {
    name: 'name',
    title: words.name,
    isSortable: true,
    width: '220px',
    cell: ({ name }) => <bdi title={name}>{name}</bdi>,
  },
  { name: 'group', title: words.group, isSortable: true, cell: ({ group }) => group.name },
  {
    name: 'description',
    title: words.description,
    isGrowing: true,
    isWideOnly: true,
    cell: ({ description }) => <span title={description}>{description}</span>,
  },
  {
    name: 'state',
    title: words.state,
    cell: ({ is_active: isActive }) => (isActive ? words.active : words.inactive),
  },
  { name: 'tokens', title: words.tokens, cell: ({ token_count: count }) => formatNumber(count) },
  {
    name: 'used',
    title: words.used,
    isWideOnly: true,
    cell: ({ last_used_at: at }) => (at === null ? words.never : <TimeText at={at} />),
  },
  {
    name: 'actions',
    title: words.actions,
    isTitleHidden: true,
    width: '64px',
    cell: (account) => (
      <div className={styles.actions}>
        <ServiceAccountActions account={account} />
      </div>
    ),
  },
]
