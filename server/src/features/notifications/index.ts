import { defineFeature } from '../../platform/feature.ts'
import { auditFeature } from '../audit/index.ts'
import { notificationsChannel } from './notifications.channel.ts'
import { notificationRoutes } from './notifications.routes.ts'
import { createNotificationsService } from './notifications.service.ts'

export { cutPlainText, onOneLine, quotedName } from './plain-text.ts'
export type { Cause, Notice } from './notice.ts'
export type { NotificationsService } from './notifications.service.ts'
export type { Notify } from './notify.ts'
export { activeAdministrators } from './recipients.store.ts'

export const notificationsFeature = defineFeature({
  name: 'notifications',
  needs: { audit: auditFeature },
  create: ({ database, events, outbox, clock, logger, frontendUrl }, { audit }) =>
    createNotificationsService({ database, events, outbox, audit, clock, logger, frontendUrl }),
  routes: (notifications) => notificationRoutes(notifications),
  channels: (notifications, { events }) => [notificationsChannel({ notifications, events })],
  upkeep: (notifications) => [
    { name: 'send-due-notification-mails', cron: '* * * * *', work: notifications.sendDueMails },
    { name: 'delete-old-notifications', cron: '50 * * * *', work: notifications.deleteOld },
  ],
  listen: (notifications) => notifications.listen(),
})
