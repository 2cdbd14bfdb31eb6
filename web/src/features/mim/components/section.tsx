import { type ReactNode, useId } from 'react'
import { toastFailure } from '../../../components/toasts.tsx'
import { formatNumber } from '../../../lib/i18n/plural.ts'
import { useProfile } from '../../../lib/session/context.tsx'
import { useChangePreferences } from '../../../lib/session/preferences.ts'
import { words } from '../words.ts'
import styles from './section.module.css'

type Props = {
  /** Under which it is remembered. */
  readonly name: string
  readonly title: string
  readonly count?: number | undefined
  readonly isOpenAtFirst?: boolean
  readonly aside?: ReactNode
  readonly children: () => ReactNode
}

/** A part of a class that opens and closes; which ones are open is kept for the user, on every class. */
export function ClassSection({ name, title, count, isOpenAtFirst = false, aside, children }: Props) {
  const id = useId()
  const sections = useProfile().preferences.class_browser_sections
  // Open all the same: only the next class will not know it.
  const { mutate: change } = useChangePreferences((error) => toastFailure(words.notKept, error))
  const isOpen = sections[name] ?? isOpenAtFirst
  return (
    <section aria-labelledby={id} className={styles.section}>
      <div className={styles.head}>
        <h2 id={id}>
          <button
            type="button"
            className={styles.toggle}
            aria-expanded={isOpen}
            onClick={() => change({ class_browser_sections: { [name]: !isOpen } })}
          >
            <span aria-hidden className={styles.twist}>
              {isOpen ? '▾' : '▸'}
            </span>
            {title}
            {count !== undefined && <span className={styles.count}> {formatNumber(count)}</span>}
          </button>
        </h2>
        {isOpen && aside !== undefined && <div className={styles.aside}>{aside}</div>}
      </div>
      {isOpen && children()}
    </section>
  )
}
