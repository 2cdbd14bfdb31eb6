import { defineFeature } from '../../platform/feature.ts'
import { aiFeature } from '../ai/index.ts'
import { executionsFeature } from '../executions/index.ts'
import { notificationsFeature } from '../notifications/index.ts'
import { queriesFeature } from '../queries/index.ts'
import { schedulesFeature } from '../schedules/index.ts'
import { usersFeature } from '../users/index.ts'
import { profileRoutes } from './profile.routes.ts'
import { createProfileService } from './profile.service.ts'

/** A user's own account as other features see it: profile, preferences, quota and counters. */
export const profileFeature = defineFeature({
  name: 'profile',
  needs: {
    users: usersFeature,
    ai: aiFeature,
    queries: queriesFeature,
    executions: executionsFeature,
    schedules: schedulesFeature,
    notifications: notificationsFeature,
  },
  create: (
    { database },
    {
      users: { users },
      ai: { uses },
      queries: { queries },
      executions: { logs },
      schedules: { schedules },
      notifications,
    },
  ) => createProfileService({ database, users, uses, queries, logs, schedules, notifications }),
  routes: (profile) => profileRoutes(profile),
})
