import { defineFeature } from '../../platform/feature.ts'
import { archiveFeature } from '../archive/index.ts'
import { auditFeature } from '../audit/index.ts'
import { usersFeature } from '../users/index.ts'
import { reviewRoutes } from './reviews.routes.ts'
import { createReviewsService } from './reviews.service.ts'

/** Which changes between two captures somebody has looked at. */
export const reviewsFeature = defineFeature({
  name: 'reviews',
  needs: { audit: auditFeature, users: usersFeature, archive: archiveFeature },
  create: ({ database, clock }, { audit }) => createReviewsService({ database, audit, clock }),
  routes: reviewRoutes,
})
