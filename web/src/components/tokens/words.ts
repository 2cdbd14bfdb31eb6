/** The words of new API tokens, of people and of programs. */
export const words = {
  title: 'New API token',
  createWord: 'Create',
  name: 'Name',
  nameHint: 'What will use it, such as “nightly report”.',
  rights: 'Permissions',
  read: 'Read only',
  expires: 'Expires',
  lifetimes: { 30: 'In 30 days', 90: 'In 90 days', 365: 'In a year', never: 'Never' },
  created: 'Your new API token',
  keep: 'Keep it like a password. It is shown only now.',
  kept: 'I kept it',
  closeFirst: 'The token is not shown again. Copy it, then choose “I kept it”.',
  copy: 'Copy',
  copied: 'Token copied.',
  notCopied: 'The browser did not allow copying. Select the token and press Ctrl C.',
} as const
