import { useMutation } from '@tanstack/react-query'
import { Button } from './button.tsx'
import { Dialog, DialogActions } from './dialog.tsx'
import textStyles from './text.module.css'
import { words } from './words.ts'

type Props = {
  readonly title: string
  /** What goes with it, and what keeps it from being deleted. */
  readonly text: string
  readonly remove: () => Promise<unknown>
  readonly onClose: () => void
  readonly onRemoved: () => Promise<void>
}

/** Asks before something is deleted, and says why it could not be. */
export function DeleteDialog({ title, text, remove, onClose, onRemoved }: Props) {
  const removal = useMutation({
    mutationFn: remove,
    onSuccess: async () => {
      onClose()
      await onRemoved()
    },
  })
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <p>{text}</p>
      {removal.error && (
        <p role="alert" className={textStyles.fault}>
          {removal.error.message}
        </p>
      )}
      <DialogActions>
        <Button onClick={onClose}>{words.cancel}</Button>
        <Button
          look="danger"
          impossible={removal.isPending ? words.removing : undefined}
          onClick={() => removal.mutate()}
        >
          {words.remove}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
