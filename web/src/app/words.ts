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
  notShown: 'This page could not be shown.',
} as const
