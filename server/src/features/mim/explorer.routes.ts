import {
  ClassNameParams,
  MimAncestors,
  MimClassDetail,
  MimGenericQuery,
  MimRelationships,
  MimSearchQuery,
  MimSearchReply,
  MimStats,
  MimTree,
  MimTreeQuery,
} from '@heddle/contract/mim.ts'
import { signedIn } from '../../kernel/access.ts'
import { type Route, routes } from '../../platform/http/route.ts'
import { DEFAULT_LIMIT, type ExplorerService } from './explorer.service.ts'

const BASE = '/api/mim/explorer/'

export function explorerRoutes(explorer: ExplorerService): readonly Route[] {
  const ofClass = { access: signedIn, params: ClassNameParams } as const

  return routes('Class model', (route) => {
    route.get(
      '/api/mim/search/',
      { access: signedIn, summary: 'Search classes, properties and packages', query: MimSearchQuery, reply: MimSearchReply },
      async ({ query: { q = '', type, limit = DEFAULT_LIMIT } }) => ({ query: q, results: explorer.search(q, { limit, type }) }),
    )

    route.get('/api/mim/stats/', { access: signedIn, summary: 'Count the contents of the class model', reply: MimStats }, async () =>
      explorer.stats(),
    )

    route.get(
      `${BASE}tree/`,
      { access: signedIn, summary: 'Read one level of the containment tree', query: MimTreeQuery, reply: MimTree },
      async ({ query }) => explorer.tree(query.parent, { includeGeneric: query.include_generic ?? false }),
    )

    route.get(`${BASE}class/:name/`, { ...ofClass, summary: 'Describe a class', reply: MimClassDetail }, async ({ params }) =>
      explorer.detail(params.name),
    )

    route.get(
      `${BASE}relationships/:name/`,
      { ...ofClass, summary: 'List the relationships of a class', query: MimGenericQuery, reply: MimRelationships },
      async ({ params, query }) => explorer.relationships(params.name, { includeGeneric: query.include_generic ?? false }),
    )

    route.get(
      `${BASE}ancestors/:name/`,
      { ...ofClass, summary: 'List the paths from the root to a class', reply: MimAncestors },
      async ({ params }) => explorer.ancestors(params.name),
    )
  })
}
