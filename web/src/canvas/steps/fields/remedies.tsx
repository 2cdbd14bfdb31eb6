import { Button } from '../../../components/button.tsx'
import type { RemedyAction } from '../../checks/remedies.ts'
import { words } from '../words.ts'
import styles from './fields.module.css'

/** Names that would be right. */
export const Remedies = ({ remedies }: { readonly remedies: readonly RemedyAction[] }) =>
  remedies.length === 0 ? null : (
    <span className={styles.remedies}>
      {remedies.map(({ name, take }) => (
        <Button key={name} look="link" className={styles.remedy} onClick={take}>
          {words.take(name)}
        </Button>
      ))}
    </span>
  )
