import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { inside } from './base-routes.ts'

const ai = createRoute({
  getParentRoute: () => inside,
  path: '/ai',
  component: lazyRouteComponent(() => import('../features/ai/pages/ai-page.tsx'), 'AiPage'),
})

/** Language models: whom they are asked of, and what it took. */
export const aiRoutes = [ai] as const
