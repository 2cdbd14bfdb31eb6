import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Versioned } from '../../../components/conflict.tsx'
import { readWithTag } from '../../../lib/api/read-with-tag.ts'
import { Page } from '../../../components/page.tsx'
import { Read } from '../../../components/read.tsx'
import { useHeddle, useMay } from '../../../lib/session/context.tsx'
import { editedTemplate } from '../api.ts'
import { automationConnectionList } from '../connections/api.ts'
import { words } from './form-words.ts'
import { newTemplate, templateDraftOf } from './template-draft.ts'
import { TemplateForm } from './template-form.tsx'

const newRoute = getRouteApi('/inside/automation/templates/new')
const editRoute = getRouteApi('/inside/automation/templates/$id/edit')

const Trail = () => <Link to="/automation/templates">{words.templates}</Link>

/** A new template, or one like that which the address names. */
export function NewTemplatePage() {
  const { from } = newRoute.useSearch()
  return (
    <Page title={words.create} trail={<Trail />}>
      {from === undefined ? <NewTemplate /> : <CopiedTemplate key={from} id={from} />}
    </Page>
  )
}

function CopiedTemplate({ id }: { readonly id: string }) {
  const found = useQuery(editedTemplate(useHeddle(), id))
  return (
    <Read of={found} failure={words.failure} permission="automation.view_template">
      {(template) => <TemplateForm initial={{ ...templateDraftOf(template), name: words.copyOf(template.name) }} />}
    </Read>
  )
}

/** It starts with the default connection. */
function NewTemplate() {
  const mayConnections = useMay('automation.view_connection')
  const found = useQuery({ ...automationConnectionList(useHeddle()), enabled: mayConnections })
  if (!mayConnections) return <TemplateForm initial={newTemplate()} />
  return (
    <Read of={found} failure={words.failure} permission="automation.view_connection">
      {(connections) => <TemplateForm initial={newTemplate(connections.find((one) => one.is_default)?.id)} />}
    </Read>
  )
}

const LABELS = {
  automation_connection: words.connection,
  automation_job_template_id: words.job,
  execution_mode: words.mode,
  row_concurrency: words.atOnce,
  schema: words.columns,
  allowed_groups: words.groups,
}

export function EditTemplatePage() {
  const { id } = editRoute.useParams()
  const heddle = useHeddle()
  const { templates } = heddle.automation
  const found = useQuery(editedTemplate(heddle, id))
  return (
    <Page title={found.data ? words.edit(found.data.name) : words.templates} trail={<Trail />}>
      <Read of={found} failure={words.failure} permission="automation.change_template">
        {(template) => (
          <Versioned
            key={id}
            first={template}
            labels={LABELS}
            read={() => readWithTag((options) => templates.get(id, options))}
          >
            {(base) => <TemplateForm initial={templateDraftOf(base)} template={base} />}
          </Versioned>
        )}
      </Read>
    </Page>
  )
}
