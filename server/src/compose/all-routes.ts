import type { Database } from '../adapters/database/database.ts'
import type { Config } from '../config/config.ts'
import { auditRoutes } from '../features/audit/index.ts'
import { accountRoutes, passwordRoutes, signInRoutes } from '../features/auth/index.ts'
import { controllerConnectionRoutes } from '../features/controller-connections/index.ts'
import { executionRoutes, pipelineExecutionRoutes, taskSettingsRoutes } from '../features/executions/index.ts'
import { classRoutes, explorerRoutes, favoriteRoutes, tablePreferenceRoutes, tableTemplateRoutes } from '../features/mim/index.ts'
import { mimRegistryRoutes } from '../features/mim-registry/index.ts'
import { notificationRoutes } from '../features/notifications/index.ts'
import { queryCategoryRoutes, savedQueryRoutes } from '../features/queries/index.ts'
import { scheduleRoutes } from '../features/schedules/index.ts'
import { historyRoutes, snapshotRoutes } from '../features/snapshots/index.ts'
import { userManagementRoutes } from '../features/user-management/index.ts'
import { groupRoutes } from '../features/users/index.ts'
import type { Route } from '../platform/http/route.ts'
import type { Tickets } from '../platform/realtime/tickets.ts'
import type { Features } from './create-features.ts'

type Services = Features & { readonly tickets: Tickets; readonly database: Database }

/** Every route of every feature. Only handlers use the services, so routes can be listed without any. */
export function allRoutes(services: Services, { frontendUrl }: Config['http']): readonly Route[] {
  return [
    ...signInRoutes(services),
    ...passwordRoutes({ ...services, frontendUrl }),
    ...accountRoutes(services),
    ...userManagementRoutes(services.management),
    ...groupRoutes(services.groups),
    ...controllerConnectionRoutes(services.connections),
    ...queryCategoryRoutes(services.categories),
    ...savedQueryRoutes(services.queries),
    ...executionRoutes(services.executions),
    ...pipelineExecutionRoutes(services.executions),
    ...taskSettingsRoutes(services.taskSettings),
    ...mimRegistryRoutes(services.mimRegistry),
    ...scheduleRoutes(services.schedules),
    ...snapshotRoutes(services.snapshots),
    ...historyRoutes(services.history),
    ...explorerRoutes(services.mim.explorer),
    ...classRoutes(services.mim.explorer),
    ...favoriteRoutes(services.mim.favorites),
    ...tableTemplateRoutes(services.mim.templates),
    ...tablePreferenceRoutes(services.mim.preferences),
    ...notificationRoutes(services.notifications),
    ...auditRoutes(services.auditLog),
  ]
}
