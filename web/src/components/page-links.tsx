import { Link } from '@tanstack/react-router'
import styles from './page-links.module.css'

type Props = {
  readonly label: string
  /** One that is exact is not current on the pages below it. */
  readonly pages: readonly { readonly to: string; readonly text: string; readonly isExact?: boolean }[]
}

/** The pages of an area, below the head of each of them. */
export const PageLinks = ({ label, pages }: Props) => (
  <nav aria-label={label} className={styles.pages}>
    {pages.map(({ to, text, isExact = false }) => (
      <Link
        key={to}
        to={to}
        className={styles.page}
        activeOptions={{ exact: isExact, includeSearch: false }}
        activeProps={{ className: styles.current ?? '' }}
      >
        {text}
      </Link>
    ))}
  </nav>
)
