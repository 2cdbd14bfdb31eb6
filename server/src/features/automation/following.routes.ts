import type { Route } from '../../platform/http/route.ts'
import type { Following } from './following.ts'
import { outputRoutes } from './output/output.routes.ts'
import { webhookRoutes } from './webhooks/webhooks.routes.ts'

export const followingRoutes = ({ output, webhooks }: Pick<Following, 'output' | 'webhooks'>): readonly Route[] => [
  ...outputRoutes(output),
  ...webhookRoutes(webhooks),
]
