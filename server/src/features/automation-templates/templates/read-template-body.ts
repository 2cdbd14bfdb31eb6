import {
  type AutomationTemplatePatch,
  type ColumnDefinition,
  DEFAULT_ROW_CONCURRENCY,
} from '@heddle/contract/automation-templates.ts'
import { checkSchema, normalizeDefinition, columnReferences } from '@heddle/domain/automation/check-columns.ts'
import type { Executor } from '../../../adapters/database/database.ts'
import { FieldErrors } from '../../../kernel/errors.ts'
import { type FieldMessages, mergeMessages, validFields } from '../../../kernel/field-messages.ts'
import { lockExistingGroups } from '../../users/index.ts'
import { categoryExists } from '../categories/automation-categories.store.ts'
import { lockKnownReferences, lockLists } from '../reference/known-references.ts'
import type { ReferenceIds } from '../reference/usages.store.ts'
import { lockConnection, type TemplateRow } from './automation-templates.store.ts'

/** A body with the errors of its schema. */
export type TemplateBody = { readonly body: AutomationTemplatePatch; readonly faults: FieldMessages }
export type TemplateFields = Omit<TemplateRow, 'id' | 'createdBy' | 'createdAt' | 'updatedAt' | 'isRestricted'> & {
  readonly groupIds: readonly number[]
}

const LARGEST_SCHEMA_BYTES = 512_000
const MOST_FAULTS = 1_000

/** A template with only its required fields given. */
export const TEMPLATE_DEFAULTS: TemplateFields = {
  name: '',
  description: '',
  categoryId: null,
  connectionId: '',
  jobTemplateId: 0,
  executionMode: 'bulk',
  rowConcurrency: DEFAULT_ROW_CONCURRENCY,
  schema: [],
  validationLists: [],
  groupIds: [],
}

/**
 * The fields after a change and what they refer to, or a 400 with every error. What they refer to is locked against
 * deletion until the transaction ends.
 */
export async function readTemplateBody(
  tx: Executor,
  given: TemplateBody,
  before: TemplateFields,
): Promise<TemplateFields & { readonly references: ReferenceIds }> {
  const body = validFields(given.body, given.faults) as AutomationTemplatePatch
  const faults = mergeMessages(
    given.faults,
    await missingGroups(tx, body.allowed_groups ?? []),
    await missingCategory(tx, body.category),
    await missingConnection(tx, body.automation_connection),
    await missingLists(tx, body.validation_lists ?? []),
    await schemaFaults(tx, body.schema),
  )
  if (Object.keys(faults).length > 0) throw new FieldErrors(faults)
  const fields = fieldsOf(body, before)
  const inSchema = columnReferences(fields.schema)
  return {
    ...fields,
    references: { ...inSchema, validation_list: [...inSchema.validation_list, ...fields.validationLists] },
  }
}

function fieldsOf(body: AutomationTemplatePatch, before: TemplateFields): TemplateFields {
  const schema = body.schema as ColumnDefinition[] | undefined
  return {
    name: body.name ?? before.name,
    description: body.description ?? before.description,
    categoryId: body.category === undefined ? before.categoryId : body.category,
    connectionId: body.automation_connection?.toLowerCase() ?? before.connectionId,
    jobTemplateId: body.automation_job_template_id ?? before.jobTemplateId,
    executionMode: body.execution_mode ?? before.executionMode,
    rowConcurrency: body.row_concurrency ?? before.rowConcurrency,
    schema: schema?.map(normalizeDefinition) ?? before.schema,
    validationLists: body.validation_lists ? distinct(body.validation_lists) : before.validationLists,
    groupIds: body.allowed_groups ? [...new Set(body.allowed_groups)] : before.groupIds,
  }
}

const distinct = (ids: readonly string[]): string[] => [...new Set(ids.map((id) => id.toLowerCase()))]

async function missingGroups(tx: Executor, ids: readonly number[]): Promise<FieldMessages> {
  const known = new Set(await lockExistingGroups(tx, ids))
  const missing = ids.filter((id) => !known.has(id))
  return missing.length === 0 ? {} : { allowed_groups: missing.map((id) => `Group ${id} does not exist.`) }
}

async function missingCategory(tx: Executor, id: number | null | undefined): Promise<FieldMessages> {
  return id == null || (await categoryExists(tx, id)) ? {} : { category: [`Category ${id} does not exist.`] }
}

async function missingConnection(tx: Executor, id: string | undefined): Promise<FieldMessages> {
  return id === undefined || (await lockConnection(tx, id.toLowerCase()))
    ? {}
    : { automation_connection: ['This automation connection does not exist.'] }
}

async function missingLists(tx: Executor, ids: readonly string[]): Promise<FieldMessages> {
  const known = await lockLists(tx, distinct(ids))
  const missing = distinct(ids).filter((id) => !known.has(id))
  return missing.length === 0 ? {} : { validation_lists: missing.map((id) => `Validation list ${id} does not exist.`) }
}

async function schemaFaults(tx: Executor, schema: readonly unknown[] | undefined): Promise<FieldMessages> {
  if (schema === undefined) return {}
  if (Buffer.byteLength(JSON.stringify(schema)) > LARGEST_SCHEMA_BYTES)
    return { schema: [`Expected at most ${LARGEST_SCHEMA_BYTES / 1000} kB.`] }
  return firstFaults(checkSchema(schema, await lockKnownReferences(tx, schema)))
}

/** As many as anybody needs to fix a schema. */
function firstFaults(faults: FieldMessages): FieldMessages {
  const all = Object.entries(faults)
  if (all.length <= MOST_FAULTS) return faults
  return {
    ...Object.fromEntries(all.slice(0, MOST_FAULTS)),
    non_field_errors: [`There are ${all.length - MOST_FAULTS} more faults.`],
  }
}
