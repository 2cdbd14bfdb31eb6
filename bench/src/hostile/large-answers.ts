import type { TestServer } from '../test-server.ts'
import type { Attacker, Outcome } from './attack.ts'

const QUERIES = '/api/queries/saved-queries/'
const COUNT = 200
const DESCRIPTION_BYTES = 480_000

/** Lists as many queries as a page may hold, each as large as a query may be, and uses one of them in other ways. */
export async function askForLargeAnswers(
  server: TestServer,
  attack: Attacker,
  connection: string,
): Promise<readonly Outcome[]> {
  const nodes = [{ id: 'tenant', class_name: 'fvTenant', note: 'x'.repeat(DESCRIPTION_BYTES) }]
  const query = { name: 'large', controller_connection: connection, nodes, edges: [] }
  const { id } = await server.post<{ id: string }>(QUERIES, query)
  await server.program.call.multiplyQueries(COUNT)
  const uses = [
    { name: `a page of ${COUNT} large queries`, method: 'GET', path: `${QUERIES}?page_size=${COUNT}` },
    { name: 'one large query', method: 'GET', path: `${QUERIES}${id}/` },
    { name: 'a copy of a large query', method: 'POST', path: `${QUERIES}${id}/duplicate/`, body: () => '{}' },
    {
      name: 'a large query, changed',
      method: 'PATCH',
      path: `${QUERIES}${id}/`,
      body: () => JSON.stringify({ nodes: [...nodes, {}] }),
    },
    { name: 'a large query, validated', method: 'POST', path: `${QUERIES}${id}/validate/`, body: () => '{}' },
  ]
  const outcomes: Outcome[] = []
  for (const use of uses) outcomes.push(await attack(use))
  return outcomes
}
