import type { Answer, Client } from '../start-test-app.ts'
import type { Snapshots } from './start-snapshots.ts'

export const COMPARE = '/api/history/compare/'
export const EXPORT = `${COMPARE}export/`
export const TIMELINE = '/api/history/timeline/'
export const HEATMAP = '/api/history/heatmap/'
export const CHANGES = '/api/history/changes/'
export const AT = '/api/history/at/'
export const dnsPath = (query: string): string => `/api/history/saved-queries/${query}/dns/`

type Parameters = Readonly<Record<string, string | number | undefined>>

/** Short calls to the history endpoints, as an editor. */
export function historyOf(app: Snapshots) {
  return {
    compare: (body: object, client: Client = app.editor): Promise<Answer> => client.post(COMPARE, body),
    ask: (path: string, parameters: Parameters = {}, client: Client = app.editor): Promise<Answer> =>
      client.get(path + queryOf(parameters)),
  }
}

function queryOf(parameters: Parameters): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) query.set(name, String(value))
  return `?${query.toString()}`
}
