import { Button } from '../button.tsx'
import { Light } from '../light.tsx'
import { TimeText } from '../time-text.tsx'
import styles from './cells.module.css'
import { words } from './words.ts'

type NameProps = {
  readonly connection: { readonly name: string; readonly is_default: boolean }
  readonly onEdit: (() => void) | undefined
}

/** Who may change it opens it by its name. */
export const ConnectionNameCell = ({ connection, onEdit }: NameProps) => (
  <span className={styles.name}>
    {onEdit ? (
      <Button look="link" className={styles.open} onClick={onEdit}>
        {connection.name}
      </Button>
    ) : (
      <span className={styles.text}>{connection.name}</span>
    )}
    {connection.is_default && <span className={styles.default}>{words.default}</span>}
  </span>
)

type Tested = {
  readonly last_test_status: 'success' | 'failure' | null
  readonly last_test_message: string | null
  readonly last_tested_at: string | null
}

/** How the last test ended, and what it learnt, or where it stopped. */
export function LastTestCell({ connection }: { readonly connection: Tested }) {
  const { last_test_status, last_test_message, last_tested_at } = connection
  if (last_test_status === null) return <Light color="off" text={words.never} />
  const isPassed = last_test_status === 'success'
  return (
    <div className={styles.test}>
      <span>
        <Light color={isPassed ? 'ok' : 'bad'} text={isPassed ? words.passed : words.failed} />
        <span className={styles.when}>
          <TimeText at={last_tested_at} />
        </span>
      </span>
      <p className={styles.message}>{last_test_message}</p>
    </div>
  )
}
