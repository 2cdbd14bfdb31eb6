import { type TProperties, type TSchema, Type } from 'typebox'
import { REFERENCE_ORDERS, ReferenceListQuery } from '@heddle/contract/automation-templates.ts'
import { PageReply, Uuid, UuidParams } from '@heddle/contract/common.ts'
import { may } from '../../../kernel/access.ts'
import { pageRequest } from '../../../platform/http/pagination.ts'
import { parseOrdering } from '../../../platform/http/query-parameters.ts'
import { type Route, routes } from '../../../platform/http/route.ts'
import { sendPage } from '../../../platform/http/streamed-page.ts'
import type { Given, ReferenceService } from './reference.service.ts'
import type { FoundReference, ReferenceTable } from './reference-table.ts'

type Named = { readonly name: string; readonly description?: string }
type Resource<T extends ReferenceTable, Write extends Named, Item extends TSchema> = {
  readonly tag: string
  readonly path: string
  /** As in permissions. */
  readonly model: 'columntemplate' | 'validationlist' | 'regexpattern'
  /** `a regex pattern`, `regex patterns`. */
  readonly one: string
  readonly many: string
  readonly item: Item
  readonly write: TSchema
  readonly patch: TSchema
  /** What a 400 has besides messages by field. */
  readonly faultFields?: TProperties
  readonly service: ReferenceService<T, Write>
  readonly present: (found: FoundReference<T['$inferSelect']>) => object
}

/** The routes that all reference data has in common. */
export function referenceRoutes<T extends ReferenceTable, Write extends Named, Item extends TSchema>(
  resource: Resource<T, Write, Item>,
): readonly Route[] {
  const { tag, path, model, one, many, item, write, patch, service, faultFields = {} } = resource
  const view = may(`automation.view_${model}`)
  const change = may(`automation.change_${model}`)
  const present = (found: FoundReference<T['$inferSelect']>) => resource.present(found) as never

  return routes(tag, (route) => {
    route.get(
      path,
      {
        access: view,
        summary: `List ${many}`,
        description: 'Ordered by name unless `ordering` says otherwise; `search` looks in name and description.',
        query: ReferenceListQuery,
        reply: PageReply(item),
      },
      async ({ query, url, fields }) => {
        const page = pageRequest(query)
        const order = parseOrdering(query.ordering, REFERENCE_ORDERS, [{ field: 'name', descending: false }])
        const found = await service.list({ search: query.search, order }, page)
        return sendPage(found, page, { url, fields }, (item) => JSON.stringify(present(item)))
      },
    )

    route.post(
      path,
      {
        access: may(`automation.add_${model}`),
        summary: `Create ${one}`,
        description: 'Every fault is listed, and then nothing is stored.',
        body: write,
        reply: item,
        status: 201,
        reportsFaultsItself: true,
        faultFields,
      },
      async ({ caller, body, faults, signal }) =>
        present(await service.create(caller, { body, faults } as Given<Write>, signal)),
    )

    route.get(
      `${path}:id/`,
      { access: view, summary: `Read ${one}`, description: 'As templates use it.', params: UuidParams, reply: item },
      async ({ params }) => present(await service.get(params.id)),
    )

    route.put(
      `${path}:id/`,
      {
        access: change,
        summary: `Replace ${one}`,
        description: 'Omitted fields get their default. Templates that use it pick up the change at their next launch.',
        honorsIfMatch: true,
        params: UuidParams,
        body: write,
        reply: item,
        reportsFaultsItself: true,
        faultFields,
      },
      async ({ caller, params, body, faults, ...terms }) =>
        present(await service.replace(caller, params.id, { body, faults } as Given<Write>, terms)),
    )

    route.patch(
      `${path}:id/`,
      {
        access: change,
        summary: `Update ${one}`,
        description: 'Only what is sent changes. Templates that use it pick up the change at their next launch.',
        honorsIfMatch: true,
        params: UuidParams,
        body: patch,
        reply: item,
        reportsFaultsItself: true,
        faultFields,
      },
      async ({ caller, params, body, faults, ...terms }) =>
        present(await service.change(caller, params.id, { body, faults } as Given<Partial<Write>>, terms)),
    )

    route.delete(
      `${path}:id/`,
      {
        access: may(`automation.delete_${model}`),
        summary: `Delete ${one} that nothing uses`,
        description: 'While something uses it, the answer is a 409 that names the users.',
        conflicts: { in_use: 'Templates or column templates use it.' },
        conflictFields: { templates: Type.Array(Uuid), column_templates: Type.Array(Uuid) },
        params: UuidParams,
        reply: Type.Null(),
        status: 204,
      },
      async ({ params }) => service.remove(params.id),
    )
  })
}
