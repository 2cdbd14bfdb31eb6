import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, linkOptions } from '@tanstack/react-router'
import { useState } from 'react'
import { Button, buttonClass } from '../../../components/button.tsx'
import { ifStill } from '../../../components/edited.tsx'
import { FormFrame } from '../../../components/form.tsx'
import { formFaults } from '../../../components/form-faults.ts'
import { toast } from '../../../components/toasts.tsx'
import { isChanged, UnsavedGuard } from '../../../components/unsaved-guard.tsx'
import { changedOnly } from '../../../lib/changed-only.ts'
import { useHeddle, useMay } from '../../../lib/session/context.tsx'
import { useWrite } from '../../../lib/use-write.ts'
import { AUTOMATION_KEY, columnTemplates, type ReadTemplate } from '../api.ts'
import { COLUMN_KEYS } from './column-card.tsx'
import { ColumnsPart } from './columns-part.tsx'
import { words } from './form-words.ts'
import { RowPreview } from './row-preview.tsx'
import { schemaOf, templateBodyOf, type TemplateDraft } from './template-draft.ts'
import styles from './template-form.module.css'
import { LaunchPart, NamePart, WhoPart } from './template-parts.tsx'

const FIELDS = [
  ...['name', 'description', 'category', 'automation_connection', 'automation_job_template_id', 'execution_mode'],
  ...['row_concurrency', 'allowed_groups'],
]

type Props = {
  readonly initial: TemplateDraft
  /** What is changed; absent for a new one. */
  readonly template?: ReadTemplate
}

/** Everything that a template is, with the rows as they will be typed beside it. */
export function TemplateForm({ initial, template }: Props) {
  const [stored] = useState(initial)
  const [draft, setDraft] = useState(stored)
  const templates = useQuery({
    ...columnTemplates(useHeddle()),
    enabled: useMay('automation.view_columntemplate'),
  }).data
  const saving = useSaving(template)
  const sent = saving.variables?.draft.columns ?? []
  const faults = formFaults(saving.error, [
    ...FIELDS,
    ...sent.flatMap((_, index) => [...COLUMN_KEYS.map((key) => `schema.${index}.${key}`), `schema.${index}`]),
    'schema',
  ])
  const change = (changed: Partial<TemplateDraft>) => setDraft((before) => ({ ...before, ...changed }))
  const parts = { draft, faults, onChange: change }
  const known = templates ?? []
  return (
    <div className={styles.page}>
      <UnsavedGuard isDirty={isChanged(draft, stored) && !saving.isSuccess} />
      <FormFrame
        error={saving.error}
        faults={faults.general}
        onSubmit={() =>
          saving.mutate({ draft, body: templateBodyOf(draft, known), before: templateBodyOf(stored, known) })
        }
      >
        <div>
          <NamePart {...parts} />
          <LaunchPart {...parts} />
          <ColumnsPart {...parts} sent={sent} templates={known} />
          <WhoPart {...parts} />
          <div className={styles.buttons}>
            <Button type="submit" look="primary" impossible={saving.isPending ? words.saving : undefined}>
              {words.save}
            </Button>
            <Link
              to={template ? '/automation/templates/$id' : '/automation/templates'}
              params={{ id: template?.id ?? '' }}
              className={buttonClass()}
            >
              {words.cancel}
            </Link>
          </div>
        </div>
      </FormFrame>
      <RowPreview schema={schemaOf(draft, known)} />
    </div>
  )
}

type Body = ReturnType<typeof templateBodyOf>
type Sent = { readonly draft: TemplateDraft; readonly body: Body; readonly before: Body }

/** Somebody else's change in the meantime is refused, not overwritten. */
function useSaving(template: ReadTemplate | undefined) {
  const { templates } = useHeddle().automation
  const cache = useQueryClient()
  return useWrite({
    mutationFn: ({ body, before }: Sent) =>
      template ? templates.update(template.id, changedOnly(body, before), ifStill(template)) : templates.create(body),
    onSuccess: async ({ name }) => {
      toast(template ? words.saved(name) : words.created(name))
      await cache.invalidateQueries({ queryKey: [...AUTOMATION_KEY, 'templates'] })
    },
    next: ({ id }) => linkOptions({ to: '/automation/templates/$id', params: { id }, ignoreBlocker: true }),
  })
}
