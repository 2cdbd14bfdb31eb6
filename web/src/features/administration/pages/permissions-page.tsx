import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Read } from '../../../components/read.tsx'
import { SearchField } from '../../../components/search-field.tsx'
import { EmptyState } from '../../../components/states.tsx'
import { DataTable, Filters, Growing, type TableColumn } from '../../../components/table.tsx'
import text from '../../../components/text.module.css'
import { useHeddle } from '../../../lib/session/context.tsx'
import { words } from '../access-words.ts'
import { groupList, permissionList } from '../api.ts'
import { AdministrationPage } from '../components/administration-page.tsx'
import styles from '../components/administration.module.css'
import { GroupLinks } from '../components/group-links.tsx'

const route = getRouteApi('/inside/auth/permissions')

type Line = {
  readonly codename: string
  readonly name: string
  readonly groups: readonly { readonly id: number; readonly name: string }[]
}

/** From a permission to the groups that give it, and to everyone who has it. */
export function PermissionsPage() {
  const heddle = useHeddle()
  const search: Partial<Record<string, string>> = route.useSearch()
  const navigate = route.useNavigate()
  const found = useQuery(permissionList(heddle))
  const groups = useQuery(groupList(heddle))
  const wanted = (search.search ?? '').toLowerCase()
  const lines = (found.data ?? [])
    .filter(({ codename, name }) => `${codename} ${name}`.toLowerCase().includes(wanted))
    .map((one) => ({
      ...one,
      groups: (groups.data ?? []).filter(({ permissions }) => permissions.includes(one.codename)),
    }))
  return (
    <AdministrationPage title={words.permissions} note={found.data && words.shown(lines.length, found.data.length)}>
      <Filters>
        <Growing>
          <SearchField
            label={words.find}
            value={search.search ?? ''}
            onSearch={(typed) => void navigate({ search: typed === '' ? {} : { search: typed }, replace: true })}
          />
        </Growing>
      </Filters>
      <Read of={found} failure={words.permissionsFailure} permission="administrators">
        {() =>
          lines.length === 0 ? (
            <EmptyState title={words.noPermission} />
          ) : (
            <section className={styles.section}>
              <p>{words.permissionsText}</p>
              <DataTable label={words.permissions} columns={COLUMNS} rows={lines} keyOf={(line) => line.codename} />
            </section>
          )
        }
      </Read>
    </AdministrationPage>
  )
}

const COLUMNS: readonly TableColumn<Line>[] = [
  {
    name: 'permission',
    title: words.permission,
    cell: ({ codename, name }) => (
      <>
        <code>{codename}</code>
        <div className={text.caption}>{name}</div>
      </>
    ),
  },
  {
    name: 'groups',
    title: words.groups,
    cell: ({ groups }) => (groups.length === 0 ? words.noGroup : <GroupLinks groups={groups} />),
  },
  {
    name: 'who',
    title: words.who,
    cell: ({ codename }) => (
      <Link to="/auth/management" search={{ permission: codename }} aria-label={words.whoMayThis(codename)}>
        {words.whoMay}
      </Link>
    ),
  },
]
