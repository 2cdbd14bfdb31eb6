import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { buttonClass } from '../../../components/button.tsx'
import { Fact } from '../../../components/fact.tsx'
import { Read } from '../../../components/read.tsx'
import { DataTable, type TableColumn } from '../../../components/table.tsx'
import { TimeText } from '../../../components/time-text.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import { auditEntry } from '../api.ts'
import { AuditPage } from '../components/audit-page.tsx'
import { type FieldChange, fieldChanges, textOf } from '../components/before-after.ts'
import { pageOfTarget } from '../components/page-of-target.ts'
import { inWords, words } from '../words.ts'
import styles from './entry-page.module.css'

const route = getRouteApi('/inside/audit/logs/$id')

/** One entry: what was done, and what it changed. */
export function EntryPage() {
  const { id } = route.useParams()
  const found = useQuery(auditEntry(useHeddle(), Number(id)))
  const target = found.data && pageOfTarget(found.data)
  return (
    <AuditPage
      title={words.entry}
      trail={<Link to="/audit/logs">{words.title}</Link>}
      actions={
        target !== undefined && (
          <Link to={target} className={buttonClass()}>
            {words.open(found.data?.target_type ?? '')}
          </Link>
        )
      }
    >
      <Read of={found} failure={words.entryFailure} permission="administrators">
        {(entry) => <Entry entry={entry} />}
      </Read>
    </AuditPage>
  )
}

function Entry({ entry }: { readonly entry: Wire.AuditEntryDetail }) {
  const { facts } = words
  const changes = fieldChanges(entry.content)
  const details = Object.entries(entry.metadata)
  return (
    <div className={styles.entry}>
      <p className={styles.description} dir="auto">
        {entry.description}
      </p>
      <dl className={styles.facts}>
        <Fact name={facts.when} value={<TimeText at={entry.created_at} isAbsolute />} />
        <Fact name={facts.who} value={entry.username} />
        <Fact name={facts.action} value={<code>{entry.action}</code>} />
        <Fact name={facts.category} value={inWords(entry.category)} />
        {entry.ip_address !== null && <Fact name={facts.address} value={<code>{entry.ip_address}</code>} />}
        {entry.target_type !== null && (
          <Fact
            name={facts.target}
            value={
              <>
                {inWords(entry.target_type)} <code>{entry.target_id}</code>
              </>
            }
          />
        )}
        {entry.user_agent !== null && <Fact name={facts.agent} value={entry.user_agent} />}
      </dl>
      {details.length > 0 && (
        <section aria-labelledby="details">
          <h2 id="details">{words.metadata}</h2>
          <dl className={styles.facts}>
            {details.map(([name, value]) => (
              <Fact key={name} name={inWords(name)} value={<code>{textOf(value) ?? words.none}</code>} />
            ))}
          </dl>
        </section>
      )}
      {changes && (
        <section aria-labelledby="changes">
          <h2 id="changes">{words.changes}</h2>
          <DataTable label={words.changes} columns={COLUMNS} rows={changes.changed} keyOf={({ field }) => field} />
          {changes.unchanged > 0 && <p className={styles.quiet}>{words.unchanged(changes.unchanged)}</p>}
        </section>
      )}
      {!changes && entry.content !== null && (
        <section aria-labelledby="content">
          <h2 id="content">{words.content}</h2>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long content is scrolled by keys */}
          <pre className={styles.content} tabIndex={0} aria-labelledby="content">
            {typeof entry.content === 'string' ? entry.content : JSON.stringify(entry.content, null, 2)}
          </pre>
        </section>
      )}
    </div>
  )
}

const COLUMNS: readonly TableColumn<FieldChange>[] = [
  { name: 'field', title: words.field, width: '22%', cell: ({ field }) => inWords(field) },
  {
    name: 'before',
    title: words.before,
    width: '39%',
    cell: ({ before, items }) =>
      items ? (
        <ItemList items={items.removed} look={styles.before} />
      ) : (
        before !== undefined && <code className={styles.before}>{shown(before)}</code>
      ),
  },
  {
    name: 'after',
    title: words.after,
    cell: ({ after, items }) =>
      items ? (
        <>
          <ItemList items={items.added} look={styles.after} />
          {items.kept > 0 && <span className={styles.kept}>{words.keptItems(items.kept)}</span>}
        </>
      ) : (
        after !== undefined && <code className={styles.after}>{shown(after)}</code>
      ),
  },
]

type ItemsProps = { readonly items: readonly string[]; readonly look: string | undefined }

/** What a list lost or gained, one below the other. */
const ItemList = ({ items, look }: ItemsProps) =>
  items.map((item) => (
    <div key={item}>
      <code className={look}>{shown(item)}</code>
    </div>
  ))

const shown = (text: string): string => (text === '' ? '""' : text)
