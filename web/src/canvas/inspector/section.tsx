import { type ReactNode, useId } from 'react'
import styles from './section.module.css'

type Props = {
  readonly title: string
  readonly note?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** A part of the inspector under its heading. */
export function Section({ title, note, actions, children }: Props) {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.head}>
        <h3 id={id} className={styles.title}>
          {title}
        </h3>
        {note !== undefined && <span className={styles.note}>{note}</span>}
        {actions !== undefined && <span className={styles.actions}>{actions}</span>}
      </div>
      {children}
    </section>
  )
}
