import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Fact } from '../../../components/fact.tsx'
import { Read } from '../../../components/read.tsx'
import { DataTable, type TableColumn } from '../../../components/table.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import { groupList, userDetail, userRights } from '../api.ts'
import { AdministrationPage } from '../components/administration-page.tsx'
import styles from '../components/administration.module.css'
import { rightsOf } from '../components/rights-of.ts'
import { UserActions } from '../components/user-actions.tsx'
import { words } from '../words.ts'

const route = getRouteApi('/inside/auth/management/$id')

/** A user, and why this user may do what. */
export function UserPage() {
  const id = Number(route.useParams().id)
  const found = useQuery(userDetail(useHeddle(), id))
  return (
    <AdministrationPage
      title={found.data?.username ?? words.users}
      actions={found.data && <UserActions user={found.data} />}
    >
      <Read of={found} failure={words.userFailure} permission="administrators">
        {(user) => (
          <>
            <section className={styles.section} aria-label={words.account}>
              <dl className={styles.facts}>
                <Fact name={words.email} value={user.email} />
                <Fact name={words.status} value={user.is_active ? words.active : words.inactive} />
                <Fact name={words.groups} value={user.group_names.join(', ') || words.noGroup} />
                <Fact name={words.secondFactor} value={user.mfa_enabled ? words.on : words.off} />
              </dl>
            </section>
            <Rights user={user} />
          </>
        )}
      </Read>
    </AdministrationPage>
  )
}

type Right = ReturnType<typeof rightsOf>[number]

const COLUMNS: readonly TableColumn<Right>[] = [
  { name: 'permission', title: words.permission, width: '40%', cell: ({ permission }) => <code>{permission}</code> },
  { name: 'why', title: words.why, cell: ({ reasons }) => reasons.join(', ') },
]

function Rights({ user }: { readonly user: Wire.ManagedUser }) {
  const heddle = useHeddle()
  const found = useQuery(userRights(heddle, user.id))
  const groups = useQuery(groupList(heddle)).data
  return (
    <section className={styles.section}>
      <h2>{words.rights}</h2>
      <Read of={found} failure={words.userFailure} permission="administrators">
        {({ permissions, is_superuser: isSuperuser }) => {
          if (isSuperuser) return <p>{words.everything}</p>
          if (permissions.length === 0) return <p>{words.nothing}</p>
          const rights = groups ? rightsOf(permissions, user, groups) : []
          return (
            <DataTable label={words.rights} columns={COLUMNS} rows={rights} keyOf={({ permission }) => permission} />
          )
        }}
      </Read>
    </section>
  )
}
