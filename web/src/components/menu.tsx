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
      /** Shown beside it: `Ctrl C`. */
      readonly keys?: string
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
  onOpen,
  isTable = false,
}: {
  readonly label: string
  readonly target: ReactElement
  readonly entries: readonly MenuEntry[]
  /** What it offers may be asked for only now. */
  readonly onOpen?: () => void
  /** Texts are names of things, and their notes are below each other. */
  readonly isTable?: boolean
}) {
  return (
    <MantineMenu
      position="bottom-end"
      shadow="md"
      width="max-content"
      returnFocus
      // It would be a child of the menu that is no item; the first item has the focus instead.
      withInitialFocusPlaceholder={false}
      transitionProps={{ duration: 120 }}
      {...(onOpen && { onOpen })}
    >
      <MantineMenu.Target>{target}</MantineMenu.Target>
      <MantineMenu.Dropdown aria-label={label} className={styles.list ?? ''}>
        <MenuItems entries={entries} isTable={isTable} />
      </MantineMenu.Dropdown>
    </MantineMenu>
  )
}

export const MenuItems = ({
  entries,
  isTable = false,
}: {
  readonly entries: readonly MenuEntry[]
  readonly isTable?: boolean
}) =>
  entries.map((entry, index) =>
    entry === 'line' ? (
      <MantineMenu.Divider key={index} className={styles.line ?? ''} />
    ) : (
      <MantineMenu.Item
        key={entry.text}
        className={`${styles.item} ${entry.isDangerous ? styles.danger : ''}`}
        disabled={entry.impossible !== undefined}
        aria-description={entry.impossible ?? entry.note}
        onClick={entry.onSelect}
      >
        {isTable ? <code className={styles.name}>{entry.text}</code> : entry.text}
        {entry.note !== undefined && (
          <span aria-hidden className={styles.note}>
            {entry.note}
          </span>
        )}
        {entry.impossible !== undefined && (
          <span aria-hidden className={styles.why}>
            {entry.impossible}
          </span>
        )}
        {entry.keys !== undefined && (
          <kbd aria-hidden className={styles.keys}>
            {entry.keys}
          </kbd>
        )}
      </MantineMenu.Item>
    ),
  )
