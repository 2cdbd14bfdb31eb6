import { useMutation } from '@tanstack/react-query'
import { Button } from './button.tsx'
import styles from './delete-dialog.module.css'
import { Dialog, DialogActions } from './dialog.tsx'

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
        <p role="alert" className={styles.fault}>
          {removal.error.message}
        </p>
      )}
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button look="danger" impossible={removal.isPending ? 'Deleting…' : undefined} onClick={() => removal.mutate()}>
          Delete
        </Button>
      </DialogActions>
    </Dialog>
  )
}
