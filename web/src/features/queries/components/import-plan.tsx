import { Button } from '../../../components/button.tsx'
import { Dialog, DialogActions } from '../../../components/dialog.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { words } from '../words.ts'
import styles from './dialogs.module.css'

/** What an import would change or delete; what it adds needs no question. */
export const changesIn = ({ plan }: Wire.QueryImportReply): readonly Wire.ImportStep[] =>
  plan.filter(({ action }) => action === 'change' || action === 'delete')

type Props = {
  readonly steps: readonly Wire.ImportStep[]
  readonly isOfFile: boolean
  readonly onBack: () => void
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/** Asks before an import changes what is there. */
export function ImportQuestion({ steps, isOfFile, onBack, onConfirm, onClose }: Props) {
  return (
    <Dialog title={words.import.title} isOpen onClose={onClose} width={560}>
      <p>{isOfFile ? words.import.changesOfFile : words.import.changes}</p>
      <Plan steps={steps} />
      <DialogActions>
        <Button onClick={onBack}>{words.import.back}</Button>
        <Button look="primary" onClick={onConfirm}>
          {words.import.confirm}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

const MOST_PATHS = 6

const Plan = ({ steps }: { readonly steps: readonly Wire.ImportStep[] }) => (
  <ul className={styles.plan}>
    {steps.map(({ action, kind, name, diff }) => (
      <li key={`${kind}${name}`}>
        <span className={styles.kind}>{words.import.actions[action]}</span>
        <span>
          {words.import.kinds[kind]} “{name}”
        </span>
        {diff && (
          <code>
            {[...new Set(diff.map(({ path }) => path))].slice(0, MOST_PATHS).join(', ')}
            {diff.length > MOST_PATHS && ' …'}
          </code>
        )}
      </li>
    ))}
  </ul>
)
