import { Popover } from '@mantine/core'
import '@mantine/core/styles/Popover.css'
import { useState } from 'react'
import { Button } from '../button.tsx'
import styles from './column-menu.module.css'

type Props = {
  readonly columns: readonly string[]
  readonly hidden: readonly string[]
  readonly onHidden: (hidden: readonly string[]) => void
}

/** Which columns are shown. */
export function ColumnMenu({ columns, hidden, onHidden }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-end" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <Button aria-haspopup="menu" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          Columns{hidden.length > 0 && `, ${hidden.length} hidden`}
        </Button>
      </Popover.Target>
      <Popover.Dropdown role="menu" aria-label="Columns" className={styles.list ?? ''}>
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
              <span aria-hidden className={styles.tick}>
                {isShown ? '✓' : ''}
              </span>
              {name}
            </button>
          )
        })}
      </Popover.Dropdown>
    </Popover>
  )
}
