import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Fact } from '../../../components/fact.tsx'
import { Read } from '../../../components/read.tsx'
import { DataTable, type TableColumn } from '../../../components/table.tsx'
import { TimeText } from '../../../components/time-text.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle, useProfile } from '../../../lib/session/context.tsx'
import { words as accessWords } from '../access-words.ts'
import { groupList, tokensOf, userDetail, userRights } from '../api.ts'
import { AdministrationPage } from '../components/administration-page.tsx'
import styles from '../components/administration.module.css'
import { GrantButton, RevokeButton } from '../components/direct-permissions.tsx'
import { GroupLinks } from '../components/group-links.tsx'
import { rightsOf } from '../components/rights-of.ts'
import { ScimFact, ScimHint, USER_HINTS } from '../components/scim-fact.tsx'
import { TokenTable } from '../components/token-table.tsx'
import { UserActions } from '../components/user-actions.tsx'
import { UserSessions } from '../components/user-sessions.tsx'
import { words } from '../words.ts'

const route = getRouteApi('/inside/auth/management/$id')

/** A user: who it is, why this user may do what, and what signs in in the user's name. */
export function UserPage() {
  const id = Number(route.useParams().id)
  const navigate = route.useNavigate()
  const found = useQuery(userDetail(useHeddle(), id))
  return (
    <AdministrationPage
      title={found.data?.username ?? words.users}
      actions={
        found.data && (
          <UserActions user={found.data} onRemoved={() => void navigate({ to: '/auth/management', search: {} })} />
        )
      }
    >
      <Read of={found} failure={words.userFailure} permission="administrators">
        {(user) => (
          <>
            <UserFacts user={user} />
            <UserSessions user={user} />
            <UserTokens user={user} />
            <Rights user={user} />
          </>
        )}
      </Read>
    </AdministrationPage>
  )
}

const UserFacts = ({ user }: { readonly user: Wire.ManagedUser }) => (
  <section className={styles.section} aria-label={words.account}>
    <dl className={styles.facts}>
      <Fact name={words.fullName} value={`${user.first_name} ${user.last_name}`.trim() || words.noName} />
      <Fact name={words.email} value={words.verifiedAddress(user.email, user.email_verified)} />
      <Fact name={words.status} value={user.is_active ? words.active : words.inactive} />
      <Fact name={words.groups} value={<GroupsOf user={user} />} />
      <Fact name={words.secondFactor} value={user.mfa_enabled ? words.on : words.off} />
      <Fact name={words.source} value={words.sources[user.auth_source]} />
      <ScimFact scim={user.scim} hints={USER_HINTS} />
      <Fact name={words.lastLogin} value={user.last_login === null ? words.never : <TimeText at={user.last_login} />} />
      <Fact name={words.joined} value={<TimeText at={user.date_joined} />} />
    </dl>
    <ScimHint scim={user.scim} hints={USER_HINTS} />
  </section>
)

function GroupsOf({ user }: { readonly user: Wire.ManagedUser }) {
  const known = useQuery(groupList(useHeddle())).data
  const own = known?.filter(({ id }) => user.groups.includes(id)) ?? []
  return own.length === 0 ? user.group_names.join(', ') || words.noGroup : <GroupLinks groups={own} />
}

function UserTokens({ user }: { readonly user: Wire.ManagedUser }) {
  const found = useQuery(tokensOf(useHeddle(), { user: user.id, page_size: 200 }))
  return (
    <section className={styles.section} aria-label={accessWords.tokens}>
      <h2>{accessWords.tokens}</h2>
      <Read of={found} failure={accessWords.tokensFailure} permission="administrators">
        {({ results }) => (results.length === 0 ? <p>{accessWords.noTokensOf}</p> : <TokenTable tokens={results} />)}
      </Read>
    </section>
  )
}

type Right = ReturnType<typeof rightsOf>[number]

const columnsOf = (user: Wire.ManagedUser, mayChange: boolean): readonly TableColumn<Right>[] => [
  {
    name: 'permission',
    title: words.permission,
    width: '40%',
    cell: ({ permission }) => (
      <Link to="/auth/management" search={{ permission }} aria-label={accessWords.whoMayThis(permission)}>
        <code>{permission}</code>
      </Link>
    ),
  },
  {
    name: 'why',
    title: words.why,
    cell: ({ permission, reasons }) => (
      <span className={styles.why}>
        {reasons.join(', ')}
        {mayChange && user.permissions.includes(permission) && <RevokeButton user={user} permission={permission} />}
      </span>
    ),
  },
]

function Rights({ user }: { readonly user: Wire.ManagedUser }) {
  const heddle = useHeddle()
  const profile = useProfile()
  const found = useQuery(userRights(heddle, user.id))
  const groups = useQuery(groupList(heddle)).data
  const mayChange = profile.is_superuser || !user.is_superuser
  return (
    <section className={styles.section} aria-label={words.rights}>
      <div className={styles.head}>
        <h2>{words.rights}</h2>
        {mayChange && <GrantButton user={user} />}
      </div>
      {user.is_superuser && <p>{words.everything}</p>}
      <Read of={found} failure={words.userFailure} permission="administrators">
        {({ permissions }) => {
          const rights = groups ? rightsOf(permissions, user, groups) : []
          if (permissions.length === 0) return user.is_superuser ? null : <p>{words.nothing}</p>
          return (
            <DataTable
              label={words.rights}
              columns={columnsOf(user, mayChange)}
              rows={rights}
              keyOf={({ permission }) => permission}
            />
          )
        }}
      </Read>
    </section>
  )
}
