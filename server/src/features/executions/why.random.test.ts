import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Random, seededRandom } from '@heddle/domain/testing/random.ts'
import { type Runs, startRuns } from '../../testing/start-runs.ts'

let runs: Runs
beforeAll(async () => {
  runs = await startRuns()
  const { store } = runs.controller
  const random = seededRandom(7)
  store.add('fvTenant', 'uni/tn-a', { name: 'a' })
  for (const name of NAMES) {
    const dn = dnOf(name)
    store.add('fvBD', dn, { name, arpFlood: random.pick(['yes', 'no']), mtu: random.pick(['1500', '9000', '9216']) })
    for (let index = random.below(4); index > 0; index -= 1) {
      const ip = `10.${random.below(3)}.${index}.1/24`
      store.add('fvSubnet', `${dn}/subnet-[${ip}]`, { ip, scope: random.pick(['public', 'private']) })
    }
  }
})
afterAll(() => runs.stop())

const CASES = 60
const NAMES = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight']
const dnOf = (name: string) => `uni/tn-a/BD-${name}`

type Step = { readonly id: string; readonly type: string; readonly config: object; readonly enabled?: boolean }
type Drawing = {
  readonly nodes: readonly object[]
  readonly edges: readonly object[]
  readonly post_processors: readonly Step[]
}

const filter = (property: string, operator: string, value: string | number) => ({ property, operator, value })

/** All of them keep the DN, by which rows are found here. */
function randomStep(random: Random, index: number): Step {
  const column = random.pick(['name', 'arpFlood', 'mtu'])
  const [type, config] = random.pick<[string, object]>([
    ['filter', { filters: [filter('arpFlood', 'eq', random.pick(['yes', 'no']))] }],
    ['filter', { expression: random.pick(['int(mtu) > 1500', 'name.size() > 3', 'name < "t"']) }],
    ['filter', { filters: [filter('name', 'matches', random.pick(['^[a-s]', 'e']))] }],
    ['sort', { by: [{ column, direction: random.pick(['asc', 'desc']) }] }],
    ['limit', { count: 1 + random.below(6), offset: random.below(2) }],
    ['distinct', { columns: random.pick([['arpFlood'], ['mtu', 'arpFlood'], ['dn']]) }],
    ['rank', { by: ['arpFlood'], order: [{ column, direction: 'asc' }], as: 'place' }],
    ['compute', { column: `c${index}`, expression: 'name + mtu' }],
    ['explode', { column: 'name', separator: 'e' }],
  ])
  return { id: `s${index}`, type, config }
}

function randomDrawing(random: Random): Drawing {
  const filters = random.chance(0.3) ? [filter('mtu', 'gt', 1500)] : []
  const subnets = random.chance(0.3) ? [filter('scope', 'eq', 'public')] : []
  const nodes = [
    { id: 'bd', class_name: 'fvBD', primary: true, properties: ['name', 'arpFlood', 'mtu'], filters },
    { id: 's', class_name: 'fvSubnet', properties: ['ip'], filters: subnets },
  ]
  const edges = [
    { id: 'e', source: 'bd', target: 's', kind: 'contains', join: random.pick(['inner', 'left', 'without']) },
  ]
  const steps = Array.from({ length: 1 + random.below(4) }, (_, index) => randomStep(random, index))
  return random.chance(0.4)
    ? { nodes: nodes.slice(0, 1), edges: [], post_processors: steps }
    : { nodes, edges, post_processors: steps }
}

const ask = async (route: string, draft: Drawing, body: object = {}) => {
  const answer = await runs.editor.post(`/api/queries/${route}/`, {
    draft,
    controller_connection: runs.connection,
    ...body,
  })
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}

async function isFound(drawing: Drawing, dn: string): Promise<boolean> {
  const { status, results } = await ask('execute', drawing)
  expect(status).toBe('success')
  return (results as { dn: string }[]).some((row) => row.dn === dn)
}

it('names the step that drops an object: without it the object gets further', async () => {
  const seen = new Map<string, number>()
  for (let seed = 1; seed <= CASES; seed += 1) {
    const random = seededRandom(seed)
    const drawing = randomDrawing(random)
    const dn = dnOf(random.pick(NAMES))
    const story = `seed ${seed}: ${dn} ${JSON.stringify(drawing)}`

    const { present, stages, row, objects } = await ask('why', drawing, { dn })

    expect(present, story).toBe(await isFound(drawing, dn))
    if (present) {
      expect(row.dn, story).toBe(dn)
      expect(objects[0], story).toBe(dn)
    }
    const { kind, id, verdict } = stages.at(-1)
    const what = verdict === 'dropped' ? kind : 'present'
    seen.set(what, (seen.get(what) ?? 0) + 1)
    if (what !== 'step') continue
    const steps = drawing.post_processors
    const culprit = steps.findIndex((step) => step.id === id)
    const upTo = steps.slice(0, culprit + 1)
    expect(await isFound({ ...drawing, post_processors: upTo }, dn), story).toBe(false)
    const disabled = upTo.map((step) => (step.id === id ? { ...step, enabled: false } : step))
    expect(await isFound({ ...drawing, post_processors: disabled }, dn), story).toBe(true)
  }
  expect([...seen.keys()].sort()).toEqual(['edge', 'filter', 'present', 'step'])
}, 60_000)
