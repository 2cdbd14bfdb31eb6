import { type ReactNode, useId } from 'react'
import styles from './explorer.module.css'

type Props = {
  readonly title: string
  /** At the end of the heading. */
  readonly aside?: ReactNode
  readonly children: ReactNode
}

/** Some classes under a heading. */
export function Group({ title, aside, children }: Props) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={styles.group}>
      <div className={styles.headingLine}>
        <h3 id={id} className={styles.heading}>
          {title}
        </h3>
        {aside}
      </div>
      {children}
    </section>
  )
}
