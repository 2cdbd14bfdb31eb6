import { defineFeature } from '../../platform/feature.ts'
import { auditFeature } from '../audit/index.ts'
import { notificationsFeature } from '../notifications/index.ts'
import { usersFeature } from '../users/index.ts'
import { CHANNEL_METRICS, measureChannels } from './channels.metrics.ts'
import { channelRoutes } from './channels.routes.ts'
import { createChannelsService } from './channels.service.ts'
import { tellOfChecks } from './listen-to-checks.ts'
import { tellOfConnections } from './listen-to-connections.ts'
import { tellOfRequests } from './listen-to-requests.ts'
import { tellOfSchedules } from './listen-to-schedules.ts'
import { createTellChannels } from './tell-channels.ts'
import { tellOfFindings } from './tell-incidents.ts'

export { skipWaiting } from './deliveries.store.ts'

/** News for people where they are: webhooks, services for chat and incidents, and lists of addresses. */
export const channelsFeature = defineFeature({
  name: 'channels',
  needs: { audit: auditFeature, users: usersFeature, notifications: notificationsFeature },
  metrics: CHANNEL_METRICS,
  create: (platform, { audit, users: { users }, notifications }) => {
    const {
      database,
      secrets,
      outbound,
      postMessage: post,
      outbox,
      metrics,
      events,
      frontendUrl,
      clock,
      logger,
    } = platform
    const noteAttempt = measureChannels(metrics, database, clock)
    const channels = createChannelsService({
      ...{ database, secrets, outbound, post, outbox, users, notify: notifications.notify, audit, noteAttempt },
      ...{ events, frontendUrl, clock, logger },
    })
    const telling = { database, users, events, clock }
    return { channels, tell: createTellChannels(telling), tellFindings: () => tellOfFindings(telling) }
  },
  routes: ({ channels }) => channelRoutes(channels),
  upkeep: ({ channels }) => [{ name: 'delete-old-channel-deliveries', cron: '35 3 * * *', work: channels.deleteOld }],
  sealedColumns: ['target_sealed', 'secret_sealed', 'previous_secret_sealed'].map((column) => ({
    table: 'notification_channels',
    column,
    idColumn: 'id',
  })),
  listen: ({ channels, tell, tellFindings }, { events, clock }) => {
    channels.driver.listen()
    tellOfSchedules(events, tell, clock)
    tellOfRequests(events, tell, clock)
    tellOfConnections(events, tell, clock)
    tellOfChecks(events, tell, clock)
    tellFindings()
  },
  start: ({ channels }, { config }) => {
    if (config.role !== 'api') channels.driver.start()
  },
  stop: ({ channels }) => channels.driver.stop(),
})
