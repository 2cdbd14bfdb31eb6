import type { ReactNode } from 'react'
import { Button } from '../../../components/button.tsx'
import { Dialog, DialogActions } from '../../../components/dialog.tsx'
import { toast } from '../../../components/toasts.tsx'
import type { QueryRef } from '../api.ts'
import { type Act, type Failure, useBulk } from '../hooks/use-bulk.ts'
import { words } from '../words.ts'
import styles from './dialogs.module.css'

type Props = {
  readonly title: string
  readonly queries: readonly QueryRef[]
  readonly verb: string
  readonly isDangerous?: boolean
  /** Why it cannot begin just now. */
  readonly impossible?: string | undefined
  readonly act: Act
  readonly doneText: (count: number) => string
  /** "not deleted" */
  readonly failedText: string
  readonly onClose: () => void
  readonly onDone: () => Promise<void>
  readonly children: ReactNode
}

/** Asks, does it with each query, and says for each that failed why. */
export function BulkDialog({
  title,
  queries,
  verb,
  isDangerous,
  impossible,
  act,
  doneText,
  failedText,
  onClose,
  onDone,
  children,
}: Props) {
  const bulk = useBulk()
  const { done, isRunning, failures } = bulk
  const isOver = done > 0 && !isRunning

  async function handleRun() {
    const failed = await bulk.run(queries, act)
    await onDone()
    if (failed.length > 0) return
    onClose()
    toast(doneText(queries.length))
  }

  return (
    <Dialog title={title} isOpen onClose={isRunning ? bulk.stop : onClose}>
      {isOver ? (
        <Failures failures={failures} text={failedText} />
      ) : (
        <>
          {children}
          {isRunning && queries.length > 1 && <Progress done={done} total={queries.length} label={title} />}
        </>
      )}
      <DialogActions>
        {isOver ? (
          <Button onClick={onClose}>{words.bulk.close}</Button>
        ) : (
          <>
            <Button onClick={isRunning ? bulk.stop : onClose}>{isRunning ? words.bulk.stop : words.cancel}</Button>
            <Button
              look={isDangerous ? 'danger' : 'primary'}
              impossible={isRunning ? words.bulk.progress(done, queries.length) : impossible}
              onClick={() => void handleRun()}
            >
              {verb}
            </Button>
          </>
        )}
      </DialogActions>
    </Dialog>
  )
}

function Failures({ failures, text }: { readonly failures: readonly Failure[]; readonly text: string }) {
  return (
    <div role="alert" className={styles.failures}>
      <p>{words.bulk.failures(failures.length, text)}</p>
      <ul>
        {failures.map(({ query, reason }) => (
          <li key={query.id}>
            <strong>{query.name}</strong>
            <span>{reason}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

const Progress = ({
  done,
  total,
  label,
}: {
  readonly done: number
  readonly total: number
  readonly label: string
}) => (
  <div className={styles.progress}>
    <progress value={done} max={total} aria-label={label} />
    <span>{words.bulk.progress(done, total)}</span>
  </div>
)
