import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog, DialogActions } from './dialog.tsx'
import { FormFrame } from './form.tsx'
import { words } from './words.ts'

type Props = {
  readonly title: string
  readonly width?: number
  /** Something was typed that closing would lose: it asks first. */
  readonly isDirty?: boolean
  /** How sending went; a mutation is one. */
  readonly sending: { readonly error: Error | null; readonly isPending: boolean }
  /** Faults of no field, on top. */
  readonly faults: readonly string[]
  /** What the button says that sends it. */
  readonly verb: string
  readonly look?: 'primary' | 'danger'
  /** Why it cannot be sent as it is. */
  readonly impossible?: string | undefined
  /** What the button says that leaves, where nothing is cancelled. */
  readonly leave?: string
  /** Further buttons, before the one that sends it. */
  readonly more?: ReactNode
  readonly onSubmit: () => void
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A dialog of fields that are sent together; while they are being sent, they are not sent again. */
export function FormDialog(props: Props) {
  const {
    title,
    width,
    isDirty,
    sending,
    faults,
    verb,
    look = 'primary',
    impossible,
    leave = words.cancel,
    more,
    onSubmit,
    onClose,
    children,
  } = props
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      {...(width !== undefined && { width })}
      {...(isDirty && { isDirty })}
    >
      <FormFrame error={sending.error} faults={faults} onSubmit={onSubmit}>
        {children}
        <DialogActions>
          <Button onClick={onClose}>{leave}</Button>
          {more}
          <Button type="submit" look={look} impossible={sending.isPending ? words.sending : impossible}>
            {verb}
          </Button>
        </DialogActions>
      </FormFrame>
    </Dialog>
  )
}
