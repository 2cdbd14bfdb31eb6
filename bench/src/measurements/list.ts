import { alternate } from '../alternate.ts'
import { load } from '../load.ts'
import { type Line, type Measurement, ms, perSecond, type Settings, times } from '../measurement.ts'
import { median, spread } from '../statistics.ts'
import { startTestServer, storeQuery } from '../test-server.ts'
import { withNewDatabase } from '../new-database.ts'

const QUERIES = 3_000
const TRIAL_QUERIES = 60
const LIST = '/api/queries/saved-queries/?page_size=50'

export const list: Measurement = {
  name: 'list',
  title: `List of saved queries, 50 of ${(QUERIES + 1).toLocaleString('en')}, ten connections`,
  run: async (settings) => {
    const embedded = await measure('embedded database', {}, settings)
    const url = process.env['TEST_DATABASE_URL']
    if (!url) {
      console.warn('TEST_DATABASE_URL is not set: the list is NOT measured on PostgreSQL')
      return embedded
    }
    const postgres = await withNewDatabase(url, (own) => measure('PostgreSQL', { DATABASE_URL: own }, settings))
    return [...embedded, ...postgres]
  },
}

async function measure(
  what: string,
  env: Readonly<Record<string, string>>,
  { rounds, quick, trial }: Settings,
): Promise<Line[]> {
  const forMs = trial ? 100 : quick ? 1_000 : 3_000
  const server = await startTestServer(env)
  await storeQuery(server, 'http://127.0.0.1:9', NODES)
  await server.program.call.multiplyQueries(trial ? TRIAL_QUERIES : QUERIES)
  const url = `${server.url}${LIST}`
  const { authorization } = server
  const bareUrl = await server.program.call.bareUrl()
  const loadMeasured = async (loaded: string) => {
    const before = await server.program.call.cpuMs()
    const { rate, answered } = await load(loaded, authorization, forMs)
    return { rate, cpuMs: ((await server.program.call.cpuMs()) - before) / answered }
  }
  const contestants = { heddle: () => loadMeasured(url), bare: () => loadMeasured(bareUrl) }
  await alternate(1, contestants)
  const { heddle, bare } = await alternate(rounds, contestants)
  await server.stop()
  const [ours, theirs] = [heddle, bare].map((rounds) => rounds.map(({ rate }) => rate))
  const [ownCpu, theirCpu] = [heddle, bare].map((rounds) => rounds.map(({ cpuMs }) => cpuMs))
  return [
    {
      what,
      heddle: spread(ours!, perSecond),
      floor: spread(theirs!, perSecond),
      ratio: times(median(ours!) / median(theirs!)),
    },
    {
      what: `${what}: CPU time of a request`,
      heddle: spread(ownCpu!, ms),
      floor: spread(theirCpu!, ms),
      ratio: times(median(ownCpu!) / median(theirCpu!)),
    },
  ]
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
