import { useQuery } from '@tanstack/react-query'
import { buttonClass } from '../../../components/button.tsx'
import { useHeddle } from '../../../lib/session/context.tsx'
import { hasSignOn, signOnProviders } from '../../../lib/sign-on.ts'
import { words } from '../words.ts'
import styles from './sign-on-links.module.css'

/** One link for each provider; nothing where there is none, or while they cannot be listed. */
export function SignOnLinks() {
  const providers = useQuery({ ...signOnProviders(useHeddle()), enabled: hasSignOn() })
  if (!providers.data || providers.data.length === 0) return null
  return (
    <div className={styles.links}>
      <p className={styles.or}>{words.or}</p>
      {providers.data.map(({ name, label, url }) => (
        <a key={name} href={`${url}?next=${encodeURIComponent(pathToOpen())}`} className={buttonClass()}>
          {words.signInWith(label)}
        </a>
      ))}
    </div>
  )
}

/** What the sign-in page was asked for, or the page that waits behind the form. The server leads to own pages only. */
function pathToOpen(): string {
  const { pathname, search } = window.location
  return pathname === '/login' ? (new URLSearchParams(search).get('next') ?? '/') : pathname + search
}
