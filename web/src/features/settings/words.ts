/** The words of the overviews of settings and administration. */
export const words = {
  settings: 'Settings',
  administration: 'Administration',
  parts: {
    connections: {
      title: 'Connections',
      links: [
        {
          to: '/controller/connections',
          text: 'Controllers',
          note: 'The fabrics that queries read: addresses, accounts, limits.',
          permission: 'controller.view_connection',
        },
        {
          to: '/automation/connections',
          text: 'Automation servers',
          note: 'Where jobs are launched.',
          permission: 'automation.view_connection',
        },
        { to: '/mim-registry', text: 'Class models', note: 'Which classes and properties there are, by release.' },
      ],
    },
    work: {
      title: 'Your work',
      links: [
        {
          to: '/queries/task-settings',
          text: 'Runs and schedules',
          note: 'How many run at once, how long runs are kept, when a schedule pauses.',
        },
        {
          to: '/history/settings',
          text: 'Retention and clean-up',
          note: 'How long captures are kept, and how they are compared.',
          permission: 'history.view_snapshot',
        },
        { to: '/ai', text: 'AI', note: 'The provider that answers questions, and what it took.' },
        { to: '/notifications', text: 'Notifications', note: 'What is said where, and when it is quiet.' },
        {
          to: '/notifications/channels',
          text: 'Channels',
          note: 'Webhooks, chats, PagerDuty and mails that get news.',
          permission: 'notifications.add_channel',
        },
        { to: '/auth/profile', text: 'Account', note: 'Password, second factor, sessions, API tokens, display.' },
      ],
    },
    data: {
      title: 'Data of templates',
      links: [
        {
          to: '/automation/reference-data',
          text: 'Reference data',
          note: 'Categories, lists of values, patterns and column templates.',
          permission: 'automation.view_category',
        },
      ],
    },
    people: {
      title: 'People',
      links: [
        { to: '/auth/management', text: 'Users', note: 'Who may sign in, and why somebody may do what.' },
        { to: '/auth/groups', text: 'Groups', note: 'What members may do, and how much they may have.' },
        { to: '/auth/permissions', text: 'Permissions', note: 'From a permission to everybody who has it.' },
        { to: '/auth/tokens', text: 'API tokens', note: 'What programs sign in with, of everybody.' },
        {
          to: '/auth/service-accounts',
          text: 'Service accounts',
          note: 'Accounts of programs, and the groups they belong to.',
        },
      ],
    },
    log: {
      title: 'What happened',
      links: [
        { to: '/audit/logs', text: 'Audit log', note: 'Who changed what, before and after.' },
        { to: '/audit/login-attempts', text: 'Login attempts', note: 'Who tried to sign in, from where.' },
        { to: '/audit/settings', text: 'Audit settings', note: 'What is recorded, and for how long.' },
        { to: '/audit/collectors', text: 'Collectors', note: 'Whether the SIEM takes what is recorded.' },
      ],
    },
    platform: {
      title: 'Platform',
      links: [
        {
          to: '/dashboard/capacity',
          text: 'Capacity and health',
          note: 'Services, threads, queues, budgets of controllers, database, last backup.',
        },
        { to: '/mim-registry/compare', text: 'Compare class models', note: 'What an upgrade takes away.' },
      ],
    },
  },
} as const
