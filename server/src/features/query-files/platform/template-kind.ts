import type { AutomationTemplatePatch } from '@heddle/contract/automation-templates.ts'
import type { FileAutomationTemplate } from '@heddle/contract/platform-files.ts'
import { onlyGiven } from '@heddle/domain/only-given.ts'
import type { Executor } from '../../../adapters/database/database.ts'
import { may } from '../../../kernel/access.ts'
import { type AutomationTemplatesService, readReferenceNames } from '../../automation-templates/index.ts'
import type { PlatformKind } from './platform-kind.ts'
import { idFinder, mapColumn, type IdNames, refuse, platformNames, type PlatformNames } from './template-names.ts'

/** Templates, with the names of what they refer to. */
export function automationTemplateKind({ many }: Pick<AutomationTemplatesService, 'many'>): PlatformKind {
  const namesIn = async (tx: Executor) => platformNames(tx, await readReferenceNames(tx))
  return {
    list: 'automation_templates',
    view: may('automation.view_template'),
    required: ['automation_connection', 'automation_job_template_id'],
    find: async (tx, caller) => {
      const names = await namesIn(tx)
      return (await many.all(tx, caller)).map(({ row, groupIds }) => ({
        ...{ id: row.id, name: row.name },
        content: {
          name: row.name,
          description: row.description,
          category: row.categoryId === null ? null : names.categories.nameOf(row.categoryId),
          automation_connection: names.connections.nameOf(row.connectionId),
          automation_job_template_id: row.jobTemplateId,
          execution_mode: row.executionMode,
          row_concurrency: row.rowConcurrency,
          schema: row.schema.map((column) => mapColumn(column, names, ({ nameOf }, id) => nameOf(id))),
          validation_lists: row.validationLists.map(names.lists.nameOf).toSorted(),
          allowed_groups: groupIds.map(names.groups.nameOf).toSorted(),
        } satisfies FileAutomationTemplate,
      }))
    },
    create: async ({ tx, caller }, fields) => {
      await many.insert(tx, caller, { body: bodyOf(fields as FileAutomationTemplate, await namesIn(tx)), faults: {} })
    },
    change: async ({ tx, caller }, { id }, fields) => {
      await many.change(tx, caller, id, {
        body: bodyOf(fields as FileAutomationTemplate, await namesIn(tx)),
        faults: {},
      })
    },
    // Unfinished requests keep theirs, which the deletion itself says.
    whyKept: async () => undefined,
    remove: ({ tx, caller }, { id }) => many.remove(tx, caller, id),
  }
}

/** A body with ids for names; what has a name that fits nothing is a fault. */
function bodyOf(fields: FileAutomationTemplate, names: PlatformNames): AutomationTemplatePatch {
  const { faults, idOf } = idFinder()
  const idsOf = <Id>(path: string, kind: IdNames<Id>, given: readonly string[] | undefined): Id[] | undefined =>
    given?.flatMap((name, index) => idOf(`${path}.${index}`, kind, name) ?? [])
  const { category, automation_connection: connection, schema, validation_lists, allowed_groups, ...rest } = fields
  const { renamed_from: _, ...plain } = rest
  const body = {
    ...plain,
    ...onlyGiven({
      category: category == null ? category : idOf('category', names.categories, category),
      automation_connection:
        connection === undefined ? undefined : idOf('automation_connection', names.connections, connection),
      schema: schema?.map((column, index) =>
        mapColumn(column, names, (kind, name, key) => idOf(`schema.${index}.${key}`, kind, name) ?? name),
      ),
      validation_lists: idsOf('validation_lists', names.lists, validation_lists),
      allowed_groups: idsOf('allowed_groups', names.groups, allowed_groups),
    }),
  }
  refuse(faults)
  return body
}
