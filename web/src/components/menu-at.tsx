import { Menu as MantineMenu } from '@mantine/core'
import '@mantine/core/styles/Popover.css'
import '@mantine/core/styles/Menu.css'
import '@mantine/core/styles/UnstyledButton.css'
import { useRef } from 'react'
import { type MenuEntry, MenuItems } from './menu.tsx'
import styles from './menu.module.css'
import { useFocusBack } from './use-focus-back.ts'

/** A place on the screen, in pixels from its corner. */
export type ScreenPlace = {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

export const screenPlaceOf = (element: Element): ScreenPlace => element.getBoundingClientRect()
export const pointAt = (left: number, top: number): ScreenPlace => ({ left, top, width: 0, height: 0 })

type Props = {
  readonly label: string
  readonly at: ScreenPlace
  readonly entries: readonly MenuEntry[]
  readonly onClose: () => void
}

const POINTERS = ['mousedown', 'touchstart']

/** A context menu. The focus goes back where it was. */
export function MenuAt({ label, at, entries, onClose }: Props) {
  const list = useRef<HTMLDivElement>(null)
  useFocusBack(true, list)
  return (
    <MantineMenu
      opened
      onChange={(isOpen) => !isOpen && onClose()}
      position="bottom-start"
      offset={2}
      shadow="md"
      width="max-content"
      returnFocus
      withInitialFocusPlaceholder={false}
      // Not keys: the one that opened it is still on its way.
      clickOutsideEvents={POINTERS}
      transitionProps={{ duration: 0 }}
    >
      <MantineMenu.Target>
        <span aria-hidden style={{ position: 'fixed', pointerEvents: 'none', ...boxOf(at) }} />
      </MantineMenu.Target>
      <MantineMenu.Dropdown ref={list} aria-label={label} className={styles.list ?? ''}>
        <MenuItems entries={entries} />
      </MantineMenu.Dropdown>
    </MantineMenu>
  )
}

export const boxOf = ({ left, top, width, height }: ScreenPlace) => ({ left, top, width, height })
