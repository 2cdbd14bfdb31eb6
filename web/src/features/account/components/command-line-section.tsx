import { Button } from '../../../components/button.tsx'
import { copyText } from '../../../components/rows-grid/copy-text.ts'
import { toast } from '../../../components/toasts.tsx'
import { useProfile } from '../../../lib/session/context.tsx'
import { words } from '../words.ts'
import styles from './account.module.css'
import { AccountSection } from './section.tsx'

const PROGRAM = '/cli/heddle.mjs'

/** Where to get the command line that fits this server, and how to begin with it. */
export function CommandLineSection() {
  const { username } = useProfile()
  const command = words.commandLine.commands(window.location.origin, username)
  const handleCopy = () =>
    copyText(command).then(
      () => toast(words.commandLine.copied),
      () => toast(words.commandLine.notCopied, { kind: 'failed' }),
    )
  return (
    <AccountSection title={words.commandLine.title} isWide>
      <p className={styles.quiet}>{words.commandLine.text}</p>
      <pre className={styles.commands}>
        <code>{command}</code>
      </pre>
      <div className={styles.everywhere}>
        <Button onClick={() => void handleCopy()}>{words.commandLine.copy}</Button>
        <a href={PROGRAM} download>
          {words.commandLine.download}
        </a>
      </div>
    </AccountSection>
  )
}
