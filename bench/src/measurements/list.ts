import { alternate } from '../alternate.ts'
import { load } from '../load.ts'
import { type Line, type Measurement, perSecond, times } from '../measurement.ts'
import { median, spread } from '../statistics.ts'
import { startTestServer, storeQuery } from '../test-server.ts'
import { withNewDatabase } from '../new-database.ts'

const QUERIES = 3_000
const LIST = '/api/queries/saved-queries/?page_size=50'

export const list: Measurement = {
  name: 'list',
  title: `List of saved queries, 50 of ${(QUERIES + 1).toLocaleString('en')}, ten connections`,
  run: async ({ rounds, quick }) => {
    const seconds = quick ? 1 : 3
    const embedded = await measure('embedded database', {}, rounds, seconds)
    const url = process.env['TEST_DATABASE_URL']
    if (!url) {
      console.warn('TEST_DATABASE_URL is not set: the list is NOT measured on PostgreSQL')
      return [embedded]
    }
    const postgres = await withNewDatabase(url, (own) => measure('PostgreSQL', { DATABASE_URL: own }, rounds, seconds))
    return [embedded, postgres]
  },
}

async function measure(
  what: string,
  env: Readonly<Record<string, string>>,
  rounds: number,
  seconds: number,
): Promise<Line> {
  const server = await startTestServer(env)
  await storeQuery(server, 'http://127.0.0.1:9', NODES)
  await server.program.call.multiplyQueries(QUERIES)
  const url = `${server.url}${LIST}`
  const { authorization } = server
  await server.program.call.learnList({ url, authorization })
  const bareUrl = await server.program.call.bareUrl()
  const contestants = {
    heddle: () => load(url, authorization, seconds * 1000),
    bare: () => load(bareUrl, authorization, seconds * 1000),
  }
  await alternate(1, contestants)
  const { heddle, bare } = await alternate(rounds, contestants)
  await server.stop()
  return {
    what,
    heddle: spread(heddle, perSecond),
    floor: spread(bare, perSecond),
    ratio: times(median(heddle) / median(bare)),
  }
}

/** A canvas of realistic size. */
const NODES = Array.from({ length: 3 }, (_, index) => ({
  id: `node-${index}`,
  class_name: ['fvTenant', 'fvBD', 'fvSubnet'][index],
  alias: `Node ${index}`,
  filters: [{ property: 'name', operator: 'contains', value: '{{name=web}}' }],
  properties: ['dn', 'name', 'descr'],
  position: { x: 260 * index, y: 120 },
}))
