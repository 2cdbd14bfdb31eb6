import { plural } from '../../lib/i18n/plural.ts'

/** The words of the problems. */
export const words = {
  title: 'Problems',
  none: 'No problems.',
  checking: 'Checking…',
  unfinished: 'Not filled in yet',
  failed: (why: string) => `The query could not be checked: ${why}`,
  count: (count: number) => plural(count, { one: '# problem', other: '# problems' }),
  use: (name: string) => `Use ${name}`,
  addFilter: 'Add a filter',
  pickScope: 'Pick a scope',
  error: 'error',
  warning: 'warning',
  query: 'Query',
  step: (number: number, type: string) => `Step ${number}, ${type}`,
} as const
