import { AUDIT_CATEGORIES } from '@heddle/domain/audit/categories.ts'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Button } from '../../../components/button.tsx'
import { ChoiceField } from '../../../components/choice-field.tsx'
import { Read } from '../../../components/read.tsx'
import { SearchField } from '../../../components/search-field.tsx'
import { EmptyState } from '../../../components/states.tsx'
import { DataTable, Filters, Growing, LoadingTable, type TableColumn } from '../../../components/table.tsx'
import { TimeText } from '../../../components/time-text.tsx'
import { toastFailure } from '../../../components/toasts.tsx'
import type { Heddle } from '../../../lib/api/heddle.ts'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import { auditLog } from '../api.ts'
import { type AuditSearch, filtersIn, LOG_FILTERS, logQuery, pageIn } from '../components/audit-filters.ts'
import { AuditPage } from '../components/audit-page.tsx'
import { FilterSummary } from '../components/filter-summary.tsx'
import { FilterChips } from '../components/filter-chips.tsx'
import { FilterField, TimeFilter } from '../components/filter-field.tsx'
import { LogPager } from '../components/log-pager.tsx'
import { StatsStrip } from '../components/stats-strip.tsx'
import { inWords, words } from '../words.ts'
import styles from './log-page.module.css'

const route = getRouteApi('/inside/audit/logs')

/** Who did what, and from where. The filters are those of the API, in the address. */
export function LogPage() {
  const heddle = useHeddle()
  const search: AuditSearch = route.useSearch()
  const navigate = route.useNavigate()
  const change = (changed: AuditSearch) =>
    void navigate({ search: (before) => ({ ...before, page: undefined, ...changed }) })
  const found = useQuery(auditLog(heddle, logQuery(search)))
  const columns = columnsWith(change)
  return (
    <AuditPage
      title={words.title}
      actions={<Button onClick={() => void exportLog(heddle, search)}>{words.exportCsv}</Button>}
    >
      <StatsStrip onCategory={(category) => change({ category })} />
      <LogFilters search={search} onChange={change} />
      <FilterSummary place="list audit" what={words.allEntries} search={search} names={LOG_FILTERS} onChange={change} />
      <FilterChips search={search} names={LOG_FILTERS} onChange={change} />
      <Read
        of={found}
        failure={words.failure}
        permission="administrators"
        skeleton={<LoadingTable columns={columns} />}
        goesStale
      >
        {(reply) =>
          reply.results.length === 0 ? (
            <EmptyState title={filtersIn(search, LOG_FILTERS).length > 0 ? words.none : words.noEntries}>
              {words.noneText}
            </EmptyState>
          ) : (
            <>
              <DataTable label={words.title} columns={columns} rows={reply.results} keyOf={({ id }) => id} />
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

type FiltersProps = { readonly search: AuditSearch; readonly onChange: (changed: AuditSearch) => void }

const ANY = 'any'

const LogFilters = ({ search, onChange }: FiltersProps) => (
  <Filters>
    <Growing>
      <SearchField
        label={words.search}
        value={search.search ?? ''}
        onSearch={(text) => onChange({ search: text === '' ? undefined : text })}
      />
    </Growing>
    <ChoiceField
      label={words.category}
      value={search.category ?? ANY}
      choices={[
        { value: ANY, label: words.anyCategory },
        ...AUDIT_CATEGORIES.map((value) => ({ value, label: inWords(value) })),
      ]}
      onChange={(category) => onChange({ category: category === ANY ? undefined : category })}
    />
    <FilterField label={words.user} value={search.username} onChange={(username) => onChange({ username })} />
    <FilterField label={words.address} value={search.ip} onChange={(ip) => onChange({ ip })} />
    <TimeFilter label={words.from} value={search.created_after} onChange={(at) => onChange({ created_after: at })} />
    <TimeFilter label={words.until} value={search.created_before} onChange={(at) => onChange({ created_before: at })} />
  </Filters>
)

/** The browser downloads it, so that a long log is never in a tab. */
async function exportLog(heddle: Heddle, search: AuditSearch): Promise<void> {
  try {
    const { ticket } = await heddle.wsTicket()
    const query = new URLSearchParams([...filtersIn(search, LOG_FILTERS).map(([...pair]) => pair), ['ticket', ticket]])
    location.assign(`/api/audit/logs/export/?${query.toString()}`)
  } catch (error) {
    toastFailure(words.notExported, error as Error)
  }
}

const columnsWith = (onFilter: (changed: AuditSearch) => void): readonly TableColumn<Wire.AuditEntry>[] => [
  {
    name: 'what',
    title: words.what,
    isGrowing: true,
    cell: ({ id, description }) => (
      <Link
        to="/audit/logs/$id"
        params={{ id: String(id) }}
        dir="auto"
        title={description}
        className={styles.description}
      >
        {description}
      </Link>
    ),
  },
  {
    name: 'who',
    title: words.who,
    width: '130px',
    cell: ({ username }) => (
      <Button
        look="link"
        className={styles.cell}
        aria-label={words.onlyOf('username', username)}
        onClick={() => onFilter({ username })}
      >
        {username}
      </Button>
    ),
  },
  {
    name: 'action',
    title: words.action,
    width: '220px',
    cell: ({ action }) => (
      <Button
        look="link"
        className={styles.code}
        aria-label={words.onlyOf('action', action)}
        onClick={() => onFilter({ action })}
      >
        {action}
      </Button>
    ),
  },
  {
    name: 'whence',
    title: words.whence,
    width: '130px',
    isWideOnly: true,
    cell: ({ ip_address: ip }) => ip && <code>{ip}</code>,
  },
  { name: 'when', title: words.when, width: '130px', cell: ({ created_at: at }) => <TimeText at={at} /> },
]
