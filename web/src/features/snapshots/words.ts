import { plural } from '../../lib/i18n/plural.ts'

/** The words of a snapshot. */
export const words = {
  title: 'Snapshot',
  titleOf: (query: string) => `Snapshot of ${query}`,
  deletedQuery: 'a deleted query',
  history: 'History',
  openQuery: 'Open query',
  openRun: 'Open run',
  failure: 'The snapshot could not be read.',
  earlier: '‹ Earlier',
  later: 'Later ›',
  compareEarlier: 'Changes before it',
  compareLater: 'Changes after it',
  captured: 'Captured',
  by: 'By',
  rows: 'Rows',
  rowCount: (count: number) => plural(count, { one: '# row', other: '# rows' }),
  cost: 'Cost',
  connection: 'Connection',
  changes: 'Since the one before',
  note: 'Note',
  kept: 'Kept until',
  pinned: 'pinned',
  forever: 'for good',
} as const
