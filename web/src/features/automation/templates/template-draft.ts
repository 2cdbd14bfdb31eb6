import type { Wire } from '../../../lib/api/wire.ts'
import { type ColumnDraft, columnDraftOf, definitionOf, numberOr, typeOfColumn } from './column-draft.ts'

/** A template as its form has it. */
export type TemplateDraft = {
  readonly name: string
  readonly description: string
  /** Empty: none. */
  readonly category: string
  readonly connection: string
  readonly job: string
  readonly mode: Wire.AutomationTemplate['execution_mode']
  readonly atOnce: string
  readonly columns: readonly ColumnDraft[]
  readonly groups: readonly string[]
  /** Lists that belong to it beside those of its columns. */
  readonly lists: readonly string[]
}

export const newColumn = (): ColumnDraft => columnDraftOf({}, crypto.randomUUID())

export const newTemplate = (connection = ''): TemplateDraft => ({
  name: '',
  description: '',
  category: '',
  connection,
  job: '',
  mode: 'bulk',
  atOnce: '5',
  columns: [newColumn()],
  groups: [],
  lists: [],
})

export const templateDraftOf = (template: Wire.AutomationTemplate): TemplateDraft => ({
  name: template.name,
  description: template.description,
  category: template.category === null ? '' : String(template.category),
  connection: template.automation_connection,
  job: String(template.automation_job_template_id),
  mode: template.execution_mode,
  atOnce: String(template.row_concurrency),
  columns: template.schema.map((column) => columnDraftOf(column, crypto.randomUUID())),
  groups: template.allowed_groups.map(String),
  lists: template.validation_lists,
})

type Templates = readonly Wire.ColumnTemplate[]

export const schemaOf = ({ columns }: Pick<TemplateDraft, 'columns'>, templates: Templates): Wire.ColumnDefinition[] =>
  columns.map((column) => definitionOf(column, typeOfColumn(column, templates)))

/** As the API takes it; numbers that are none are left to it to refuse. */
export const templateBodyOf = (draft: TemplateDraft, templates: Templates): Wire.AutomationTemplateCreate =>
  ({
    name: draft.name,
    description: draft.description,
    category: draft.category === '' ? null : Number(draft.category),
    ...(draft.connection !== '' && { automation_connection: draft.connection }),
    ...(draft.job.trim() !== '' && { automation_job_template_id: numberOr(draft.job) }),
    execution_mode: draft.mode,
    ...(draft.mode === 'per_row' && { row_concurrency: numberOr(draft.atOnce) }),
    schema: schemaOf(draft, templates),
    validation_lists: [...draft.lists],
    allowed_groups: draft.groups.map(Number),
  }) as Wire.AutomationTemplateCreate
