import type { ReactNode } from 'react'
import { formatTime, type TimeFormat } from '../../lib/time/format-time.ts'
import { ABSENT, type Cell } from './cell.ts'
import { type ColumnFacts, groupedNumber, readableText } from './column-facts.ts'
import { cutMiddle } from './cut-middle.ts'
import { readableDn } from './readable-dn.ts'
import styles from './rows-grid.module.css'

type Props = {
  readonly cell: Cell
  /** As `shownText` says it. */
  readonly text: string
  readonly kind: ColumnFacts['kind']
  /** Letters that fit; Infinity where lines wrap. */
  readonly room: number
  readonly isSplit: boolean
  /** What is sought is marked. */
  readonly find: string
}

/** A value as one reads it. What is not there, what is null and what is empty look different. */
export function CellText({ cell, text, kind, room, isSplit, find }: Props): ReactNode {
  if (cell === ABSENT) return <span className={styles.none}>·</span>
  if (cell === null) return <span className={styles.none}>null</span>
  if (cell === '') return <span className={styles.none}>""</span>
  const parts = isSplit ? readableDn(text) : undefined
  if (parts) {
    return parts.map(({ prefix, name }, index) => (
      <span key={index}>
        {index > 0 && <span className={styles.prefix}> › </span>}
        {prefix !== '' && <span className={styles.prefix}>{prefix}</span>}
        <Marked text={name} find={find} />
      </span>
    ))
  }
  const cut = kind === 'dn' ? cutMiddle(text, room, find) : undefined
  if (!cut) return <Marked text={text} find={find} />
  return (
    <>
      <Marked text={cut.head} find={find} />
      <span className={styles.prefix}>…</span>
      <Marked text={cut.tail} find={find} />
    </>
  )
}

/** The text of a cell on the screen; a copy has the value as the controller gave it. */
export function shownText(cell: Cell, kind: ColumnFacts['kind'], times: TimeFormat): string {
  const text = readableText(cell)
  if (kind === 'number') return groupedNumber(text)
  if (kind === 'time' && text !== '') return formatTime(text, times, 'second')
  return text
}

function Marked({ text, find }: { readonly text: string; readonly find: string }): ReactNode {
  if (find === '') return text
  const at = text.toLowerCase().indexOf(find.toLowerCase())
  if (at < 0) return text
  return (
    <>
      {text.slice(0, at)}
      <mark className={styles.hit}>{text.slice(at, at + find.length)}</mark>
      {text.slice(at + find.length)}
    </>
  )
}
