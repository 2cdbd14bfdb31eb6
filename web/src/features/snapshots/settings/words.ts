import { plural } from '../../../lib/i18n/plural.ts'

/** The words of how captures are kept. */
export const words = {
  title: 'Retention and clean-up',
  trail: 'History',
  failure: 'Your settings could not be read.',
  yours: 'Your captures',
  keepFor: 'Keep new captures',
  keepHint: 'Schedules may say otherwise, and a pinned capture stays whatever its time.',
  policies: { '7d': '7 days', '30d': '30 days', '90d': '90 days', '1y': 'a year', forever: 'for good' },
  ends: 'Keep the first and the last capture of each query and connection',
  auto: 'Schedules capture unless they say otherwise',
  strategy: 'Rows are the same row if',
  strategies: {
    dn: 'their DN is equal; rows without one, if all of it is',
    auto: 'their DN is equal, if every row has its own; else if all of it is',
    hash: 'all of it is equal',
  },
  ignore: 'Fields that do not count as a change',
  ignoreHint: 'Separated by commas. A comparison can ignore others.',
  save: 'Save',
  saved: 'Saved.',
  notSaved: 'Not saved.',
  cleanup: 'Clean-up',
  cleanupText:
    'It runs every day at 03:30 UTC. This is what it would delete now, of the captures that are yours to delete.',
  planFailure: 'The plan could not be read.',
  nothing: 'Nothing: no capture is past its time.',
  policy: 'Kept',
  expired: 'Past their time',
  total: (count: number, bytes: string) =>
    `${plural(count, { one: '# capture', other: '# captures' })}, ${bytes} of storage.`,
  run: 'Delete them now',
  confirm: 'Delete expired captures?',
  confirmText: (count: number) =>
    `${plural(count, { one: '# capture is', other: '# captures are' })} deleted for good. Pinned ones stay.`,
  deleted: (count: number, bytes: string) =>
    `${plural(count, { one: '# capture was', other: '# captures were' })} deleted, ${bytes} of storage freed.`,
} as const
