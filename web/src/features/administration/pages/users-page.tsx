import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { Chip } from '../../../components/chip.tsx'
import { Light } from '../../../components/light.tsx'
import { usePageActions } from '../../../components/page-actions.tsx'
import { Read } from '../../../components/read.tsx'
import { EmptyState } from '../../../components/states.tsx'
import { DataTable, LoadingTable, Pager, type TableColumn } from '../../../components/table.tsx'
import { TimeText } from '../../../components/time-text.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import { userList, USERS_PER_PAGE } from '../api.ts'
import { AdministrationPage } from '../components/administration-page.tsx'
import styles from '../components/administration.module.css'
import { UserActions } from '../components/user-actions.tsx'
import { UserFilters } from '../components/user-filters.tsx'
import { UserForm } from '../components/user-form.tsx'
import { userQuery, type UserSearch } from '../components/user-query.ts'
import { words as scimWords } from '../scim-words.ts'
import { words } from '../words.ts'

const route = getRouteApi('/inside/auth/management')

/** Who may sign in. */
export function UsersPage() {
  const search: UserSearch = route.useSearch()
  const navigate = route.useNavigate()
  const [isAdding, setIsAdding] = useState(false)
  const query = userQuery(search)
  const found = useQuery(userList(useHeddle(), query))
  const handleAdd = () => setIsAdding(true)
  usePageActions([{ id: 'users-add', text: words.add, onSelect: handleAdd }])
  return (
    <AdministrationPage
      title={words.users}
      note={found.data && words.userCount(found.data.count)}
      actions={
        <Button look="primary" onClick={handleAdd}>
          {words.add}
        </Button>
      }
    >
      <UserFilters
        search={search}
        onChange={(changed) => void navigate({ search: (before) => ({ ...before, page: undefined, ...changed }) })}
      />
      <Read
        of={found}
        failure={words.usersFailure}
        permission="administrators"
        skeleton={<LoadingTable columns={COLUMNS} />}
        goesStale
      >
        {({ results, count }) =>
          results.length === 0 ? (
            <EmptyState title={words.none}>{words.noneText}</EmptyState>
          ) : (
            <>
              <DataTable label={words.users} columns={COLUMNS} rows={results} keyOf={({ id }) => id} />
              <Pager
                page={query.page ?? 1}
                pageSize={USERS_PER_PAGE}
                count={count}
                onPage={(next) => void navigate({ search: (before) => ({ ...before, page: String(next) }) })}
              />
            </>
          )
        }
      </Read>
      {isAdding && <UserForm onClose={() => setIsAdding(false)} />}
    </AdministrationPage>
  )
}

const COLUMNS: readonly TableColumn<Wire.ManagedUser>[] = [
  {
    name: 'name',
    title: words.name,
    cell: ({ id, username, scim }) => (
      <>
        <Link to="/auth/management/$id" params={{ id: String(id) }}>
          {username}
        </Link>
        {scim && (
          <>
            {' '}
            <Chip as="span">{scimWords.managed}</Chip>
          </>
        )}
      </>
    ),
  },
  { name: 'email', title: words.email, isWideOnly: true, cell: ({ email }) => email },
  {
    name: 'groups',
    title: words.groups,
    cell: ({ group_names: names, is_superuser: isSuperuser }) =>
      [...names, ...(isSuperuser ? [words.superuser] : [])].join(', ') || words.noGroup,
  },
  {
    name: 'status',
    title: words.status,
    cell: ({ is_active: isActive }) => (
      <Light color={isActive ? 'ok' : 'off'} text={isActive ? words.active : words.inactive} />
    ),
  },
  {
    name: 'login',
    title: words.lastLogin,
    cell: ({ last_login: at }) => (at === null ? words.never : <TimeText at={at} />),
  },
  {
    name: 'actions',
    title: words.actionsTitle,
    isTitleHidden: true,
    width: '60px',
    cell: (user) => (
      <div className={styles.actions}>
        <UserActions user={user} />
      </div>
    ),
  },
]
