import { Type } from 'typebox'
import { IntegerParams, PageReply } from '@heddle/contract/common.ts'
import {
  TableTemplate,
  TableTemplateCreate,
  TableTemplateListQuery,
  TableTemplatePatch,
} from '@heddle/contract/mim-tables.ts'
import { signedIn } from '../../kernel/access.ts'
import { envelope, pageRequest } from '../../platform/http/pagination.ts'
import { type Route, routes } from '../../platform/http/route.ts'
import type { TableTemplatesService } from './table-templates.service.ts'
import { presentTableTemplate as present } from './table-templates.presenter.ts'

const COLLECTION = '/api/mim/table-templates/'
const ONE = `${COLLECTION}:id/`

export function tableTemplateRoutes(templates: TableTemplatesService): readonly Route[] {
  return routes('Table templates', (route) => {
    route.get(
      COLLECTION,
      {
        access: signedIn,
        summary: 'List shared table templates and your own',
        description: 'Sets of columns for the tables of a class. Personal templates of other users are not listed.',
        query: TableTemplateListQuery,
        reply: PageReply(TableTemplate),
      },
      async ({ caller, query, url }) => {
        const page = pageRequest(query)
        const found = await templates.list(caller, { className: query.class_name, isShared: query.is_shared }, page)
        return envelope({ count: found.count, items: found.items.map(present) }, page, url)
      },
    )

    route.post(
      COLLECTION,
      {
        access: signedIn,
        summary: 'Create a table template; only administrators may share it',
        description: 'A personal template is seen by you alone, a shared one by everybody.',
        refusal: 'Only administrators may create or change shared templates.',
        body: TableTemplateCreate,
        reply: TableTemplate,
        status: 201,
      },
      async ({ caller, body }) => present(await templates.create(caller, body)),
    )

    route.get(
      ONE,
      {
        access: signedIn,
        summary: 'Read a table template',
        description: 'Personal templates of other users are answered 404.',
        params: IntegerParams,
        reply: TableTemplate,
      },
      async ({ caller, params }) => present(await templates.get(caller, params.id)),
    )

    route.put(
      ONE,
      {
        access: signedIn,
        summary: 'Replace a table template',
        description: 'What is left out gets its default; without `is_shared` the template becomes personal.',
        refusal: 'Only administrators may create or change shared templates.',
        honorsIfMatch: true,
        params: IntegerParams,
        body: TableTemplateCreate,
        reply: TableTemplate,
      },
      async ({ caller, params, body, ifMatch }) =>
        present(await templates.change(caller, params.id, { is_shared: false, ...body }, ifMatch)),
    )

    route.patch(
      ONE,
      {
        access: signedIn,
        summary: 'Change a table template',
        description: 'Only what is sent changes; a list of columns is replaced as a whole.',
        refusal: 'Only administrators may create or change shared templates.',
        honorsIfMatch: true,
        params: IntegerParams,
        body: TableTemplatePatch,
        reply: TableTemplate,
      },
      async ({ caller, params, body, ifMatch }) => present(await templates.change(caller, params.id, body, ifMatch)),
    )

    route.delete(
      ONE,
      {
        access: signedIn,
        summary: 'Delete a table template',
        description: 'Preferences that started from it stay as they are.',
        refusal: 'Only administrators may create or change shared templates.',
        params: IntegerParams,
        reply: Type.Null(),
        status: 204,
      },
      async ({ caller, params }) => templates.remove(caller, params.id),
    )
  })
}
