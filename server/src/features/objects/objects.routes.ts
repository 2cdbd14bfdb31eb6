import { UuidParams } from '@heddle/contract/common.ts'
import { NotAsked } from '@heddle/contract/controller-connections.ts'
import {
  ClassObjects,
  ClassObjectsQuery,
  FEW_OBJECTS,
  OBJECT_BLOCKS,
  type ObjectBlock,
  ObjectQuery,
  ObjectView,
} from '@heddle/contract/objects.ts'
import { splitDn } from '@heddle/domain/dn/dn.ts'
import { may, requireAllowed } from '../../kernel/access.ts'
import { FieldErrors } from '../../kernel/errors.ts'
import { hasError } from '../../kernel/field-messages.ts'
import { readAll } from '../../kernel/read-all.ts'
import { type Route, routes } from '../../platform/http/route.ts'
import type { ObjectsService } from './objects.service.ts'

const CANNOT_ASK = { 502: { ...NotAsked, description: 'The controller cannot be asked.' } }
const USUAL: readonly ObjectBlock[] = ['properties', 'path', 'children']

export const objectRoutes = (objects: ObjectsService): readonly Route[] =>
  routes('Controller connections', (route) => {
    route.get(
      '/api/controller/connections/:id/object/',
      {
        access: may('queries.execute_savedquery'),
        summary: 'Read an object of a fabric',
        description:
          'Asks the controller now, with a few small requests within the limits of the connection, and adds what the class model and the captures know. Each block costs requests of its own: name only those that are shown. A block that cannot be read is listed in `problems`; the others are answered.',
        refusal: '`captures` without the permission to view snapshots.',
        missing: 'The connection or the object does not exist.',
        params: UuidParams,
        query: ObjectQuery,
        reply: ObjectView,
        otherReplies: CANNOT_ASK,
        reportsFaultsItself: true,
      },
      async ({ caller, params, query, faults, signal }) => {
        const { dn, blocks } = readAll(
          {
            dn: () => (hasError(faults, 'dn') ? '' : dnOf(query.dn)),
            blocks: () => (hasError(faults, 'include') ? [] : blocksOf(query.include)),
          },
          faults,
        )
        if (blocks.includes('captures')) requireAllowed(may('history.view_snapshot'), caller)
        return objects.view(params.id, dn, blocks, signal)
      },
    )

    route.get(
      '/api/controller/connections/:id/objects/',
      {
        access: may('queries.execute_savedquery'),
        summary: 'Read a few objects of a class',
        description:
          'Asks the controller now, for one page, within the limits of the connection. It is a look and no run: nothing is stored or listed. For all objects, or some that you choose, run a query.',
        missing: 'The connection does not exist, or the controller does not know the class.',
        params: UuidParams,
        query: ClassObjectsQuery,
        reply: ClassObjects,
        otherReplies: CANNOT_ASK,
      },
      ({ params, query: { class_name, limit = FEW_OBJECTS }, signal }) =>
        objects.ofClass(params.id, { class_name, limit }, signal),
    )
  })

function dnOf(dn: string): string {
  if ((splitDn(dn)?.length ?? 0) > 0) return dn
  throw new FieldErrors({
    dn: [`${dn.slice(0, 100)}: expected a DN such as uni/tn-common, without empty parts and with balanced brackets.`],
  })
}

function blocksOf(text: string | undefined): readonly ObjectBlock[] {
  if (text === undefined) return USUAL
  const names = [...new Set(text.split(',').map((name) => name.trim()))].filter((name) => name !== '')
  const unknown = names.filter((name) => !OBJECT_BLOCKS.some((block) => block === name))
  if (unknown.length > 0)
    throw new FieldErrors({ include: [`${unknown.join(', ')}: expected some of ${OBJECT_BLOCKS.join(', ')}.`] })
  return names as ObjectBlock[]
}
