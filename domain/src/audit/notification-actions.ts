/** What happens to notifications and channels; part of the actions of the audit log. */
export const NOTIFICATION_ACTIONS = {
  notification_read: { category: 'notification', meaning: 'A user marked a notification as read.' },
  notifications_read_all: { category: 'notification', meaning: 'A user marked all notifications as read.' },
  notification_delete: { category: 'notification', meaning: 'A user deleted a notification.' },
  notification_preferences_update: {
    category: 'notification',
    meaning: 'A user changed their notification preferences.',
  },
  channel_create: { category: 'notification', meaning: 'A channel for news was created.' },
  channel_update: { category: 'notification', meaning: 'A channel was changed.' },
  channel_delete: { category: 'notification', meaning: 'A channel was deleted with its deliveries.' },
  channel_test: { category: 'notification', meaning: 'A channel was tested with a message.' },
  channel_rotate: { category: 'notification', meaning: 'A webhook got a new secret.' },
  channel_mute: { category: 'notification', meaning: 'A channel was muted for a while, as a whole or for one query.' },
  channel_unmute: { category: 'notification', meaning: 'A mute of a channel was ended.' },
  channel_replay: { category: 'notification', meaning: 'A message of a channel is sent again.' },
  channel_disable: { category: 'notification', meaning: 'A channel was disabled, because its receiver is gone.' },
} as const
