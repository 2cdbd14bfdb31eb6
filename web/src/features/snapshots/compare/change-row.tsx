import { memo } from 'react'
import { PlainValue, ValueDiff, ValueSide } from '../../../components/diff/value-diff.tsx'
import type { ChangeView } from './compare-search.ts'
import type { ChangedField, Entry, RowGroup, Grouping } from './comparison.ts'
import { MOST_FIELDS } from './most-fields.ts'
import { RowAuthor } from '../../../components/row-author.tsx'
import { ReviewMark } from './review-mark.tsx'
import { words } from './words.ts'
import styles from './changes.module.css'

type Props = {
  readonly entry: Entry
  readonly view: ChangeView
  /** Of the row on the later side, to say how many stay away. */
  readonly columnCount: number
  /** It has the attention: then it shows what changed also once it was reviewed. */
  readonly isCurrent?: boolean
  readonly onReview?: ((entry: Entry, isReviewed: boolean) => void) | undefined
}

/** A row that was added, removed or changed: only what changed of it, unless all of it is wanted. */
export const ChangedRowItem = memo(function ChangeRow({
  entry,
  view,
  columnCount,
  isCurrent = false,
  onReview,
}: Props) {
  const { change, name, fields, blame } = entry
  const isDone = entry.review !== undefined && !isCurrent
  const hidden = change === 'changed' ? Math.max(0, columnCount - fields.length) : 0
  return (
    <>
      <div role="rowheader" className={styles.name}>
        <span className={styles.sign} data-change={change}>
          <span aria-hidden>{words.signs[change]}</span>
          <span className="sr-only">{words.kinds[change]} </span>
        </span>
        <span className={styles.dn}>{name}</span>
        {blame && <RowAuthor blame={blame} />}
        {view !== 'full' && hidden > 0 && !isDone && <span className={styles.hidden}>{words.hidden(hidden)}</span>}
        <ReviewMark {...{ entry, onReview }} />
      </div>
      <div role="cell" className={styles.content}>
        {!isDone && <Content {...{ entry, view }} />}
      </div>
    </>
  )
})

function Content({ entry, view }: Pick<Props, 'entry' | 'view'>) {
  const { change, fields, row } = entry
  if (view === 'full') return <WholeRow entry={entry} />
  if (change !== 'changed') return <Glance row={row ?? {}} name={entry.name} />
  const rest = fields.length - MOST_FIELDS
  return (
    <dl className={view === 'side' ? styles.sides : styles.fields}>
      {fields.slice(0, MOST_FIELDS).map((field) => (
        <Field key={field.name} field={field} view={view} />
      ))}
      {rest > 0 && <div className={styles.more}>{words.moreFields(rest)}</div>}
    </dl>
  )
}

const Field = ({
  field: { name, before, after },
  view,
}: {
  readonly field: ChangedField
  readonly view: ChangeView
}) => (
  <div>
    <dt>{name}</dt>
    {view === 'side' ? (
      <>
        <dd>
          <ValueSide before={before} after={after} side="before" />
        </dd>
        <dd>
          <ValueSide before={before} after={after} side="after" />
        </dd>
      </>
    ) : (
      <dd>
        <ValueDiff before={before} after={after} />
      </dd>
    )}
  </div>
)

const GLANCE = 6
const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === ''

/** A few values of a row that only one side has. */
function Glance({ row, name }: { readonly row: Readonly<Record<string, unknown>>; readonly name: string }) {
  const shown = Object.entries(row)
    .filter(([, value]) => !isEmpty(value) && value !== name)
    .slice(0, GLANCE)
  return (
    <span className={styles.glance}>
      {shown.map(([column, value]) => (
        <span key={column}>
          <span className={styles.column}>{column}</span> <PlainValue value={value} />
        </span>
      ))}
    </span>
  )
}

/** Every column; what changed shows both values. */
function WholeRow({ entry: { fields, row = {}, name } }: { readonly entry: Entry }) {
  const changed = new Map(fields.map((field) => [field.name, field]))
  const names = [...new Set([...changed.keys(), ...Object.keys(row)])].filter(
    (column) => changed.has(column) || (!isEmpty(row[column]) && row[column] !== name),
  )
  return (
    <dl className={styles.fields}>
      {names.map((column) => {
        const field = changed.get(column)
        return (
          <div key={column} data-changed={field !== undefined || undefined}>
            <dt>{column}</dt>
            <dd>
              {field ? <ValueDiff before={field.before} after={field.after} /> : <PlainValue value={row[column]} />}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

type GroupProps = {
  readonly group: RowGroup
  readonly isFolded: boolean
  readonly grouping: Grouping
  readonly onFold: () => void
}

/** What the rows below it have in common, and how many of them there are. */
export const GroupRow = ({ group, isFolded, grouping, onFold }: GroupProps) => (
  <div role="rowheader" className={styles.group}>
    <button type="button" aria-expanded={!isFolded} onClick={onFold}>
      <span aria-hidden className={styles.twist}>
        {isFolded ? '▸' : '▾'}
      </span>
      {grouping === 'change' ? (
        words.kinds[group.name as Entry['change']]
      ) : group.name === '' ? (
        words.noGroup[grouping === 'class' ? 'class' : 'place']
      ) : (
        <code>{group.name}</code>
      )}
      <span className={styles.groupCounts}>{words.groupCounts(group.counts)}</span>
    </button>
  </div>
)
