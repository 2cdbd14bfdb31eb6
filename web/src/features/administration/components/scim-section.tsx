import { Link } from '@tanstack/react-router'
import { Button } from '../../../components/button.tsx'
import { copyText } from '../../../components/rows-grid/copy-text.ts'
import { toast } from '../../../components/toasts.tsx'
import { words } from '../scim-words.ts'
import styles from './administration.module.css'

/** What an administrator gives to an identity provider, so that it can provision users. */
export function ScimSection() {
  const address = `${window.location.origin}/scim/v2`
  const handleCopy = () =>
    copyText(address).then(
      () => toast(words.copied),
      () => toast(words.notCopied, { kind: 'failed' }),
    )
  return (
    <section className={styles.section} aria-label={words.title}>
      <div className={styles.head}>
        <h2>{words.title}</h2>
        <Button onClick={() => void handleCopy()}>{words.copy}</Button>
      </div>
      <p>{words.text}</p>
      <p>
        {words.address}: <code>{address}</code>
      </p>
      <p>
        {words.tokenText} <Link to="/auth/profile">{words.createToken}</Link>
        {' · '}
        <a href="/docs/how-to/provision-users-with-scim/" target="_blank" rel="noopener">
          {words.guide}
        </a>
      </p>
    </section>
  )
}
