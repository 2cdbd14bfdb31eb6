import type { ReactNode } from 'react'
import { Button } from '../button.tsx'
import { Dialog, DialogActions } from '../dialog.tsx'
import { Light } from '../light.tsx'
import styles from './test-dialog.module.css'
import { words } from './words.ts'

export type TestStep = {
  readonly name: string
  readonly text: string
  /** It passed, but somebody should know this. */
  readonly warning?: string | undefined
}

type Props = {
  readonly title: string
  readonly steps: readonly TestStep[]
  /** Undefined while the server is asked. */
  readonly reply: { readonly status: 'success' | 'failure'; readonly step?: string | undefined } | undefined
  readonly error: Error | null
  /** What is said while the server is asked. */
  readonly asking: string
  readonly onAgain: () => void
  readonly onEdit: (() => void) | undefined
  readonly onClose: () => void
  /** What the test learnt, or what helps where it stopped. */
  readonly outcome: ReactNode
  /** Below the outcome. */
  readonly children?: ReactNode
}

/** How far the test of a connection came. */
export function StepTestDialog(props: Props) {
  const { title, steps, reply, error, asking, onAgain, onEdit, onClose, outcome, children } = props
  const isPending = reply === undefined && error === null
  const isFailed = error !== null || reply?.status === 'failure'
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <ol className={styles.steps}>
        {steps.map((step, index) => (
          <li key={step.name}>
            {isPending ? (
              <Light color={index === 0 ? 'busy' : 'off'} text={step.text} />
            ) : (
              <Light {...lightOf(step, index, steps, reply)} />
            )}
          </li>
        ))}
      </ol>
      <div role="status" className={styles.outcome}>
        {isPending && <p>{asking}</p>}
        {error && <p>{error.message}</p>}
        {outcome}
      </div>
      {children}
      <DialogActions>
        {isFailed && onEdit && <Button onClick={onEdit}>{words.edit}</Button>}
        <Button impossible={isPending ? words.testing : undefined} onClick={onAgain}>
          {words.testAgain}
        </Button>
        <Button look="primary" onClick={onClose}>
          {words.close}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function lightOf({ text, warning }: TestStep, index: number, steps: readonly TestStep[], reply: Props['reply']) {
  const failedAt = steps.findIndex(({ name }) => name === reply?.step)
  if (reply?.status === 'success' || index < failedAt)
    return warning === undefined ? ({ color: 'ok', text } as const) : ({ color: 'warn', text: warning } as const)
  if (index === failedAt) return { color: 'bad', text: words.stepFailed(text) } as const
  return { color: 'off', text: words.stepNotReached(text) } as const
}
