import { formatNumber, plural } from '../../../lib/i18n/plural.ts'

const list = new Intl.ListFormat('en', { type: 'conjunction' })

/** The words of what templates refer to. */
export const words = {
  parts: 'Kinds of reference data',
  failure: 'The reference data could not be read.',
  kinds: {
    categories: 'Categories',
    lists: 'Lists of values',
    patterns: 'Patterns',
    columns: 'Column templates',
  },
  none: {
    categories: 'No categories yet',
    lists: 'No lists of values yet',
    patterns: 'No patterns yet',
    columns: 'No column templates yet',
  },
  about: {
    categories: 'Templates are found by their category.',
    lists: 'Values that columns offer and take: typed here, or a column of a query.',
    patterns: 'What values of columns look like, named once for many templates.',
    columns: 'Columns that many templates have: a change here changes them all at their next launch.',
  },
  create: {
    categories: 'New category',
    lists: 'New list of values',
    patterns: 'New pattern',
    columns: 'New column template',
  },
  name: 'Name',
  description: 'Description',
  usedBy: 'Used by',
  unused: 'nothing',
  templateCount: 'Templates',
  parent: 'In',
  noParent: 'None',
  actions: 'Actions',
  actionsOf: (name: string) => `Actions for ${name}`,
  edit: 'Edit…',
  editTitle: (name: string) => `Edit “${name}”`,
  remove: 'Delete…',
  removeTitle: (name: string) => `Delete “${name}”?`,
  removeUsed: (users: readonly string[]) => `It is used by ${list.format(users)}, and stays while that is so.`,
  removeUnused: 'No template that you see uses it.',
  removeCategory: (templates: number, children: number) =>
    [
      templates === 0
        ? 'No template that you see is in it.'
        : plural(templates, {
            one: '# template is in it. Move it first.',
            other: '# templates are in it. Move them first.',
          }),
      children > 0 &&
        plural(children, { one: 'The category in it moves up.', other: 'The # categories in it move up.' }),
    ]
      .filter(Boolean)
      .join(' '),
  removed: (name: string) => `Deleted “${name}”.`,
  saved: (name: string) => `Saved “${name}”.`,
  save: 'Save',
  pattern: 'Pattern',
  patternHint: 'A regular expression as RE2 takes it; the whole value must match: leaf-\\d+',
  type: 'Type',
  rules: 'Rules',
  source: 'Values',
  sources: { static: 'Typed here', saved_query: 'Result of a query', snapshot: 'Newest capture of a query' },
  sourceOf: (type: 'static' | 'saved_query' | 'snapshot', column: string | null) =>
    ({
      static: 'typed',
      saved_query: `${column} of the result of a query`,
      snapshot: `${column} of the newest capture of a query`,
    })[type],
  values: 'Allowed values',
  valuesHint: (count: number) => `One in each line: ${formatNumber(count)} so far.`,
  query: 'Query',
  column: 'Column of its rows',
  boundHint: 'The values are read when you save, and again with “Read again”.',
  readAt: 'Read',
  refresh: 'Read again',
  refreshed: (name: string, count: number) =>
    `“${name}” has ${plural(count, { one: '# value', other: '# values' })} now.`,
  notRefreshed: (name: string) => `The values of “${name}” were not read again.`,
} as const
