import { Button } from '../../../components/button.tsx'
import { words } from '../launch-words.ts'
import styles from './launch.module.css'
import type { RowFault } from './row-faults.ts'

type Props = { readonly faults: readonly RowFault[]; readonly onJump: (fault: RowFault) => void }

const MOST_SHOWN = 100

/** Everything that is wrong, each leading to its cell. */
export function FaultList({ faults, onJump }: Props) {
  if (faults.length === 0) return null
  return (
    <ul aria-label={words.faultList} className={styles.faults}>
      {faults.slice(0, MOST_SHOWN).map((fault, index) => (
        <li key={index}>
          {fault.row !== undefined && (
            <Button look="link" onClick={() => onJump(fault)}>
              {words.faultAt(fault.row + 1, fault.column)}
            </Button>
          )}{' '}
          <span dir="auto">{fault.message}</span>
        </li>
      ))}
      {faults.length > MOST_SHOWN && <li>{words.moreFaults(faults.length - MOST_SHOWN)}</li>}
    </ul>
  )
}
