import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import { DataTable, type TableColumn } from '../../../components/table.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { words } from '../words.ts'
import styles from './comparison.module.css'

type Props = { readonly comparison: Wire.ModelComparisonReply }

/** Counts first, then the saved queries that would notice, then what is different. */
export function ModelComparison({ comparison }: Props) {
  const { counts, removed, added, changed, queries } = comparison
  const isSame = counts.removed + counts.added + counts.narrowed + counts.widened === 0
  if (isSame) return <p className={styles.quiet}>{words.noDifference}</p>
  return (
    <>
      <ul aria-label={words.summary} className={styles.summary}>
        <li className={styles.removed}>{words.counts.removed(counts.removed)}</li>
        <li className={styles.changed}>{words.counts.narrowed(counts.narrowed)}</li>
        <li className={styles.added}>{words.counts.added(counts.added)}</li>
        <li className={styles.added}>{words.counts.widened(counts.widened)}</li>
      </ul>
      <Part title={words.touched} shown={queries.length} all={counts.queries}>
        {queries.length === 0 ? (
          <p className={styles.quiet}>{words.touchedNone(counts.queries_read)}</p>
        ) : (
          <DataTable label={words.touched} columns={QUERY_COLUMNS} rows={queries} keyOf={({ id }) => id} />
        )}
      </Part>
      <Names title={words.removedClasses} names={removed} all={counts.removed} />
      {changed.length > 0 && (
        <Part title={words.changedClasses} shown={changed.length} all={counts.narrowed + counts.widened}>
          <DataTable
            label={words.changedClasses}
            columns={CLASS_COLUMNS}
            rows={changed}
            keyOf={({ class_name: name }) => name}
          />
        </Part>
      )}
      <Names title={words.addedClasses} names={added} all={counts.added} />
    </>
  )
}

type PartProps = {
  readonly title: string
  readonly shown: number
  readonly all: number
  readonly children: ReactNode
}

function Part({ title, shown, all, children }: PartProps) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
        {shown < all && <span className={styles.count}>{words.shownOf(shown, all)}</span>}
      </div>
      {children}
    </section>
  )
}

const Names = ({
  title,
  names,
  all,
}: {
  readonly title: string
  readonly names: readonly string[]
  readonly all: number
}) =>
  names.length > 0 && (
    <Part title={title} shown={names.length} all={all}>
      <ul className={styles.names}>
        {names.map((name) => (
          <li key={name}>
            <ClassName name={name} />
          </li>
        ))}
      </ul>
    </Part>
  )

const ClassName = ({ name }: { readonly name: string }) => (
  <Link to="/mim/class/$name/" params={{ name }} className={styles.name}>
    {name}
  </Link>
)

const QUERY_COLUMNS: readonly TableColumn<Wire.TouchedQuery>[] = [
  {
    name: 'query',
    title: words.query,
    width: '36%',
    cell: ({ id, name }) => (
      <Link to="/queries/saved-queries/$id/" params={{ id }} dir="auto" className={styles.query}>
        {name}
      </Link>
    ),
  },
  { name: 'owner', title: words.owner, width: '140px', isWideOnly: true, cell: ({ created_by: owner }) => owner },
  {
    name: 'uses',
    title: words.uses,
    cell: ({ parts }) => (
      <ul className={styles.parts}>
        {parts.map(({ class_name: name, property, what }) => (
          <li key={`${name} ${property} ${what}`}>
            <code>{property === null ? name : `${name}.${property}`}</code>{' '}
            <span className={styles.count}>{words.touch[what]}</span>
          </li>
        ))}
      </ul>
    ),
  },
]

const CLASS_COLUMNS: readonly TableColumn<Wire.ChangedClass>[] = [
  { name: 'class', title: words.class, width: '30%', cell: ({ class_name: name }) => <ClassName name={name} /> },
  { name: 'change', title: words.change, cell: (change) => <Differences change={change} /> },
]

function Differences({ change }: { readonly change: Wire.ChangedClass }) {
  const { removed, added, retyped, values, relation } = change
  return (
    <ul className={styles.parts}>
      {removed.length > 0 && (
        <li>
          <span className={styles.sign}>−</span> {words.changes.removed} <code>{removed.join(', ')}</code>
        </li>
      )}
      {retyped.map(({ property, before, after }) => (
        <li key={property}>
          <span className={styles.sign}>~</span> <code>{words.changes.retyped(property, before, after)}</code>
        </li>
      ))}
      {values.map(({ property, removed: lost }) => (
        <li key={property}>
          <span className={styles.sign}>−</span> {words.changes.values(property)} <code>{lost.join(', ')}</code>
        </li>
      ))}
      {relation && (
        <li>
          <span className={styles.sign}>~</span> <code>{words.changes.relation(relation.before, relation.after)}</code>
        </li>
      )}
      {added.length > 0 && (
        <li>
          <span className={styles.sign}>+</span> {words.changes.added} <code>{added.join(', ')}</code>
        </li>
      )}
    </ul>
  )
}
