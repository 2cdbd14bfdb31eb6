import { ScimDocument, ScimName } from '@heddle/contract/scim.ts'
import { routes, type Route } from '../../platform/http/route.ts'
import { type Described, findDocument, listDocuments, serviceProviderConfig } from './discovery.ts'
import { SCIM } from './scim-address.ts'
import { baseOf, shared, TAG } from './scim-answers.routes.ts'

export function scimDiscoveryRoutes(): readonly Route[] {
  return routes(TAG, (route) => {
    route.get(
      `${SCIM}/ServiceProviderConfig`,
      {
        ...shared,
        summary: 'Read what the service can do',
        description: 'Filters, PATCH, sorting and versions; neither bulk operations nor passwords.',
        reply: ScimDocument,
      },
      async ({ url }) => inDocument(serviceProviderConfig(baseOf(url))),
    )
    for (const [kind, what] of [
      ['Schemas', 'schema'],
      ['ResourceTypes', 'resource type'],
    ] as const satisfies readonly (readonly [Described, string])[]) {
      route.get(
        `${SCIM}/${kind}`,
        {
          ...shared,
          summary: `List the ${what}s`,
          description: 'Those of Users and Groups, with the attributes that are kept here.',
          reply: ScimDocument,
        },
        async ({ url }) => inDocument(listDocuments(kind, baseOf(url))),
      )
      route.get(
        `${SCIM}/${kind}/:name`,
        {
          ...shared,
          summary: `Read a ${what}`,
          description: 'One entry of the list, by its id.',
          params: ScimName,
          reply: ScimDocument,
        },
        async ({ params, url }) => inDocument(findDocument(kind, params.name, baseOf(url))),
      )
    }
  })
}

const inDocument = (document: Readonly<Record<string, unknown>>): Record<string, unknown> => ({ ...document })
