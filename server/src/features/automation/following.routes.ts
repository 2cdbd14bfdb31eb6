import type { Route } from '../../platform/http/route.ts'
import type { JobFollowing } from './following.ts'
import { outputRoutes } from './output/output.routes.ts'
import { webhookRoutes } from './webhooks/webhooks.routes.ts'

export const followingRoutes = ({ output, webhooks }: Pick<JobFollowing, 'output' | 'webhooks'>): readonly Route[] => [
  ...outputRoutes(output),
  ...webhookRoutes(webhooks),
]
