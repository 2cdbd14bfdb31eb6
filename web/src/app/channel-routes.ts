import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { inside, listSearch } from './base-routes.ts'
import { guarded } from './guarded.tsx'

const channels = createRoute({
  getParentRoute: () => inside,
  path: '/notifications/channels',
  component: guarded(
    'Channels',
    'notifications.add_channel',
    lazyRouteComponent(() => import('../features/notifications/channels/channels-page.tsx'), 'ChannelsPage'),
  ),
  validateSearch: listSearch,
})

const mute = createRoute({
  getParentRoute: () => inside,
  path: '/notifications/channels/$id/mute',
  component: guarded(
    'Mute a channel',
    'notifications.add_channel',
    lazyRouteComponent(() => import('../features/notifications/channels/mute-page.tsx'), 'MutePage'),
  ),
  validateSearch: listSearch,
})

/** Where news are sent, and where the links of their messages lead. */
export const channelRoutes = [channels, mute] as const
