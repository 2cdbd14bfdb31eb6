import { type ReactNode, useId } from 'react'
import styles from './explorer.module.css'

/** Some classes under a heading. */
export function Group({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={styles.group}>
      <h3 id={id} className={styles.heading}>
        {title}
      </h3>
      {children}
    </section>
  )
}
