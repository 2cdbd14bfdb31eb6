/** The words of pages that cannot be shown. */
export const words = {
  noAnswer: 'The server does not answer',
  asksAgain: (seconds: number) => `Trying again in ${seconds} s.`,
  asking: 'Trying again…',
  staySignedIn: 'You stay signed in, and this page opens as soon as there is an answer.',
  askNow: 'Try again now',
  toTheStart: 'Go to the start page',
  noPageTitle: 'There is no such page',
  noPage: 'The link may be incomplete, or it leads to something that was deleted.',
  notFound: 'Not found',
  notThereYetTitle: 'This page is not there yet',
  notThereYet: 'Until it is, use the command line or the API, whose reference is in the account menu.',
  notRead: (title: string) => `${title}: this could not be read.`,
  known: 'The full page for this is not there yet. This is what is known:',
  open: 'Open',
  notShown: 'This page could not be shown.',
} as const
