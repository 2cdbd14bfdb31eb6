import styles from './class-node.module.css'
import type { Mark } from './marks.ts'

export const SIGNS: Readonly<Record<Mark, string>> = { added: '+', removed: '−', changed: '~' }

/** How a part differs, as a sign: colour never stands alone. */
export const MarkSign = ({ mark }: { readonly mark: Mark }) => (
  <span className={`${styles.sign} ${styles[`${mark}Sign`]}`} role="img" aria-label={mark}>
    {SIGNS[mark]}
  </span>
)
