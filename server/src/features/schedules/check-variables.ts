import { bindParameters } from '@heddle/domain/parameters/bind-parameters.ts'
import type { Executor } from '../../adapters/database/database.ts'
import { type FieldMessages, hasError, validFields } from '../../kernel/field-messages.ts'
import { applyBody, type TaskFields } from './check-task-body.ts'
import type { TaskBody } from './on-changes.ts'
import { findParameters } from './schedules.store.ts'

/**
 * What is wrong with the variables of a task, by the parameters of its query. Choices that come from another query are
 * checked when the task fires. A change of something else finds nothing wrong.
 */
export async function faultsOfVariables(
  db: Executor,
  { body, faults }: TaskBody,
  before: TaskFields,
): Promise<FieldMessages> {
  const changesThem = body.variables !== undefined || body.saved_query !== undefined
  if (!changesThem || hasError(faults, 'variables') || hasError(faults, 'saved_query')) return {}
  const { savedQueryId, variables } = applyBody(before, validFields(body, faults))
  const { problems } = bindParameters(savedQueryId === '' ? [] : await findParameters(db, savedQueryId), variables)
  return Object.fromEntries(problems.map(({ path = 'variables', message }) => [path, [`${message}.`]]))
}
