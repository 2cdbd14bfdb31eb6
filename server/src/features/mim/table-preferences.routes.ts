import { Type } from 'typebox'
import { IntegerParams, PageReply } from '@heddle/contract/common.ts'
import {
  TablePreference,
  TablePreferenceCreate,
  TablePreferenceListQuery,
  TablePreferencePatch,
} from '@heddle/contract/mim-tables.ts'
import { signedIn } from '../../kernel/access.ts'
import { envelope, pageRequest } from '../../platform/http/pagination.ts'
import { Reply, type Route, routes } from '../../platform/http/route.ts'
import type { TablePreferencesService } from './table-preferences.service.ts'
import { presentTablePreference as present } from './table-preferences.presenter.ts'

const COLLECTION = '/api/mim/table-preferences/'
const ONE = `${COLLECTION}:id/`

export function tablePreferenceRoutes(preferences: TablePreferencesService): readonly Route[] {
  return routes('Table preferences', (route) => {
    route.get(
      COLLECTION,
      {
        access: signedIn,
        summary: 'List your table preferences',
        description: 'Which columns of a class you see, how wide and in which order; one for each class.',
        query: TablePreferenceListQuery,
        reply: PageReply(TablePreference),
      },
      async ({ caller, query, url }) => {
        const page = pageRequest(query)
        const found = await preferences.list(caller, query.class_name, page)
        return envelope({ count: found.count, items: found.items.map(present) }, page, url)
      },
    )

    route.post(
      COLLECTION,
      {
        access: signedIn,
        summary: 'Set the table preference of a class; 200 if it replaces one',
        description: 'A replaced preference keeps its id.',
        body: TablePreferenceCreate,
        reply: TablePreference,
        status: 201,
        otherReplies: { 200: TablePreference },
      },
      async ({ caller, body }) => {
        const { row, isNew } = await preferences.put(caller, body)
        return new Reply(isNew ? 201 : 200, present(row))
      },
    )

    route.get(
      ONE,
      {
        access: signedIn,
        summary: 'Read a table preference',
        description: 'Only your own: those of other users are answered 404.',
        params: IntegerParams,
        reply: TablePreference,
      },
      async ({ caller, params }) => present(await preferences.get(caller, params.id)),
    )

    route.put(
      ONE,
      {
        access: signedIn,
        summary: 'Replace a table preference',
        description: 'Replaces all columns; omitted ones are removed.',
        honorsIfMatch: true,
        params: IntegerParams,
        body: TablePreferenceCreate,
        reply: TablePreference,
      },
      async ({ caller, params, body, ifMatch }) => present(await preferences.change(caller, params.id, body, ifMatch)),
    )

    route.patch(
      ONE,
      {
        access: signedIn,
        summary: 'Change a table preference',
        description: 'Only what is sent changes; a list of columns is replaced as a whole.',
        honorsIfMatch: true,
        params: IntegerParams,
        body: TablePreferencePatch,
        reply: TablePreference,
      },
      async ({ caller, params, body, ifMatch }) => present(await preferences.change(caller, params.id, body, ifMatch)),
    )

    route.delete(
      ONE,
      {
        access: signedIn,
        summary: 'Delete a table preference',
        description: 'The tables of the class then show the usual columns again.',
        params: IntegerParams,
        reply: Type.Null(),
        status: 204,
      },
      async ({ caller, params }) => preferences.remove(caller, params.id),
    )
  })
}
