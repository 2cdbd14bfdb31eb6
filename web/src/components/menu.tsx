import { Menu as MantineMenu } from '@mantine/core'
import '@mantine/core/styles/Popover.css'
import '@mantine/core/styles/Menu.css'
import '@mantine/core/styles/UnstyledButton.css'
import type { ReactElement } from 'react'
import styles from './menu.module.css'

export type MenuEntry =
  | {
      readonly text: string
      readonly note?: string
      readonly isDangerous?: boolean
      /** Why it does nothing just now. */
      readonly impossible?: string | undefined
      readonly onSelect: () => void
    }
  | 'line'

/** A button and what it offers. */
export function Menu({
  label,
  target,
  entries,
}: {
  readonly label: string
  readonly target: ReactElement
  readonly entries: readonly MenuEntry[]
}) {
  return (
    <MantineMenu position="bottom-end" shadow="md" width="max-content" returnFocus transitionProps={{ duration: 120 }}>
      <MantineMenu.Target>{target}</MantineMenu.Target>
      <MantineMenu.Dropdown aria-label={label} className={styles.list ?? ''}>
        {entries.map((entry, index) =>
          entry === 'line' ? (
            <MantineMenu.Divider key={index} className={styles.line ?? ''} />
          ) : (
            <MantineMenu.Item
              key={entry.text}
              className={`${styles.item} ${entry.isDangerous ? styles.danger : ''}`}
              disabled={entry.impossible !== undefined}
              title={entry.impossible}
              onClick={entry.onSelect}
            >
              {entry.text}
              {entry.note !== undefined && <span className={styles.note}>{entry.note}</span>}
            </MantineMenu.Item>
          ),
        )}
      </MantineMenu.Dropdown>
    </MantineMenu>
  )
}
