import { plural } from '../../lib/i18n/plural.ts'

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
  queries: {
    favorites: 'Favorites',
    recent: 'Recently run',
    noFavorites: 'Click the star of a query to keep it here.',
    noRecent: 'Queries that were run appear here.',
    failure: 'The queries could not be read.',
    run: (name: string) => `Run ${name}`,
    runWord: 'Run',
    running: (name: string) => `“${name}” is running.`,
    rows: (count: number) => plural(count, { one: '# row', other: '# rows' }),
    all: 'All queries',
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
