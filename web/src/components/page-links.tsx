import { Link } from '@tanstack/react-router'
import styles from './page-links.module.css'

type Props = {
  readonly label: string
  readonly pages: readonly { readonly to: string; readonly text: string }[]
}

/** The pages of an area, below the head of each of them. */
export const PageLinks = ({ label, pages }: Props) => (
  <nav aria-label={label} className={styles.pages}>
    {pages.map(({ to, text }) => (
      <Link key={to} to={to} className={styles.page} activeProps={{ className: styles.current ?? '' }}>
        {text}
      </Link>
    ))}
  </nav>
)
