import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Page } from '../../../components/page.tsx'
import { words } from '../words.ts'
import styles from './audit-page.module.css'

type Props = {
  readonly title: string
  readonly trail?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** A page of the audit, with the ways to the others. */
export const AuditPage = ({ title, trail = false, actions = false, children }: Props) => (
  <Page title={title} trail={trail} actions={actions}>
    <nav aria-label={words.pages} className={styles.pages}>
      <Link to="/audit/logs" className={styles.page} activeProps={{ className: styles.current ?? '' }}>
        {words.title}
      </Link>
      <Link to="/audit/login-attempts" className={styles.page} activeProps={{ className: styles.current ?? '' }}>
        {words.attempts}
      </Link>
      <Link to="/audit/settings" className={styles.page} activeProps={{ className: styles.current ?? '' }}>
        {words.settings}
      </Link>
    </nav>
    {children}
  </Page>
)
