import { Button } from '../../../components/button.tsx'
import { Light } from '../../../components/light.tsx'
import { TimeText } from '../../../components/time-text.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { words } from '../words.ts'
import styles from './connection-cells.module.css'

type Connection = Wire.ControllerConnection

/** Who may change it opens it by its name. */
export const ConnectionNameCell = ({
  connection,
  onEdit,
}: {
  readonly connection: Connection
  readonly onEdit: (() => void) | undefined
}) => (
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

export const AddressCell = ({ connection: { host, hosts } }: { readonly connection: Connection }) => (
  <span className={styles.addresses}>
    {[host, ...hosts].map((address) => (
      <code key={address}>{address}</code>
    ))}
  </span>
)

/** How the last test ended, and what it learnt: release and size of the cluster, or where it stopped. */
export function LastTestCell({ connection }: { readonly connection: Connection }) {
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
