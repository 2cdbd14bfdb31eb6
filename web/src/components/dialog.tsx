import { Modal } from '@mantine/core'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Modal.css'
import '@mantine/core/styles/Overlay.css'
import '@mantine/core/styles/Paper.css'
import '@mantine/core/styles/CloseButton.css'
import { type ReactNode, useRef, useState } from 'react'
import { Button } from './button.tsx'
import styles from './dialog.module.css'
import { useIsTopmost } from './topmost.ts'
import { useFocusBack } from './use-focus-back.ts'
import { words } from './words.ts'

type Props = {
  readonly title: string
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly width?: number
  /** Something was typed that closing would lose: it asks first. */
  readonly isDirty?: boolean
  readonly children: ReactNode
}

/** Esc and a click beside it close it; the focus goes back where it was. */
export function Dialog({ title, isOpen, onClose, width = 440, isDirty = false, children }: Props) {
  const [isAsking, setIsAsking] = useState(false)
  const isTopmost = useIsTopmost(isOpen)
  const content = useRef<HTMLDivElement>(null)
  useFocusBack(isOpen, content)
  return (
    <Modal
      opened={isOpen}
      onClose={() => (isDirty && !isAsking ? setIsAsking(true) : onClose())}
      closeOnClickOutside={!isDirty}
      title={title}
      size={width}
      centered
      closeOnEscape={isTopmost}
      transitionProps={{ duration: 120 }}
      overlayProps={{ color: 'var(--veil)', backgroundOpacity: 1 }}
      closeButtonProps={{ 'aria-label': words.close }}
      classNames={{
        content: styles.content ?? '',
        header: styles.header ?? '',
        title: styles.title ?? '',
        body: styles.body ?? '',
        close: styles.close ?? '',
      }}
    >
      <div ref={content}>
        {isAsking && isDirty && <Unsaved onDiscard={onClose} onKeep={() => setIsAsking(false)} />}
        {children}
      </div>
    </Modal>
  )
}

const Unsaved = ({ onDiscard, onKeep }: { readonly onDiscard: () => void; readonly onKeep: () => void }) => (
  <div role="alert" className={styles.unsaved}>
    <span>{words.unsaved}</span>
    <Button onClick={onKeep}>{words.keepEditing}</Button>
    <Button look="danger" onClick={onDiscard}>
      {words.discard}
    </Button>
  </div>
)

/** The buttons of a dialog: the one that does it last. */
export const DialogActions = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles.actions}>{children}</div>
)
