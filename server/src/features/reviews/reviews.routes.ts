import { ReviewBody, Reviews, ReviewsQuery } from '@heddle/contract/reviews.ts'
import { may } from '../../kernel/access.ts'
import { timestamp } from '../../kernel/instants.ts'
import { type Route, routes } from '../../platform/http/route.ts'
import type { Review, ReviewsService } from './reviews.service.ts'

const COLLECTION = '/api/history/reviews/'

const present = (reviews: readonly Review[]): Reviews => ({
  reviewed: reviews.map(({ key, fields, reviewedBy, reviewedAt }) => ({
    ...{ key, fields, reviewed_by: reviewedBy, reviewed_at: timestamp(reviewedAt) },
  })),
})

export function reviewRoutes(reviews: ReviewsService): readonly Route[] {
  return routes('Snapshots', (route) => {
    route.get(
      COLLECTION,
      {
        access: may('history.view_snapshot'),
        summary: 'List the reviewed rows of a comparison',
        description: 'Those of everybody, in either direction of the comparison.',
        missing: 'There is no such snapshot.',
        query: ReviewsQuery,
        reply: Reviews,
      },
      async ({ query }) => present(await reviews.list(query)),
    )

    route.post(
      COLLECTION,
      {
        access: may('history.change_snapshot'),
        summary: 'Mark rows of a comparison as reviewed',
        description:
          'A row has one mark, of the last user who set it. Answers with every mark of the pair, which goes when one of its snapshots does.',
        body: ReviewBody,
        reply: Reviews,
      },
      async ({ caller, body }) => present(await reviews.mark(caller, body)),
    )
  })
}
