import { words } from '../words.ts'
import styles from './request.module.css'

export const RequestWarnings = ({ warnings }: { readonly warnings: readonly string[] }) =>
  warnings.length === 0 ? null : (
    <ul aria-label={words.warnings} className={styles.warnings}>
      {warnings.map((warning) => (
        <li key={warning}>{warning}</li>
      ))}
    </ul>
  )
