import { plural } from '../../lib/i18n/plural.ts'

/** The words that the pages about checks share. */
export const words = {
  pages: 'Pages about checks',
  packs: 'Packs',
  states: {
    failed: 'Failed',
    error: 'Could not run',
    look: 'To look at',
    waiting: 'Not done yet',
    waived: 'Waived',
    not_applicable: 'Not applicable',
    passed: 'Passed',
  },
  severity: 'Severity',
  severities: { none: 'none', low: 'low', medium: 'medium', high: 'high', critical: 'critical' },
  why: 'Why it matters',
  remedy: 'What to do',
  links: 'Read more',
  fixWith: (job: string) => `Fix with “${job}”`,
  runs: 'Run checks',
  waivers: 'Waivers',
  found: {
    title: 'Findings',
    count: (count: number) => plural(count, { one: '# finding', other: '# findings' }),
    failure: 'The findings could not be read.',
    none: 'Nothing was found.',
    missing: 'rows are missing',
    rows: (count: number) => plural(count, { one: '# row', other: '# rows' }),
    row: 'Row',
    waived: 'waived',
    waive: 'Waive…',
    waiveOf: (resource: string) => `Waive ${resource}`,
    truncated: 'There were more than the 10,000 that are kept.',
  },
} as const
