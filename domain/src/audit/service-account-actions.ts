/** What happens to the accounts of programs. */
export const SERVICE_ACCOUNT_ACTIONS = {
  service_account_create: { category: 'user_management', meaning: 'An account of a program was created for a group.' },
  service_account_update: {
    category: 'user_management',
    meaning: 'The description of a service account was changed, or it was given to another group.',
  },
  service_account_activate: { category: 'user_management', meaning: 'A service account may have tokens again.' },
  service_account_deactivate: {
    category: 'user_management',
    meaning: 'A service account was deactivated; its API tokens were deleted and its sockets closed.',
  },
  service_account_delete: {
    category: 'user_management',
    meaning: 'A service account was deleted, with its API tokens; what it created stays.',
  },
} as const
