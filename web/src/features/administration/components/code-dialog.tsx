import { Button } from '../../../components/button.tsx'
import { Dialog, DialogActions } from '../../../components/dialog.tsx'
import { TimeText } from '../../../components/time-text.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { words } from '../words.ts'
import styles from './administration.module.css'

type Props = { readonly name: string; readonly code: Wire.ResetCodeReply; readonly onClose: () => void }

/** A code that is read out once. */
export const CodeDialog = ({ name, code, onClose }: Props) => (
  <Dialog title={words.codeTitle(name)} isOpen onClose={onClose}>
    <p>{words.codeText}</p>
    <p className={styles.code}>{code.code}</p>
    <p>
      {words.codeUntil} <TimeText at={code.expires_at} isAbsolute />
    </p>
    <DialogActions>
      <Button look="primary" onClick={onClose}>
        {words.close}
      </Button>
    </DialogActions>
  </Dialog>
)
