import { useMemo } from 'react'
import { diffValues, type TextPart, textOfValue } from './diff-values.ts'
import { words } from './words.ts'
import styles from './value-diff.module.css'

type Props = { readonly before: unknown; readonly after: unknown }

/** A value that changed, in one line: what only one side has is marked, lists show what came and what went. */
export function ValueDiff({ before, after }: Props) {
  const found = useMemo(() => diffValues(before, after), [before, after])
  if (found.kind === 'list') return <ListDiff {...found} />
  return (
    <span className={styles.pair}>
      <Side value={before} parts={found.before} side="before" />
      <span className={styles.arrow} aria-label={words.became}>
        →
      </span>
      <Side value={after} parts={found.after} side="after" />
    </span>
  )
}

/** One side of it, for a column of its own. */
export function ValueSide({ before, after, side }: Props & { readonly side: 'before' | 'after' }) {
  const found = useMemo(() => diffValues(before, after), [before, after])
  const value = side === 'before' ? before : after
  if (found.kind === 'text') return <Side value={value} parts={found[side]} side={side} />
  return <ListDiff {...found} {...(side === 'before' ? { added: [] } : { removed: [] })} />
}

type SideProps = { readonly value: unknown; readonly parts: readonly TextPart[]; readonly side: 'before' | 'after' }

function Side({ value, parts, side }: SideProps) {
  const Element = side === 'before' ? 'del' : 'ins'
  if (parts.length === 0) {
    return (
      <Element className={styles[side]}>
        <EmptyValue value={value} />
      </Element>
    )
  }
  return (
    <span className={styles.side}>
      {parts.map(({ text, isOwn }, index) =>
        isOwn ? (
          <Element key={index} className={styles[side]}>
            {text}
          </Element>
        ) : (
          <span key={index}>{text}</span>
        ),
      )}
    </span>
  )
}

type ListProps = {
  readonly added: readonly string[]
  readonly removed: readonly string[]
  readonly kept: readonly string[]
}

const ListDiff = ({ added, removed, kept }: ListProps) => (
  <span className={styles.list}>
    {removed.map((item, index) => (
      <del key={index} className={styles.before}>
        − {item}
      </del>
    ))}
    {added.map((item, index) => (
      <ins key={index} className={styles.after}>
        + {item}
      </ins>
    ))}
    {kept.length > 0 && <span className={styles.kept}>{kept.join(', ')}</span>}
  </span>
)

/** A value as it is; what is absent, null and empty look different. */
export const PlainValue = ({ value }: { readonly value: unknown }) => {
  const text = textOfValue(value)
  return text === '' ? <EmptyValue value={value} /> : text
}

const EmptyValue = ({ value }: { readonly value: unknown }) => (
  <span className={styles.none}>{value === undefined ? '·' : value === null ? 'null' : '""'}</span>
)
