import { Button } from '../../../components/button.tsx'
import { Dialog, DialogActions } from '../../../components/dialog.tsx'
import { copyText } from '../../../components/rows-grid/copy-text.ts'
import { toast } from '../../../components/toasts.tsx'
import styles from './channels.module.css'
import { words } from './words.ts'

type Props = {
  readonly secret: string
  /** The one before signs too for a while. */
  readonly isRotated: boolean
  readonly onClose: () => void
}

/** Shown once, for the receiver. */
export const SecretDialog = ({ secret, isRotated, onClose }: Props) => (
  <Dialog title={words.shownOnce} isOpen onClose={onClose}>
    <p>{isRotated ? `${words.secretText} ${words.secretBefore}` : words.secretText}</p>
    <code className={styles.secret}>{secret}</code>
    <DialogActions>
      <Button onClick={() => void copyText(secret).then(() => toast(words.copied))}>{words.copy}</Button>
      <Button look="primary" onClick={onClose}>
        {words.close}
      </Button>
    </DialogActions>
  </Dialog>
)
