import { formatNumber, plural } from '../../../lib/i18n/plural.ts'

const list = new Intl.ListFormat('en', { type: 'conjunction' })

/** The words of the page of a template, and of what can be done with it. */
export const words = {
  templates: 'Templates',
  template: 'Template',
  failure: 'The template could not be read.',
  launches: 'Launches',
  jobTemplate: (id: number) => `job template ${id}`,
  category: 'Category',
  noCategory: 'none',
  unknownCategory: (id: number) => `category ${id}`,
  jobs: 'Jobs',
  modes: {
    bulk: () => 'one for all rows',
    per_row: (atOnce: number) => `one for each row, ${formatNumber(atOnce)} at once`,
  },
  audience: 'For',
  everybody: 'Everybody',
  groups: (names: readonly string[], others: number) =>
    list.format([
      ...names,
      ...(others === 0
        ? []
        : [
            names.length === 0
              ? plural(others, { one: '# group', other: '# groups' })
              : plural(others, { one: '# other group', other: '# other groups' }),
          ]),
    ]),
  createdBy: 'By',
  nobody: 'a user who was deleted',
  changed: 'Changed',
  asks: 'Columns',
  asksText: 'Each row of a request has these. The comment of a request is optional.',
  noColumns: 'No columns: the job runs once, with nothing but what its template on the automation server says.',
  columnName: 'Column',
  columnType: 'Type',
  isRequired: 'Required',
  required: 'required',
  optional: 'optional',
  rules: 'Rules',
  help: 'Help',
  oneOf: (choices: readonly string[], more: number) =>
    `${choices.join(', ')}${more > 0 ? ` and ${formatNumber(more)} more` : ''}`,
  fromList: (name: string | undefined) => (name === undefined ? 'from a list of values' : `from the list “${name}”`),
  matches: (name: string | undefined, pattern: string | undefined) =>
    name === undefined ? 'matches a pattern' : `matches “${name}” (${pattern})`,
  lengths: (least: number | undefined, most: number | undefined) => {
    if (least === undefined) return `at most ${plural(most ?? 0, { one: '# character', other: '# characters' })}`
    if (most === undefined) return `at least ${plural(least, { one: '# character', other: '# characters' })}`
    return `${formatNumber(least)} to ${formatNumber(most)} characters`
  },
  unique: 'each value once',
  byDefault: (value: string) => `“${value}” if left empty`,
  approval: 'Approval and checks',
  approvalText:
    'Rows that somebody types or takes from a result are launched at once. Requests of schedules wait for approval unless the schedule says otherwise.',
  checkText: 'A check of the result is chosen at the launch, for rows of a query, a capture or a comparison.',
  last: 'Last requests',
  noRequests: 'Nothing was launched from it yet.',
  allRequests: 'All requests',
  requests: 'Requests',
  launch: 'Launch',
  launchOf: (name: string) => `Launch ${name}`,
  actionsOf: (name: string) => `Actions for ${name}`,
  create: 'New template',
  edit: 'Edit',
  duplicate: 'Duplicate',
  remove: 'Delete…',
  removeTitle: (name: string) => `Delete “${name}”?`,
  removeText:
    'Requests that ended keep what they recorded. It stays while a request of it has not ended. Schedules that launch it no longer can.',
  removed: (name: string) => `Deleted “${name}”.`,
} as const
