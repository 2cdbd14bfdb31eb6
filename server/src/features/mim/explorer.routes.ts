import {
  ClassNameParams,
  MimAncestors,
  MimClassDetail,
  MimClassDetails,
  MimClassesQuery,
  MimConnect,
  MimConnectable,
  MimConnectableQuery,
  MimConnectQuery,
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
      {
        access: signedIn,
        summary: 'Search classes, properties and packages',
        description:
          'By name, label and documentation, the best matches first. `type` restricts the search to one kind. Answered from memory; without an installed model nothing is found.',
        query: MimSearchQuery,
        reply: MimSearchReply,
      },
      async ({ query: { q = '', type, limit = DEFAULT_LIMIT } }) => ({
        query: q,
        results: explorer.search(q, { limit, type }),
      }),
    )

    route.get(
      '/api/mim/stats/',
      {
        access: signedIn,
        summary: 'Count the contents of the class model',
        description: 'Zeros and nulls while no model is installed.',
        reply: MimStats,
      },
      async () => explorer.stats(),
    )

    route.get(
      `${BASE}tree/`,
      {
        access: signedIn,
        summary: 'Read one level of the containment tree',
        description:
          'The roots, or the classes below `parent`, those that operators know first. `has_children` says whether there is a further level to read.',
        query: MimTreeQuery,
        reply: MimTree,
        missing: 'There is no class `parent`.',
      },
      async ({ query }) =>
        explorer.tree(query.parent, {
          includeGeneric: query.include_generic ?? false,
          connection: query.connection,
        }),
    )

    route.get(
      `${BASE}class/:name/`,
      {
        ...ofClass,
        summary: 'Describe a class',
        description:
          'Properties, DN format and documentation. The name is accepted as `fvBD` and as `fv:BD`; a 404 suggests names that are alike.',
        reply: MimClassDetail,
      },
      async ({ params }) => explorer.detail(params.name),
    )

    route.get(
      `${BASE}classes/`,
      {
        access: signedIn,
        summary: 'Describe several classes',
        description:
          'Each as the description of one class, in the order of `names`. Names are accepted as `fvBD` and as `fv:BD`; classes that the model does not have are left out.',
        query: MimClassesQuery,
        reply: MimClassDetails,
      },
      async ({ query }) => ({ results: explorer.details(query.names) }),
    )

    route.get(
      `${BASE}relationships/:name/`,
      {
        ...ofClass,
        summary: 'List the relationships of a class',
        description:
          'Containers, contained classes and associations. Contained tags, faults, events, health and statistics are only counted unless `include_generic` is set.',
        query: MimGenericQuery,
        reply: MimRelationships,
      },
      async ({ params, query }) =>
        explorer.relationships(params.name, { includeGeneric: query.include_generic ?? false }),
    )

    route.get(
      `${BASE}ancestors/:name/`,
      {
        ...ofClass,
        summary: 'List the paths from the root to a class',
        description:
          'For a breadcrumb. A class that several others contain has several paths, of which the shortest come first.',
        reply: MimAncestors,
      },
      async ({ params }) => explorer.ancestors(params.name),
    )

    route.get(
      `${BASE}connect/`,
      {
        access: signedIn,
        missing: 'One of the classes is not in the installed model; the answer suggests names that are alike.',
        summary: 'List the ways to join two classes',
        description:
          'Exactly the edges that a canvas accepts between them. With more than one relation an edge must name one in `through`.',
        query: MimConnectQuery,
        reply: MimConnect,
      },
      async ({ query }) => explorer.connect(query.source, query.target),
    )

    route.get(
      `${BASE}connectable/`,
      {
        access: signedIn,
        missing: 'The class is not in the installed model; the answer suggests names that are alike.',
        summary: 'Find classes that can be joined to a class',
        description:
          'With `q` the hits of the search that can be joined, at any depth; without it the classes around the class and those that operators know. First those that saved queries join to it, then those with objects on `connection`, then those that operators know; abstract classes and the read-only ends of relations come last.',
        query: MimConnectableQuery,
        reply: MimConnectable,
      },
      async ({ query }) =>
        explorer.connectable(query.class, query.q ?? '', {
          limit: query.limit ?? DEFAULT_LIMIT,
          connection: query.connection,
        }),
    )
  })
}
