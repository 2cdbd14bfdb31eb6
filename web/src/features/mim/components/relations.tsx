import { useQuery } from '@tanstack/react-query'
import { Button } from '../../../components/button.tsx'
import { RadioGroup } from '../../../components/radio-group.tsx'
import { Read } from '../../../components/read.tsx'
import { SearchField } from '../../../components/search-field.tsx'
import { DataTable, type TableColumn } from '../../../components/table.tsx'
import text from '../../../components/text.module.css'
import { useMedia } from '../../../components/use-media.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import { classRelationships } from '../api.ts'
import { words } from '../words.ts'
import { ClassLink } from './class-link.tsx'
import { type Hop, type HopKind, hopsOf } from './hop-layout.ts'
import { Marked } from './marked.tsx'
import { RelationGraph } from './relation-graph.tsx'
import styles from './relations.module.css'
import { useClassesAddress } from './use-classes-address.ts'

const VIEWS = ['graph', 'table'] as const
const NARROW = '(width < 768px)'

/** The graph, unless the address or a narrow screen says otherwise. */
function useView() {
  const { search } = useClassesAddress()
  const isNarrow = useMedia(NARROW)
  return VIEWS.find((view) => view === search.view) ?? (isNarrow ? 'table' : 'graph')
}

export function RelationTools() {
  const { search, change } = useClassesAddress()
  const view = useView()
  return (
    <>
      {view === 'table' && (
        <div className={styles.filter}>
          <SearchField
            label={words.filterRelations}
            value={search.r ?? ''}
            onSearch={(r) => change({ r: r === '' ? undefined : r })}
          />
        </div>
      )}
      <RadioGroup
        label={words.view}
        isLabelHidden
        value={view}
        choices={VIEWS.map((value) => ({ value, label: words.views[value] }))}
        onChange={(next) => change({ view: next })}
      />
    </>
  )
}

/** What is one step from a class, drawn or listed: the same in both. */
export function Relations({ name }: { readonly name: string }) {
  const { search, change } = useClassesAddress()
  const view = useView()
  const withGeneric = search.generic === 'true'
  const found = useQuery(classRelationships(useHeddle(), name, withGeneric))
  return (
    <Read of={found} failure={words.relationsFailure} permission="administrators">
      {(relationships) => {
        const hops = hopsOf(relationships)
        return (
          <>
            {hops.length === 0 && <p className={styles.quiet}>{words.noRelations}</p>}
            {hops.length > 0 &&
              (view === 'graph' ? (
                <RelationGraph
                  name={name}
                  hops={hops}
                  onMore={(kind) => change({ view: 'table', r: words.groups[kind] })}
                />
              ) : (
                <RelationTable hops={hops} typed={search.r ?? ''} />
              ))}
            {(relationships.generic_count > 0 || withGeneric) && (
              <p className={styles.quiet}>
                {!withGeneric && words.generic(relationships.generic_count)}{' '}
                <Button look="link" onClick={() => change({ generic: withGeneric ? undefined : 'true' })}>
                  {withGeneric ? words.hideGeneric : words.showGeneric}
                </Button>
              </p>
            )}
          </>
        )
      }}
    </Read>
  )
}

type TableProps = { readonly hops: readonly Hop[]; readonly typed: string }

function RelationTable({ hops, typed }: TableProps) {
  const shown = matching(hops, typed)
  if (shown.length === 0) return <p className={styles.quiet}>{words.noRelations}</p>
  return (
    <DataTable
      label={words.sections.relations}
      columns={columnsFor(typed)}
      rows={shown}
      keyOf={({ kind, className, through = '' }) => `${kind} ${className} ${through}`}
    />
  )
}

/** Every word somewhere in the line. */
function matching(hops: readonly Hop[], typed: string): readonly Hop[] {
  const wanted = typed.toLowerCase().split(/\s+/).filter(Boolean)
  return hops.filter(({ kind, className, label, through = '' }) => {
    const line = [words.groups[kind], className, label, through].join(' ').toLowerCase()
    return wanted.every((word) => line.includes(word))
  })
}

const columnsFor = (typed: string): readonly TableColumn<Hop>[] => [
  {
    name: 'class',
    title: words.class,
    width: '42%',
    cell: ({ className, label }) => (
      <>
        <ClassLink name={className}>
          <Marked text={className} typed={typed} />
        </ClassLink>{' '}
        <span className={styles.label}>{label}</span>
      </>
    ),
  },
  {
    name: 'how',
    title: words.how,
    width: '128px',
    cell: ({ kind }) => <How kind={kind} />,
  },
  {
    name: 'through',
    title: words.through,
    cell: ({ through }) => (through === undefined ? null : <ClassLink name={through} />),
  },
  {
    name: 'cardinality',
    title: words.cardinality,
    width: '96px',
    cell: ({ cardinality }) => cardinality && <code>{cardinality}</code>,
  },
  {
    name: 'inherited',
    title: words.inherited,
    width: '150px',
    isWideOnly: true,
    cell: ({ inheritedFrom }) =>
      inheritedFrom === undefined || inheritedFrom === null ? null : (
        <span className={text.caption}>
          <ClassLink name={inheritedFrom} />
        </span>
      ),
  },
]

const How = ({ kind }: { readonly kind: HopKind }) => (
  <span className={kind === 'container' || kind === 'contained' ? styles.contains : styles.references}>
    {words.groups[kind]}
  </span>
)
