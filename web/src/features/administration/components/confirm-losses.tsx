import { useMutation } from '@tanstack/react-query'
import { Button } from '../../../components/button.tsx'
import { Dialog, DialogActions } from '../../../components/dialog.tsx'
import textStyles from '../../../components/text.module.css'
import { words as shared } from '../../../components/words.ts'
import { words } from '../group-words.ts'
import styles from './administration.module.css'

type Props = {
  readonly title: string
  readonly verb: string
  /** Said before who loses what. */
  readonly text?: string
  /** Undefined while it is worked out. */
  readonly losses: readonly string[] | undefined
  readonly act: () => Promise<unknown>
  readonly onClose: () => void
  readonly onDone: () => Promise<void>
}

/** Says what a change takes from whom, and makes it once that was read. */
export function ConfirmLosses({ title, verb, text, losses, act, onClose, onDone }: Props) {
  const change = useMutation({
    mutationFn: act,
    onSuccess: async () => {
      onClose()
      await onDone()
    },
  })
  const wait = losses === undefined ? words.counting : change.isPending ? shared.sending : undefined
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <div role="status" className={styles.losses}>
        {text !== undefined && <p>{text}</p>}
        {(losses ?? [words.counting]).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      {change.error && (
        <p role="alert" className={textStyles.fault}>
          {change.error.message}
        </p>
      )}
      <DialogActions>
        <Button onClick={onClose}>{shared.cancel}</Button>
        <Button look="danger" impossible={wait} onClick={() => change.mutate()}>
          {verb}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
