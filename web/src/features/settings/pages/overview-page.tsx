import { Link } from '@tanstack/react-router'
import { Page } from '../../../components/page.tsx'
import { useProfile } from '../../../lib/session/context.tsx'
import { words } from '../words.ts'
import styles from './overview-page.module.css'

type Part = {
  readonly title: string
  readonly links: readonly {
    readonly to: string
    readonly text: string
    readonly note: string
    readonly permission?: string
  }[]
}

const { connections, work, data, people, log, platform } = words.parts

/** Everything that can be set, as far as the user may see it. */
export const SettingsPage = () => <Overview title={words.settings} parts={[connections, work, data]} />

/** Everything that only administrators see. */
export const AdministrationOverviewPage = () => (
  <Overview title={words.administration} parts={[people, log, platform]} />
)

function Overview({ title, parts }: { readonly title: string; readonly parts: readonly Part[] }) {
  const { permissions } = useProfile()
  const seen = parts
    .map((part) => ({
      ...part,
      links: part.links.filter(({ permission }) => permission === undefined || permissions.includes(permission)),
    }))
    .filter(({ links }) => links.length > 0)
  return (
    <Page title={title}>
      <div className={styles.parts}>
        {seen.map((part) => (
          <section key={part.title} aria-label={part.title}>
            <h2>{part.title}</h2>
            <ul className={styles.links}>
              {part.links.map(({ to, text, note }) => (
                <li key={to}>
                  <Link to={to}>{text}</Link>
                  <p>{note}</p>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Page>
  )
}
