import { words } from '../words.ts'
import styles from './severity.module.css'

/** From the least to the worst. */
export const SEVERITIES = ['none', 'low', 'medium', 'high', 'critical'] as const
type SeverityName = (typeof SEVERITIES)[number]

const BARS = ['M1.5 10V7', 'M5.5 10V5', 'M9.5 10V3', 'M13.5 10V1']

/** How bad it is: a word, and as many bars as it is far from nothing. */
export const SeverityMark = ({ of }: { readonly of: SeverityName }) => (
  <span className={`${styles.severity} ${styles[of]}`}>
    <svg viewBox="0 0 15 10" width="15" height="10" aria-hidden>
      <path className={styles.missing} d={BARS.slice(SEVERITIES.indexOf(of)).join('')} />
      <path d={BARS.slice(0, SEVERITIES.indexOf(of)).join('')} />
    </svg>
    {words.severities[of]}
  </span>
)
