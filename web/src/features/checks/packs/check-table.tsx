import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button, buttonClass } from '../../../components/button.tsx'
import { ChoiceField } from '../../../components/choice-field.tsx'
import { SearchField } from '../../../components/search-field.tsx'
import { EmptyState } from '../../../components/states.tsx'
import { DataTable, Filters, Growing, Pager, type TableColumn } from '../../../components/table.tsx'
import { ListViews } from '../../../components/list-views.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useMay } from '../../../lib/session/context.tsx'
import { SeverityMark } from '../components/severity.tsx'
import { CheckSettings } from './check-settings.tsx'
import { CheckSwitch } from './check-switch.tsx'
import styles from './packs.module.css'
import { words } from './words.ts'

const route = getRouteApi('/inside/packs/$name')
const PER_PAGE = 50
const ANY = 'any'

type Props = { readonly pack: Wire.Pack }
type Search = Partial<Record<string, string>>

/** The checks of a pack, in the order of its groups; as many at once as one can look through. */
export function CheckTable({ pack }: Props) {
  const search: Search = route.useSearch()
  const navigate = route.useNavigate()
  const mayChange = useMay('packs.change_pack')
  const [edited, setEdited] = useState<Wire.InstalledCheck>()
  const change = (changed: Search) =>
    void navigate({ search: (before) => ({ ...before, page: undefined, ...changed }), replace: true })
  const hits = inOrder(pack).filter((check) => isHit(check, search))
  const page = Math.min(Number(search.page ?? 1), Math.max(1, Math.ceil(hits.length / PER_PAGE)))
  return (
    <>
      <Filters>
        <Growing>
          <SearchField
            label={words.find}
            value={search.search ?? ''}
            onSearch={(text) => change({ search: text === '' ? undefined : text })}
          />
        </Growing>
        {pack.groups.length > 1 && (
          <div className={styles.filter}>
            <ChoiceField
              label={words.group}
              choices={[{ value: ANY, label: words.anyGroup }, ...pack.groups.map(({ title }) => ({ value: title }))]}
              value={search.group ?? ANY}
              onChange={(value) => change({ group: value === ANY ? undefined : value })}
            />
          </div>
        )}
        <ListViews of={`checks ${pack.name}`} search={search} onSearch={change} />
      </Filters>
      {hits.length === 0 ? (
        <EmptyState title={words.noHits}>{words.noHitsText}</EmptyState>
      ) : (
        <>
          <DataTable
            label={words.checks}
            columns={columnsOf({ pack: pack.name, mayChange, onEdit: setEdited })}
            rows={hits.slice((page - 1) * PER_PAGE, page * PER_PAGE)}
            keyOf={({ id }) => id}
          />
          <Pager
            page={page}
            pageSize={PER_PAGE}
            count={hits.length}
            onPage={(next) => change({ page: String(next) })}
          />
        </>
      )}
      {edited && <CheckSettings pack={pack.name} check={edited} onClose={() => setEdited(undefined)} />}
    </>
  )
}

function inOrder({ groups, checks }: Wire.Pack): readonly Wire.InstalledCheck[] {
  const order = new Map(groups.map(({ title }, index) => [title, index]))
  return checks.toSorted((a, b) => (order.get(a.group) ?? 0) - (order.get(b.group) ?? 0))
}

function isHit({ id, title, group }: Wire.InstalledCheck, search: Search): boolean {
  if (search.group !== undefined && search.group !== group) return false
  const wanted = (search.search ?? '').toLowerCase()
  return id.toLowerCase().includes(wanted) || title.toLowerCase().includes(wanted)
}

type ColumnsOf = {
  readonly pack: string
  readonly mayChange: boolean
  readonly onEdit: (check: Wire.InstalledCheck) => void
}

const columnsOf = ({ pack, mayChange, onEdit }: ColumnsOf): readonly TableColumn<Wire.InstalledCheck>[] => [
  {
    name: 'check',
    title: words.checkTitle,
    isGrowing: true,
    cell: ({ id, title, saved_query: query, enabled }) => (
      <span className={`${styles.check} ${enabled ? '' : styles.off}`}>
        <code>{id}</code>
        <Link to="/history/checks" search={{ saved_query: query }} dir="auto" title={title}>
          {title}
        </Link>
      </span>
    ),
  },
  { name: 'severity', title: words.severity, width: '100px', cell: ({ severity }) => <SeverityMark of={severity} /> },
  {
    name: 'group',
    title: words.group,
    isWideOnly: true,
    cell: ({ group }) => <span className={styles.whole}>{group}</span>,
  },
  { name: 'reads', title: words.reads, isWideOnly: 'very', cell: ({ needs }) => needs ?? '–' },
  {
    name: 'here',
    title: words.changedHere,
    isWideOnly: true,
    cell: ({ overrides }) => <SetHere overrides={overrides} />,
  },
  {
    name: 'on',
    title: words.isOn,
    width: '56px',
    cell: (check) =>
      mayChange ? <CheckSwitch pack={pack} check={check} /> : check.enabled ? null : <span>{words.off}</span>,
  },
  {
    name: 'actions',
    title: words.actions,
    isTitleHidden: true,
    cell: (check) => (
      <span className={styles.actions}>
        {mayChange && (
          <Button look="quiet" aria-label={words.settingsOf(check.id)} onClick={() => onEdit(check)}>
            {words.settings}
          </Button>
        )}
        <Link
          to="/queries/saved-queries/$id"
          params={{ id: check.saved_query }}
          aria-label={words.queryOf(check.id)}
          className={buttonClass('quiet')}
        >
          {words.query}
        </Link>
      </span>
    ),
  },
]

function SetHere({ overrides: { severity, parameters } }: Pick<Wire.InstalledCheck, 'overrides'>) {
  const set = [...(severity === null ? [] : [words.changed.severity]), ...Object.keys(parameters ?? {})]
  return set.length === 0 ? null : <span className={styles.here}>{set.join(', ')}</span>
}
