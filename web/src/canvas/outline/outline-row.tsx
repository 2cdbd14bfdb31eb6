import { type KeyboardEvent, memo } from 'react'
import { Menu } from '../../components/menu.tsx'
import { words } from '../board/words.ts'
import { useCanvas, useWorkspace } from '../canvas-context.tsx'
import { isSelected, partEntries, selectItem } from '../board/part-edits.ts'
import type { OutlineItem } from './outline-items.ts'
import styles from './outline.module.css'

type Props = {
  readonly item: OutlineItem
  /** In pixels. */
  readonly top: number
  readonly isCurrent: boolean
  readonly isReadOnly: boolean
  readonly onFocus: (key: string) => void
  readonly onKey: (event: KeyboardEvent, item: OutlineItem) => void
}

/** A node, a thread or a step in the tree. */
export const OutlineRow = memo(({ item, top, isCurrent, isReadOnly, onFocus, onKey }: Props) => {
  const { store } = useWorkspace()
  const isChosen = useCanvas(({ selection }) => isSelected(selection, item))
  return (
    <div
      role="treeitem"
      aria-label={item.name}
      aria-level={item.level}
      aria-posinset={item.place}
      aria-setsize={item.siblings}
      aria-selected={isChosen}
      tabIndex={isCurrent ? 0 : -1}
      data-key={item.key}
      className={`${styles.item} ${item.level === 2 ? styles.below : ''}`}
      style={{ transform: `translateY(${top}px)` }}
      onFocus={() => onFocus(item.key)}
      // A menu is inside the item for React only.
      onClick={(event) => event.currentTarget.contains(event.target as Node) && selectItem(store, item)}
      onKeyDown={(event) => onKey(event, item)}
    >
      {item.kind === 'edge' && <span className={`${styles.line} ${styles[item.thread ?? 'auto']}`} aria-hidden />}
      <span className={styles.text}>{item.text}</span>
      <span className={styles.note} data-note={item.note} aria-hidden />
      <ItemMenu item={item} isReadOnly={isReadOnly} />
    </div>
  )
})

function ItemMenu({ item, isReadOnly }: Pick<Props, 'item' | 'isReadOnly'>) {
  const { store } = useWorkspace()
  return (
    <Menu
      label={words.actions(item.name)}
      entries={partEntries(store, item, isReadOnly)}
      target={
        <button
          type="button"
          tabIndex={-1}
          className={styles.more}
          aria-label={words.actions(item.name)}
          onClick={(event) => event.stopPropagation()}
        >
          ⋯
        </button>
      }
    />
  )
}
