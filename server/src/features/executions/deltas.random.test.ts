import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Random, seededRandom } from '@heddle/domain/testing/random.ts'
import { QUERIES } from '../../testing/start-runs.ts'
import { type Snapshots, startSnapshots } from '../../testing/snapshots/start-snapshots.ts'

let app: Snapshots
beforeAll(async () => {
  app = await startSnapshots()
  app.controller.store.add('fvTenant', 'uni/tn-R', { name: 'R' })
})
afterAll(() => app.stop())

const CASES = 8
const NAMES = Array.from({ length: 12 }, (_, index) => `bd${index}`)
const NODES = [{ id: 'bd', class_name: 'fvBD', scope_dn: 'uni/tn-R', properties: ['name', 'mtu'] }]
const dnOf = (name: string) => `uni/tn-R/BD-${name}`

/** The counters of the objects that there are. */
type State = ReadonlyMap<string, number>
const randomState = (random: Random): State =>
  new Map(NAMES.filter(() => random.chance(0.7)).map((name) => [dnOf(name), random.below(4)]))

function become(state: State): void {
  const { store } = app.controller
  for (const name of NAMES) store.delete(dnOf(name))
  for (const [dn, mtu] of state) store.add('fvBD', dn, { name: dn.split('BD-')[1]!, mtu: String(mtu) })
}

const lookup = (saved_query: string, join: string) => ({
  id: 'then',
  type: 'lookup',
  config: { saved_query, on: { dn: 'dn' }, columns: ['mtu'], prefix: 'then', as_of: 'previous', join },
})
const DELTA = { id: 'd', type: 'compute', config: { as: 'by', expression: 'int(mtu) - int(row["then.mtu"])' } }

async function rowsOf(query: string): Promise<any[]> {
  const { body, text } = await app.execute(query)
  expect(body.status, text).toBe('success')
  return body.results
}

it('deltas, what is new, and what is expected of changes are as two random states say', async () => {
  const query = await app.save({ nodes: NODES })
  const grown = await app.save({ nodes: NODES, post_processors: [lookup(query, 'inner'), DELTA] })
  const fresh = await app.save({ nodes: NODES, post_processors: [lookup(query, 'without')] })
  for (let seed = 1; seed <= CASES; seed += 1) {
    const random = seededRandom(seed)
    const [before, after] = [randomState(random), randomState(random)]
    become(before)
    await app.captured(query)
    become(after)
    const story = `seed ${seed}: ${JSON.stringify([[...before], [...after]])}`
    const both = [...after.keys()].filter((dn) => before.has(dn))

    const deltas = Object.fromEntries((await rowsOf(grown)).map(({ dn, by }) => [dn, by]))
    const added = (await rowsOf(fresh)).map(({ dn }) => dn)

    expect(deltas, story).toEqual(Object.fromEntries(both.map((dn) => [dn, after.get(dn)! - before.get(dn)!])))
    expect(added, story).toEqual([...after.keys()].filter((dn) => !before.has(dn)).sort())

    const counts = {
      added: added.length,
      removed: [...before.keys()].filter((dn) => !after.has(dn)).length,
      changed: both.filter((dn) => before.get(dn) !== after.get(dn)).length,
    }
    const max = random.below(4)
    const changes = { added: { max }, removed: { max }, changed: { max } }
    await app.editor.patch(`${QUERIES}${query}/`, { expect: { changes } })
    const { body } = await app.execute(query)
    await app.editor.patch(`${QUERIES}${query}/`, { expect: null })

    const beyond = Object.values(counts).filter((count) => count > max)
    const found = beyond.reduce((sum, count) => sum + count, 0)
    expect(body.expectation, story).toMatchObject({ status: found > 0 ? 'failed' : 'passed', findings: found })
  }
}, 90_000)
