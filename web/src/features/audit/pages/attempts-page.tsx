import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Button } from '../../../components/button.tsx'
import { ChoiceField } from '../../../components/choice-field.tsx'
import { Light } from '../../../components/light.tsx'
import { Read } from '../../../components/read.tsx'
import { EmptyState } from '../../../components/states.tsx'
import { DataTable, Filters, LoadingTable, type TableColumn } from '../../../components/table.tsx'
import { TimeText } from '../../../components/time-text.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import { loginAttempts } from '../api.ts'
import { ATTEMPT_FILTERS, attemptQuery, type AuditSearch, pageIn } from '../components/audit-filters.ts'
import { AuditPage } from '../components/audit-page.tsx'
import { FilterSummary } from '../components/filter-summary.tsx'
import { FilterChips } from '../components/filter-chips.tsx'
import { FilterField, TimeFilter } from '../components/filter-field.tsx'
import { LogPager } from '../components/log-pager.tsx'
import { inWords, words } from '../words.ts'
import styles from './log-page.module.css'

const route = getRouteApi('/inside/audit/login-attempts')
const ANY = 'any'

/** Who tried to sign in, also under names that no account has. */
export function AttemptsPage() {
  const search: AuditSearch = route.useSearch()
  const navigate = route.useNavigate()
  const change = (changed: AuditSearch) =>
    void navigate({ search: (before) => ({ ...before, page: undefined, ...changed }) })
  const found = useQuery(loginAttempts(useHeddle(), attemptQuery(search)))
  const columns = columnsWith(change)
  return (
    <AuditPage title={words.attempts}>
      <Filters>
        <ChoiceField
          label={words.result}
          value={search.success ?? ANY}
          choices={[
            { value: ANY, label: words.anyResult },
            { value: 'true', label: words.success },
            { value: 'false', label: words.failed },
          ]}
          onChange={(value) => change({ success: value === ANY ? undefined : value })}
        />
        <FilterField label={words.user} value={search.username} onChange={(username) => change({ username })} />
        <FilterField label={words.address} value={search.ip} onChange={(ip) => change({ ip })} />
        <TimeFilter
          label={words.from}
          value={search.attempted_after}
          onChange={(at) => change({ attempted_after: at })}
        />
        <TimeFilter
          label={words.until}
          value={search.attempted_before}
          onChange={(at) => change({ attempted_before: at })}
        />
      </Filters>
      <FilterSummary
        place="list login-attempts"
        what={words.allAttempts}
        search={search}
        names={ATTEMPT_FILTERS}
        onChange={change}
      />
      <FilterChips search={search} names={ATTEMPT_FILTERS} onChange={change} />
      <Read
        of={found}
        failure={words.attemptsFailure}
        permission="administrators"
        skeleton={<LoadingTable columns={columns} />}
        goesStale
      >
        {(reply) =>
          reply.results.length === 0 ? (
            <EmptyState title={words.none}>{words.noneText}</EmptyState>
          ) : (
            <>
              <DataTable label={words.attempts} columns={columns} rows={reply.results} keyOf={({ id }) => id} />
              <LogPager
                page={pageIn(search)}
                shown={reply.results.length}
                reply={reply}
                onPage={(page) => change({ page })}
              />
            </>
          )
        }
      </Read>
    </AuditPage>
  )
}

const columnsWith = (onFilter: (changed: AuditSearch) => void): readonly TableColumn<Wire.LoginAttemptReply>[] => [
  {
    name: 'who',
    title: words.who,
    width: '200px',
    cell: ({ username }) => (
      <Button
        look="link"
        className={styles.cell}
        aria-label={words.onlyOf('username', username)}
        onClick={() => onFilter({ username })}
      >
        <span dir="auto">{username}</span>
      </Button>
    ),
  },
  {
    name: 'result',
    title: words.result,
    width: '130px',
    cell: ({ success }) => <Light color={success ? 'ok' : 'bad'} text={success ? words.success : words.failed} />,
  },
  {
    name: 'reason',
    title: words.reason,
    width: '150px',
    cell: ({ failure_reason: reason }) => reason !== '' && inWords(reason),
  },
  {
    name: 'whence',
    title: words.whence,
    width: '140px',
    cell: ({ ip_address: ip }) =>
      ip && (
        <Button
          look="link"
          className={styles.code}
          aria-label={words.onlyOf('ip', ip)}
          onClick={() => onFilter({ ip })}
        >
          {ip}
        </Button>
      ),
  },
  {
    name: 'client',
    title: words.client,
    isGrowing: true,
    isWideOnly: true,
    cell: ({ user_agent: agent }) =>
      agent && (
        <span className={styles.description} title={agent}>
          {agent}
        </span>
      ),
  },
  { name: 'when', title: words.when, width: '130px', cell: ({ attempted_at: at }) => <TimeText at={at} /> },
]
