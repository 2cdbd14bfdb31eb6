/** What is said of every connection, whichever kind of server it leads to. */
export const words = {
  default: 'default',
  never: 'never tested',
  passed: 'works',
  failed: 'fails',
  testAgain: 'Test again',
  testing: 'Testing…',
  edit: 'Edit…',
  close: 'Close',
  works: 'The connection works.',
  stepFailed: (step: string) => `${step}: failed`,
  stepNotReached: (step: string) => `${step}: not reached`,
} as const
