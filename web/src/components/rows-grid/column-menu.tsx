import { Popover } from '@mantine/core'
import '@mantine/core/styles/Popover.css'
import { type KeyboardEvent, useState } from 'react'
import { Button } from '../button.tsx'
import styles from './column-menu.module.css'
import { ROW_HEIGHTS, type RowHeight } from './view-state.ts'
import { words } from './grid-words.ts'

type Props = {
  readonly columns: readonly string[]
  readonly hidden: readonly string[]
  readonly onHidden: (hidden: readonly string[]) => void
  /** How many columns have no value, and whether they are shown. */
  readonly empty: number
  readonly showsEmpty: boolean
  readonly onShowsEmpty: (shows: boolean) => void
  readonly rowHeight: RowHeight
  readonly onRowHeight: (height: RowHeight) => void
}

/** Which columns are shown, and how high the rows are. */
export function ColumnMenu({ columns, hidden, onHidden, rowHeight, onRowHeight, ...folding }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-end" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <Button aria-haspopup="menu" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {words.columns(hidden.length)}
        </Button>
      </Popover.Target>
      <Popover.Dropdown role="menu" aria-label={words.columns(0)} className={styles.list ?? ''} onKeyDown={moveInMenu}>
        {columns.map((name) => {
          const isShown = !hidden.includes(name)
          return (
            <button
              key={name}
              type="button"
              role="menuitemcheckbox"
              aria-checked={isShown}
              className={styles.item}
              onClick={() => onHidden(isShown ? [...hidden, name] : hidden.filter((other) => other !== name))}
            >
              <Tick isTicked={isShown} />
              {name}
            </button>
          )
        })}
        <div role="separator" className={styles.line} />
        <button
          type="button"
          role="menuitem"
          className={`${styles.item} ${styles.words}`}
          onClick={() => onHidden(hidden.length > 0 ? [] : columns.slice(1))}
        >
          <Tick isTicked={false} />
          {hidden.length > 0 ? words.showAll : words.hideAll}
        </button>
        {folding.empty > 0 && (
          <button
            type="button"
            role="menuitem"
            className={`${styles.item} ${styles.words}`}
            onClick={() => folding.onShowsEmpty(!folding.showsEmpty)}
          >
            <Tick isTicked={false} />
            {folding.showsEmpty ? words.hideEmpty(folding.empty) : words.showEmpty(folding.empty)}
          </button>
        )}
        <div role="separator" className={styles.line} />
        {ROW_HEIGHTS.map((height) => (
          <button
            key={height}
            type="button"
            role="menuitemradio"
            aria-checked={height === rowHeight}
            className={`${styles.item} ${styles.words}`}
            onClick={() => onRowHeight(height)}
          >
            <Tick isTicked={height === rowHeight} />
            {words.heights[height]}
          </button>
        ))}
      </Popover.Dropdown>
    </Popover>
  )
}

const Tick = ({ isTicked }: { readonly isTicked: boolean }) => (
  <span aria-hidden className={styles.tick}>
    {isTicked ? '✓' : ''}
  </span>
)

function moveInMenu(event: KeyboardEvent<HTMLElement>): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('button')]
  const at = items.indexOf(document.activeElement as HTMLElement)
  const target = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key]
  if (target === undefined) return
  event.preventDefault()
  items.at(target % items.length)?.focus()
}
