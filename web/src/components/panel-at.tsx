import { Popover } from '@mantine/core'
import '@mantine/core/styles/Popover.css'
import { type ReactNode, useEffect, useRef } from 'react'
import { boxOf, type ScreenPlace } from './menu-at.tsx'
import styles from './panel-at.module.css'
import { useFocusBack } from './use-focus-back.ts'

type Props = {
  readonly label: string
  readonly at: ScreenPlace
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A small form at a place of the page. Esc and a click beside it close it; lists that its fields open do not. */
export function PanelAt({ label, at, onClose, children }: Props) {
  const panel = useRef<HTMLDivElement>(null)
  useFocusBack(true, panel)
  useEffect(() => {
    const handlePress = ({ target }: PointerEvent) => {
      if (target instanceof Element && !target.closest('[data-portal], [data-panel]')) onClose()
    }
    document.addEventListener('pointerdown', handlePress)
    return () => document.removeEventListener('pointerdown', handlePress)
  }, [onClose])
  return (
    <Popover
      opened
      onChange={(isOpen) => !isOpen && onClose()}
      closeOnClickOutside={false}
      position="bottom-start"
      offset={4}
      shadow="md"
      trapFocus
      returnFocus
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>
        <span aria-hidden style={{ position: 'fixed', pointerEvents: 'none', ...boxOf(at) }} />
      </Popover.Target>
      <Popover.Dropdown ref={panel} data-panel aria-label={label} className={styles.panel ?? ''}>
        {children}
      </Popover.Dropdown>
    </Popover>
  )
}
