import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Fact } from '../../../components/fact.tsx'
import { Page } from '../../../components/page.tsx'
import { Read } from '../../../components/read.tsx'
import { TimeText } from '../../../components/time-text.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle, useMay } from '../../../lib/session/context.tsx'
import { templateDetail } from '../api.ts'
import { RecentRequests } from '../components/recent-requests.tsx'
import { TemplateActions } from './template-actions.tsx'
import { TemplateColumns } from './template-columns.tsx'
import styles from './templates.module.css'
import { audienceOf, categoryOf, launchedBy, useTemplateNames } from './use-template-names.ts'
import { words } from './words.ts'

const route = getRouteApi('/inside/automation/templates/$id')

/** A template: what it launches, what it asks for, and what was launched from it. */
export function TemplatePage() {
  const { id } = route.useParams()
  const found = useQuery(templateDetail(useHeddle(), id))
  return (
    <Page
      title={found.data?.name ?? words.template}
      trail={<Link to="/automation/templates">{words.templates}</Link>}
      actions={found.data && <TemplateActions template={found.data} isOpen />}
    >
      <Read of={found} failure={words.failure} permission="automation.view_template">
        {(template) => <Template template={template} />}
      </Read>
    </Page>
  )
}

type Props = { readonly template: Wire.AutomationTemplate }

function Template({ template }: Props) {
  const mayRequests = useMay('automation.view_request')
  return (
    <>
      {template.description !== '' && (
        <p className={styles.description} dir="auto">
          {template.description}
        </p>
      )}
      <Facts template={template} />
      <Section title={words.asks} text={template.schema.length > 0 ? words.asksText : undefined}>
        <TemplateColumns template={template} />
      </Section>
      <Section title={words.approval}>
        <p>{words.approvalText}</p>
        <p>{words.checkText}</p>
      </Section>
      {mayRequests && (
        <Section
          title={words.last}
          aside={
            <Link to="/automation/requests" search={{ template: template.id }}>
              {words.allRequests}
            </Link>
          }
        >
          <RecentRequests label={words.last} nothing={words.noRequests} template={template.id} />
        </Section>
      )}
    </>
  )
}

function Facts({ template }: Props) {
  const names = useTemplateNames()
  const category = categoryOf(template, names)
  return (
    <dl className={styles.facts}>
      <Fact name={words.launches} value={launchedBy(template, names)} />
      <Fact name={words.jobs} value={words.modes[template.execution_mode](template.row_concurrency)} />
      <Fact name={words.category} value={category ?? words.noCategory} />
      <Fact name={words.audience} value={audienceOf(template, names)} />
      <Fact name={words.createdBy} value={template.created_by ?? words.nobody} />
      <Fact name={words.changed} value={<TimeText at={template.updated_at} isAbsolute />} />
    </dl>
  )
}

type SectionProps = {
  readonly title: string
  readonly text?: string | undefined
  readonly aside?: ReactNode
  readonly children: ReactNode
}

const Section = ({ title, text, aside, children }: SectionProps) => (
  <section aria-label={title} className={styles.section}>
    <div className={styles.sectionHead}>
      <h2>{title}</h2>
      {aside}
    </div>
    {text !== undefined && <p className={styles.minor}>{text}</p>}
    {children}
  </section>
)
