import { Popover } from '@mantine/core'
import '@mantine/core/styles/Popover.css'
import { type KeyboardEvent, useState } from 'react'
import { Button } from '../button.tsx'
import { SearchInput } from '../search-field.tsx'
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

/** From here on one looks for a column instead of going through all of them. */
const SOUGHT_FROM = 12

/** Which columns are shown, and how high the rows are. */
export function ColumnMenu(props: Props) {
  const { columns, hidden } = props
  const [isOpen, setIsOpen] = useState(false)
  const [sought, setSought] = useState('')
  const found = columns.filter((name) => name.toLowerCase().includes(sought.trim().toLowerCase()))
  const handleOpen = (opens: boolean) => {
    setIsOpen(opens)
    setSought('')
  }
  return (
    <Popover opened={isOpen} onChange={handleOpen} position="bottom-end" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <Button aria-haspopup="menu" aria-expanded={isOpen} onClick={() => handleOpen(!isOpen)}>
          {words.columns(hidden.length)}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={styles.list ?? ''} onKeyDown={moveInMenu}>
        {columns.length >= SOUGHT_FROM && (
          <div className={styles.find}>
            <SearchInput
              aria-label={words.findColumn}
              placeholder={words.findColumn}
              value={sought}
              onChange={(event) => setSought(event.currentTarget.value)}
            />
            <span role="status" className="sr-only">
              {sought !== '' && words.foundColumns(found.length)}
            </span>
          </div>
        )}
        <div role="menu" aria-label={words.columns(0)}>
          <ColumnItems {...props} found={found} />
          {sought === '' && <MenuEnd {...props} />}
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}

function ColumnItems({ found, hidden, onHidden }: Props & { readonly found: readonly string[] }) {
  return found.map((name) => {
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
  })
}

/** What is about all of them. */
function MenuEnd({ columns, hidden, onHidden, rowHeight, onRowHeight, ...folding }: Props) {
  return (
    <>
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
    </>
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
  // In the field above, only the key that leads out of it is meant for the list.
  if (target === undefined || (at < 0 && event.key !== 'ArrowDown')) return
  event.preventDefault()
  items.at(target % items.length)?.focus()
}
