import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { Dialog, DialogActions } from '../../../components/dialog.tsx'
import { copyText } from '../../../components/rows-grid/copy-text.ts'
import { saveFile, textFile } from '../../../components/save-file.ts'
import { toast } from '../../../components/toasts.tsx'
import { useProfile } from '../../../lib/session/context.tsx'
import { words } from '../words.ts'
import textStyles from '../../../components/text.module.css'
import styles from './mfa.module.css'

type Props = { readonly codes: readonly string[]; readonly step: string | undefined; readonly onKept: () => void }

/** Shown once, so that only its button closes it. */
export function BackupCodesDialog({ codes, step, onKept }: Props) {
  const { username } = useProfile()
  const [isWarned, setIsWarned] = useState(false)
  const text = `Backup codes of ${username} for Heddle at ${location.host}\n\n${codes.join('\n')}\n`

  async function handleCopy() {
    await copyText(codes.join('\n')).then(
      () => toast(words.mfa.copied),
      () => toast(words.mfa.notCopied, { kind: 'failed' }),
    )
  }

  return (
    <Dialog title={words.mfa.codesTitle} isOpen onClose={() => setIsWarned(true)}>
      {step !== undefined && <p className={textStyles.caption}>{step}</p>}
      <p>{words.mfa.keep}</p>
      <ul aria-label={words.mfa.codesTitle} className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.tools}>
        <Button onClick={() => void handleCopy()}>{words.mfa.copy}</Button>
        <Button onClick={() => saveFile(`heddle-backup-codes-${username}.txt`, textFile(text, 'text/plain'))}>
          {words.mfa.download}
        </Button>
        <Button onClick={() => print()}>{words.mfa.print}</Button>
      </div>
      {isWarned && (
        <p role="alert" className={styles.warning}>
          {words.mfa.closeFirst}
        </p>
      )}
      <DialogActions>
        <Button look="primary" onClick={onKept}>
          {words.mfa.kept}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
