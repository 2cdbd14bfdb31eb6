import { Modal } from '@mantine/core'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Modal.css'
import '@mantine/core/styles/Overlay.css'
import '@mantine/core/styles/Paper.css'
import '@mantine/core/styles/CloseButton.css'
import type { ReactNode } from 'react'
import styles from './dialog.module.css'

type Props = {
  readonly title: string
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly width?: number
  readonly children: ReactNode
}

/** Esc and a click beside it close it; the focus goes back where it was. */
export function Dialog({ title, isOpen, onClose, width = 440, children }: Props) {
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={title}
      size={width}
      centered
      transitionProps={{ duration: 120 }}
      overlayProps={{ color: 'var(--veil)', backgroundOpacity: 1 }}
      closeButtonProps={{ 'aria-label': 'Close' }}
      classNames={{
        content: styles.content ?? '',
        header: styles.header ?? '',
        title: styles.title ?? '',
        body: styles.body ?? '',
        close: styles.close ?? '',
      }}
    >
      {children}
    </Modal>
  )
}

/** The buttons of a dialog: the one that does it last. */
export const DialogActions = ({ children }: { readonly children: ReactNode }) => <div className={styles.actions}>{children}</div>
