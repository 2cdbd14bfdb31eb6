/** The words of a time bar. */
export const words = {
  now: 'Now',
  older: 'Older capture',
  newer: 'Newer capture',
  first: 'This is the first capture.',
  last: 'This is the newest one.',
} as const
