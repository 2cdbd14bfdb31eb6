import { formatNumber, plural } from '../../lib/i18n/plural.ts'

/** The words of the plan. */
export const words = {
  title: 'What will be sent',
  requests: 'Requests',
  then: 'Then, in Heddle',
  kinds: { join: 'join', rows: 'rows' },
  /** What becomes of objects that nothing fits; an inner join drops them. */
  joins: {
    left: 'keeps those without a match',
    without: 'keeps only those without a match',
  } as Readonly<Record<string, string>>,
  empty: 'Put a class on the canvas. What a run would ask the controller is shown here before it runs.',
  unchecked: 'The plan appears as soon as the query has a connection and the server has checked it.',
  invalid: (problems: number) =>
    plural(problems, { one: 'No plan yet: fix # problem first.', other: 'No plan yet: fix # problems first.' }),
  failed: (why: string) => `The server could not plan the query. ${why} The next edit tries again.`,
  checking: 'Checking the newest edits…',
  summary: ({ requests, objects }: { readonly requests: number; readonly objects: number }) =>
    `${plural(requests, { one: '# request', other: '# requests' })}, about ${plural(objects, { one: '# object', other: '# objects' })}`,
  copy: 'Copy',
  copyRequest: 'Copy this request',
  copyRequestOf: (name: string) => `Copy the request of ${name}`,
  copyAs: {
    curl: 'As curl',
    icurl: 'As icurl, for the controller’s shell',
    moquery: 'As moquery, for the controller’s shell',
  },
  copied: 'Copied the request.',
  copyFailed: 'This browser does not let pages copy.',
  later: 'Its path depends on what is read before it.',
  size: ({ objects, source }: { readonly objects: number; readonly source: 'counted' | 'estimated' }) =>
    `${source === 'counted' ? '' : 'about '}${plural(objects, { one: '# object', other: '# objects' })} in the fabric, ${source}`,
  reads: (rows: number) => `reads about ${formatNumber(Math.round(rows))}`,
  sent: 'filtered by the controller',
  local: 'filtered here, after reading',
  remedies: {
    unfiltered_large_class: 'Add a filter or a scope to it, or join it to something that has one.',
    local_filter: 'Where possible, use an operator the controller knows, such as is or contains.',
    deprecated_class: 'Look for the class that replaces it before the next upgrade.',
    named_number: 'Compare with the name that the controller writes.',
    backwards: 'Turn the thread around if that is what you mean.',
  } as Readonly<Record<string, string>>,
} as const
