import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { buttonClass } from '../../../components/button.tsx'
import { LaunchLink } from '../../../components/launch-link.tsx'
import { Markdown, WebLink } from '../../../components/markdown/markdown.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle, useMay } from '../../../lib/session/context.tsx'
import { jobNamed } from '../api.ts'
import { words } from '../words.ts'
import styles from './guidance.module.css'

type Props = { readonly query: Pick<Wire.SavedQuery, 'why' | 'remedy' | 'links'> }

/** What a check says about what it finds: what to do, why it matters, where to read on. */
export const Guidance = ({ query: { why, remedy, links } }: Props) => (
  <>
    {remedy !== '' && (
      <section className={styles.part}>
        <h3>{words.remedy}</h3>
        <Markdown text={remedy} />
      </section>
    )}
    {why !== '' && (
      <section className={styles.part}>
        <h3>{words.why}</h3>
        <Markdown text={why} />
      </section>
    )}
    {links.length > 0 && (
      <section className={styles.part}>
        <h3>{words.links}</h3>
        <ul>
          {links.map(({ title, url }) => (
            <li key={url}>
              <WebLink href={url}>{title}</WebLink>
            </li>
          ))}
        </ul>
      </section>
    )}
  </>
)

type MendProps = { readonly execution: string; readonly mendsWith: string | null | undefined }

/** Launches the job that the check names, if there is one of that name; else any that takes the rows. */
export function MendLink({ execution, mendsWith }: MendProps) {
  const mayLaunch = useMay('automation.view_template', 'automation.launch_template')
  const isNamed = mendsWith != null && mayLaunch
  const { data: isThere } = useQuery({ ...jobNamed(useHeddle(), mendsWith ?? ''), enabled: isNamed })
  if (!isNamed || !isThere) return <LaunchLink source={{ execution }} />
  return (
    <Link to="/automation/templates" search={{ execution, search: mendsWith }} className={buttonClass()}>
      {words.fixWith(mendsWith)}
    </Link>
  )
}
