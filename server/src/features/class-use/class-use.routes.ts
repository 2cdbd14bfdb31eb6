import { ClassNameParams } from '@heddle/contract/mim.ts'
import { ClassUseReply } from '@heddle/contract/queries.ts'
import { may } from '../../kernel/access.ts'
import { type Route, routes } from '../../platform/http/route.ts'
import type { UsingQueries } from './using-queries.ts'

export const classUseRoutes = (using: UsingQueries): readonly Route[] =>
  routes('Saved queries', (route) => {
    route.get(
      '/api/queries/class-use/:name/',
      {
        access: may('queries.view_savedquery'),
        summary: 'List the saved queries that use a class',
        description:
          'Those with the class on their canvas, and those that join through it, with the properties they show, filter or join by. The name is accepted as `fvBD` and as `fv:BD`; of a class that no query uses, and of one that no model has, there are none.',
        params: ClassNameParams,
        reply: ClassUseReply,
      },
      async ({ params }) => using(params.name),
    )
  })
