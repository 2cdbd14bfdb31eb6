import { type ReactNode, useState } from 'react'
import { useProfile } from '../../lib/session/context.tsx'
import { Button } from '../button.tsx'
import { ValueDiff } from '../diff/value-diff.tsx'
import { toast } from '../toasts.tsx'
import { ABSENT, type Cell } from './cell.ts'
import { CellText, shownText } from './cell-text.tsx'
import type { ColumnFacts } from './column-facts.ts'
import { copyText } from './copy-text.ts'
import { words } from './grid-words.ts'
import styles from './row-panel.module.css'

/** A column of a row, and its value. */
export type NamedValue = {
  readonly name: string
  readonly cell: Cell
  readonly kind?: ColumnFacts['kind'] | undefined
  /** What it was before, where it changed. */
  readonly before?: { readonly cell: Cell }
}

type Props = {
  readonly title: string
  readonly values: readonly NamedValue[]
  /** What is sought is marked. */
  readonly find?: string
  /** Opens the history of an object; without it nothing offers one. */
  readonly onTimeline?: ((dn: string) => void) | undefined
  /** Opens the page of an object. */
  readonly onObject?: ((dn: string) => void) | undefined
  readonly onClose: () => void
  /** Above the values, such as what it was compared with. */
  readonly note?: ReactNode
}

const isEmpty = (cell: Cell): boolean => cell === ABSENT || cell === null || cell === ''

/** A row with all of its columns, one below the other, wherever rows are shown. What changed shows both values. */
export function ValuesPanel({ title, values, find = '', onTimeline, onObject, onClose, note }: Props) {
  const [showsEmpty, setShowsEmpty] = useState(false)
  const filled = values.filter(({ cell, before }) => before !== undefined || !isEmpty(cell))
  const empty = values.filter(({ cell, before }) => before === undefined && isEmpty(cell))
  const dn = filled.find(({ name }) => name === 'dn')?.cell
  return (
    <aside aria-label={title} className={styles.panel}>
      <div className={styles.head}>
        <strong>{title}</strong>
        <Button look="link" onClick={() => copyRow(JSON.stringify(recordOf(values), null, 2))}>
          {words.copyRow}
        </Button>
        {onTimeline && typeof dn === 'string' && dn !== ABSENT && (
          <Button look="link" onClick={() => onTimeline(dn)}>
            {words.openTimeline}
          </Button>
        )}
        {onObject && typeof dn === 'string' && dn !== ABSENT && (
          <Button look="link" onClick={() => onObject(dn)}>
            {words.openObject}
          </Button>
        )}
        <Button look="link" onClick={onClose} keys="Esc">
          {words.closeRow}
        </Button>
      </div>
      {note}
      <dl className={styles.values}>
        {[...filled, ...(showsEmpty ? empty : [])].map((value) => (
          <div key={value.name} data-changed={value.before !== undefined || undefined}>
            <dt>{value.name}</dt>
            <dd data-kind={value.kind}>
              <ValueText value={value} find={find} />
            </dd>
          </div>
        ))}
      </dl>
      {empty.length > 0 && (
        <Button look="link" aria-expanded={showsEmpty} onClick={() => setShowsEmpty(!showsEmpty)}>
          {words.emptyOnes(empty.length)}
        </Button>
      )}
    </aside>
  )
}

function ValueText({ value: { cell, kind, before }, find }: { readonly value: NamedValue; readonly find: string }) {
  const { preferences } = useProfile()
  if (before) return <ValueDiff before={withoutMark(before.cell)} after={withoutMark(cell)} />
  const isTime = kind === 'time' && !isEmpty(cell)
  const shown = isTime ? 'time' : 'text'
  return (
    <CellText
      cell={cell}
      text={shownText(cell, shown, preferences)}
      kind={shown}
      room={Infinity}
      isSplit={false}
      find={isTime ? '' : find}
    />
  )
}

const withoutMark = (cell: Cell): unknown => (cell === ABSENT ? undefined : cell)

const copyRow = (text: string): void =>
  void copyText(text).then(
    () => toast(words.copied(1)),
    (error: unknown) => toast((error as Error).message, { kind: 'failed' }),
  )

const recordOf = (values: readonly NamedValue[]) =>
  Object.fromEntries(values.flatMap(({ name, cell }) => (cell === ABSENT ? [] : [[name, cell]])))
