import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Fact } from '../../../components/fact.tsx'
import { Read } from '../../../components/read.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { formatNumber } from '../../../lib/i18n/plural.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import { words as accessWords } from '../access-words.ts'
import { groupDetail } from '../api.ts'
import { AdministrationPage } from '../components/administration-page.tsx'
import styles from '../components/administration.module.css'
import { GroupActions } from '../components/group-actions.tsx'
import { Members } from '../components/members.tsx'
import { GROUP_HINTS, ScimFact, ScimHint } from '../components/scim-fact.tsx'
import { words } from '../group-words.ts'
import { words as userWords } from '../words.ts'

const route = getRouteApi('/inside/auth/groups/$id')

/** A group: who is in it, how much they may have, and what it gives. */
export function GroupPage() {
  const id = Number(route.useParams().id)
  const found = useQuery(groupDetail(useHeddle(), id))
  return (
    <AdministrationPage
      title={found.data?.name ?? words.group}
      actions={found.data && <GroupActions group={found.data} />}
    >
      <Read of={found} failure={words.failure} permission="administrators">
        {(group) => (
          <>
            <GroupFacts group={group} />
            <Members group={group} />
            <GroupPermissions group={group} />
          </>
        )}
      </Read>
    </AdministrationPage>
  )
}

const limit = (count: number | null): string => (count === null ? userWords.quota.noLimit : formatNumber(count))

const GroupFacts = ({ group: { role_template: role, quota, scim } }: { readonly group: Wire.GroupReply }) => (
  <section className={styles.section} aria-label={words.facts}>
    <dl className={styles.facts}>
      <Fact name={words.role} value={role ?? words.noTemplate} />
      <Fact name={words.queriesMax} value={limit(quota.queries_max)} />
      <Fact name={words.aiDaily} value={limit(quota.ai_analysis_daily)} />
      <Fact name={words.mayUseAi} value={quota.can_use_ai_builder ? userWords.quota.yes : userWords.quota.no} />
      <ScimFact scim={scim} hints={GROUP_HINTS} />
    </dl>
    <ScimHint scim={scim} hints={GROUP_HINTS} />
  </section>
)

const GroupPermissions = ({ group: { permissions } }: { readonly group: Wire.GroupReply }) => (
  <section className={styles.section} aria-label={words.permissions}>
    <div className={styles.head}>
      <h2>{words.permissions}</h2>
      <Link to="/auth/groups">{words.changeInMatrix}</Link>
    </div>
    {permissions.length === 0 ? (
      <p>{words.noPermissions}</p>
    ) : (
      <ul className={styles.codes}>
        {permissions.map((permission) => (
          <li key={permission}>
            <Link to="/auth/management" search={{ permission }} aria-label={accessWords.whoMayThis(permission)}>
              <code>{permission}</code>
            </Link>
          </li>
        ))}
      </ul>
    )}
  </section>
)
