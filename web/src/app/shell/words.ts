/** The words of the shell. */
export const words = {
  pausedCopy: (since: string) =>
    `This is a restored copy, paused since ${since}. Runs, schedules, mails and launches wait until an operator resumes it.`,
  away: (isOnline: boolean, since: string) =>
    `${isOnline ? 'The server does not answer.' : 'You are offline.'} What you see is from ${since}; it is read again as soon as there is a connection.`,
  busy: (seconds: number) => `The server is busy. Continuing in ${seconds} s.`,
  idleTitle: (seconds: number) => `You will be signed out in ${seconds} s`,
  idle: (minutes: number) => `There has been no input for a while, and your idle limit is ${minutes} minutes.`,
  stay: 'Stay signed in',
  skip: 'Skip to the content',
  main: 'Main',
  startPage: 'Heddle, start page',
  wideRail: 'Wide navigation',
  palette: 'Command palette',
  find: 'Find',
  found: 'Found',
  findHint: 'A page, a query, a class, an action…',
  noMatch: (text: string) => `Nothing matches “${text}”.`,
  account: {
    title: 'Account',
    preferences: 'Account and preferences',
    theme: { light: 'Theme: light', dark: 'Theme: dark', system: 'Theme: system' },
    themeNotSaved: (reason: string) => `The theme was not saved. ${reason}`,
    reference: 'API reference',
    signOut: 'Sign out',
  },
  model: (version: string | null) => (version === null ? 'no class model' : `model ${version}`),
  utc: (time: string) => `UTC ${time}`,
  keys: '? keys',
  connection: 'Connection',
  socket: { live: 'live', starting: 'connecting' },
  offline: (seconds: number) => `offline, trying again in ${seconds} s`,
} as const
