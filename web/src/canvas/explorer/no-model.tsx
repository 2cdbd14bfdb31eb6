import { useProfile } from '../../lib/session/context.tsx'
import styles from './explorer.module.css'
import { words } from './words.ts'

/** There is nothing to browse, and who can change that. */
export function ExplorerWithoutModel() {
  const { is_admin } = useProfile()
  return (
    <p className={styles.quiet}>
      {words.noModel} {is_admin && <a href="/mim-registry/">{words.install}</a>}
    </p>
  )
}
