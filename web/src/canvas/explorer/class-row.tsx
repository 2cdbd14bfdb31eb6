import type { KeyboardEvent, MouseEvent } from 'react'
import styles from './explorer.module.css'
import { words } from './words.ts'

type Hue = 'contains' | 'references'

type Props = {
  readonly name: string
  readonly label?: string | undefined
  /** How it joins what is selected: `fvRsCtx · n:1`. */
  readonly way?: string | undefined
  readonly hue?: Hue | undefined
  readonly isFavorite: boolean
  readonly onAdd: () => void
  readonly onFavorite: () => void
}

/** What a class carries while it is dragged onto the canvas. */
export const CLASS_DATA = 'application/x-heddle-class'

/** A class of a list: a click or Enter adds it, F keeps it among the favorites. */
export function ClassRow({ name, label, way, hue, isFavorite, onAdd, onFavorite }: Props) {
  // A double click is two clicks, and means one class.
  const handleClick = (event: MouseEvent) => event.detail <= 1 && onAdd()
  const handleKey = (event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'f' || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    onFavorite()
  }
  return (
    <li className={styles.row}>
      <button
        type="button"
        className={styles.class}
        data-row
        draggable
        title={[name, label, way].filter(Boolean).join(' · ')}
        aria-keyshortcuts="F"
        onClick={handleClick}
        onKeyDown={handleKey}
        onDragStart={(event) => {
          event.dataTransfer.setData(CLASS_DATA, name)
          event.dataTransfer.effectAllowed = 'copy'
        }}
      >
        <span className={`${styles.name} ${hue === undefined ? '' : styles[hue]}`}>{name}</span>{' '}
        {label !== undefined && label !== '' && <span className={styles.label}>{label}</span>}
        {way !== undefined && <span className={styles.way}> · {way}</span>}
      </button>
      <button
        type="button"
        className={styles.star}
        aria-pressed={isFavorite}
        aria-label={isFavorite ? words.unfavor(name) : words.favor(name)}
        tabIndex={-1}
        onClick={onFavorite}
      >
        {isFavorite ? '★' : '☆'}
      </button>
    </li>
  )
}
