import { plural } from '../../lib/i18n/plural.ts'

type Asked = { readonly user: string; readonly template_name: string; readonly row_count: number }

/** The words of the start page. */
export const words = {
  title: 'Home',
  changes: {
    title: 'What changed since you were last here',
    since: 'Since',
    windows: { visit: 'My last visit', day: '24 hours ago', week: '7 days ago' },
    from: 'Since',
    none: 'Nothing needs your attention. No failed or late schedules, no changes between captures, no finished requests.',
    failure: 'What changed could not be read.',
    truncated: 'More happened than is listed here: choose a shorter time.',
  },
  waiting: {
    title: 'Waits for you',
    light: 'waits',
    asks: ({ user, template_name, row_count }: Asked) =>
      `${user} asks for “${template_name}” with ${plural(row_count, { one: '# row', other: '# rows' })}`,
  },
  proof: {
    title: 'Last proof',
    holds: 'proven',
    differs: 'differs',
    text: (template: string, held: number, all: number, expect: 'gone' | 'present') =>
      `“${template}”: ${held} of ${plural(all, { one: '# row', other: '# rows' })} ${all === 1 ? 'is' : 'are'} ${expect}`,
  },
  failing: { title: 'Newly failing', fails: 'fails' },
  queries: {
    favorites: 'Favorites',
    recent: 'Recently run',
    noFavorites: 'Click the star of a query to keep it here.',
    noRecent: 'Queries that you run appear here.',
    notStarted: (name: string) => `“${name}” did not run.`,
    unexpected: 'not as expected',
    failure: 'The queries could not be read.',
    run: (name: string) => `Run ${name}`,
    runWord: 'Run',
    running: (name: string) => `“${name}” is running.`,
    rows: (count: number) => plural(count, { one: '# row', other: '# rows' }),
    all: 'All queries',
  },
  connections: {
    title: 'Connections',
    all: 'All connections',
    failure: 'The connections could not be read.',
    none: 'No controller is connected yet.',
    works: 'works',
    fails: 'fails',
    untested: 'never tested',
    more: (count: number) => plural(count, { one: '# more', other: '# more' }),
  },
  services: {
    title: 'Services',
    failure: 'The state of the services could not be read.',
    names: { database: 'Database', graph_store: 'Class model', cache: 'Cache', message_broker: 'Messages' },
    healthy: 'healthy',
    unhealthy: 'unhealthy',
    version: (version: string) => `Heddle ${version}`,
    model: (version: string) => `class model ${version}`,
    noModel: 'no class model',
  },
  steps: {
    title: 'First steps',
    done: 'done',
    next: 'to do',
    connection: 'Connect a controller',
    model: 'Install the class model of its version',
    query: 'Draw a query',
    run: 'Run it',
    ask: 'Ask an administrator to do this.',
  },
} as const
