import { type ReactNode, useId } from 'react'
import styles from './section.module.css'

type Props = {
  readonly title: string
  /** For a table. */
  readonly isWide?: boolean
  readonly children: ReactNode
}

/** A part of the page, with its own heading. */
export function AccountSection({ title, isWide, children }: Props) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={`${styles.section} ${isWide ? styles.wide : ''}`}>
      <h2 id={id}>{title}</h2>
      <div className={styles.body}>{children}</div>
    </section>
  )
}

export const Pair = ({ children }: { readonly children: ReactNode }) => <div className={styles.pair}>{children}</div>
export const ButtonRow = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles.row}>{children}</div>
)
