import { Type } from 'typebox'
import { PageReply } from '@heddle/contract/common.ts'
import {
  ClassNameParams,
  MimClassDetail,
  MimClassItem,
  MimClassListQuery,
  MimClassResults,
  MimEnhancedReply,
  MimGenericQuery,
  MimHierarchy,
  MimHierarchyQuery,
  MimPackage,
  MimRelated,
  MimTextQuery,
  MimTopPackagesQuery,
} from '@heddle/contract/mim.ts'
import { signedIn } from '../../kernel/access.ts'
import { envelope, pageRequest } from '../../platform/http/pagination.ts'
import { type Route, routes } from '../../platform/http/route.ts'
import { DEFAULT_LIMIT, type ExplorerService } from './explorer.service.ts'

const BASE = '/api/mim/classes/'

/** The legacy routes. They use the same index as the explorer. */
export function classRoutes(explorer: ExplorerService): readonly Route[] {
  const ofClass = { access: signedIn, params: ClassNameParams } as const

  return routes('Class model (legacy)', (route) => {
    route.get(
      BASE,
      {
        access: signedIn,
        summary: 'List classes',
        description: 'By name, optionally those of one package. Empty without an installed model. Prefer the explorer.',
        query: MimClassListQuery,
        reply: PageReply(MimClassItem),
      },
      async ({ query, url }) => {
        const page = pageRequest(query)
        return envelope(explorer.list(query.package, page), page, url)
      },
    )

    route.get(
      `${BASE}search/`,
      {
        access: signedIn,
        summary: 'Find classes by part of their name or label',
        description: 'Without `q` nothing is found. Prefer the search of the explorer.',
        query: MimTextQuery,
        reply: MimClassResults,
      },
      async ({ query: { q = '', limit = DEFAULT_LIMIT } }) => ({ query: q, results: explorer.substring(q, limit) }),
    )

    route.get(
      `${BASE}search/enhanced/`,
      {
        access: signedIn,
        summary: 'Search classes and count matches by package',
        description: 'The best matches first, each with its score, and how many there are in each package.',
        query: MimTextQuery,
        reply: MimEnhancedReply,
      },
      async ({ query: { q = '', limit = DEFAULT_LIMIT } }) => ({ query: q, ...explorer.rankedByPackage(q, limit) }),
    )

    route.get(
      `${BASE}roots/`,
      {
        access: signedIn,
        summary: 'List context root classes',
        description: 'Those that the containment tree starts with.',
        reply: Type.Array(MimClassItem),
      },
      async () => explorer.roots(),
    )

    route.get(
      `${BASE}:name/`,
      {
        ...ofClass,
        summary: 'Describe a class',
        description:
          'Same as the explorer: properties, DN format and documentation. The name is accepted as `fvBD` and as `fv:BD`; a 404 suggests names that are alike.',
        reply: MimClassDetail,
      },
      async ({ params }) => explorer.detail(params.name),
    )

    route.get(
      `${BASE}:name/hierarchy/`,
      {
        ...ofClass,
        summary: 'List the classes below a class as a tree',
        description:
          'Two levels unless `depth` says otherwise, at most five. Tags, faults, events, health and statistics are only counted unless `include_generic` is set.',
        query: MimHierarchyQuery,
        reply: MimHierarchy,
      },
      async ({ params, query }) =>
        explorer.hierarchy(params.name, { depth: query.depth, includeGeneric: query.include_generic ?? false }),
    )

    route.get(
      `${BASE}:name/related/`,
      {
        ...ofClass,
        summary: 'List containers, contained, related, super- and subclasses',
        description:
          'All neighbours of a class in one answer, up to a limit of each kind. Contained tags, faults, events, health and statistics are only counted unless `include_generic` is set.',
        query: MimGenericQuery,
        reply: MimRelated,
      },
      async ({ params, query }) => explorer.related(params.name, { includeGeneric: query.include_generic ?? false }),
    )

    route.get(
      `${BASE}:name/children/search/`,
      {
        ...ofClass,
        summary: 'Find contained classes by part of their name or label',
        description: 'Only classes directly below the class. Ignores case; without `q` nothing is found.',
        query: MimTextQuery,
        reply: MimClassResults,
      },
      async ({ params, query: { q = '', limit = DEFAULT_LIMIT } }) => ({
        query: q,
        results: explorer.children(params.name, q, limit),
      }),
    )

    route.get(
      '/api/mim/packages/',
      {
        access: signedIn,
        summary: 'List packages',
        description: 'Each with its number of classes and a description. Empty without an installed model.',
        reply: Type.Array(MimPackage),
      },
      async () => explorer.packages(),
    )

    route.get(
      '/api/mim/packages/top/',
      {
        access: signedIn,
        summary: 'List the packages with the most classes',
        description: 'Twenty of them unless `limit` says otherwise, the largest first.',
        query: MimTopPackagesQuery,
        reply: Type.Array(MimPackage),
      },
      async ({ query }) => explorer.topPackages(query.limit ?? DEFAULT_LIMIT),
    )
  })
}
