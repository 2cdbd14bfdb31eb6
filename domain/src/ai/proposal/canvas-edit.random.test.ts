import { describe, expect, it } from 'vitest'
import { prepareQuery } from '../../query/prepare-query.ts'
import { proposalModel as model } from '../../testing/proposal-model.ts'
import { type Random, seededRandom } from '../../testing/random.ts'
import { applyEdits } from './canvas-edit.ts'
import { draftCanvas } from './draft-canvas.ts'
import type { WireLists } from './proposal.ts'
import { readProposal } from './read-proposal.ts'

const CASES = 150
const CLASSES = ['fvTenant', 'fvBD', 'fvCtx', 'fvSubnet', 'fvAEPg', 'vzBrCP', 'fvbd', 'zooZebra', 'eqptCh'] as const
const PROPERTIES = ['name', 'mtu', 'arpFlood', 'Descr', 'colour'] as const

const some = <Item>(random: Random, most: number, make: (index: number) => Item): Item[] =>
  Array.from({ length: random.below(most + 1) }, (_, index) => make(index))

function nodeOf(random: Random, id: string) {
  return {
    id,
    class_name: random.pick(CLASSES),
    ...(random.chance(0.3) && { alias: random.pick(['A', 'B', '<i>']) }),
    filters: some(random, 2, () => ({
      property: random.pick(PROPERTIES),
      operator: random.pick(['eq', 'gt', '=', 'odd']),
      value: 'x',
    })),
    properties: some(random, 2, () => random.pick(PROPERTIES)),
  }
}

const edgeOf = (random: Random, id: string | undefined, ids: readonly string[]) => ({
  ...(id !== undefined && { id }),
  source: random.pick(ids),
  target: random.pick(ids),
  join: random.pick(['inner', 'left', 'without']),
})

const stepOf = (random: Random, id: string | undefined) => ({
  ...(id !== undefined && { id }),
  ...random.pick([
    { type: 'limit', config: { count: 3 } },
    { type: 'select', config: { columns: ['name'] } },
    { type: 'sort', config: { by: [{ column: 'colour' }] } },
    { type: 'unheard', config: {} },
  ]),
})

/** Mostly faulty, with ids that are missing or used twice. */
function canvasOf(random: Random): WireLists {
  const nodes = some(random, 3, (index) => ({ ...nodeOf(random, `n${index - random.below(2)}`), colour: index }))
  const ids = ['n0', 'n1', 'gone']
  return {
    nodes,
    edges: some(random, 3, (index) => ({
      ...edgeOf(random, random.chance(0.5) ? `e${index}` : undefined, ids),
      label: 'mine',
    })),
    post_processors: some(random, 3, () => stepOf(random, random.chance(0.6) ? `s${random.below(2)}` : undefined)),
  }
}

function answerOf(random: Random) {
  const ids = ['n0', 'n1', 'new0', 'new1', 'nobody']
  return {
    nodes: some(random, 4, () => nodeOf(random, random.pick(ids))),
    edges: some(random, 4, (index) => edgeOf(random, random.pick([`e${index}`, `x${index}`, 'edge-1']), ids)),
    post_processors: some(random, 4, () => stepOf(random, random.pick(['s0', 's1', 't0', 'step-2']))),
    remove: some(random, 2, () => random.pick(['n0', 'n1', 'e0', 'edge-1', 's0', 'step-1', 'nobody'])),
  }
}

const faultsOf = (canvas: WireLists) => prepareQuery({ canvas, model: model.engine }).errors

describe('random proposals for random canvases', () => {
  it('become edits that lead to the answered canvas, and bring no fault', () => {
    let edited = 0
    for (let seed = 0; seed < CASES; seed++) {
      const random = seededRandom(seed)
      const base = canvasOf(random)
      const before = structuredClone(base)
      const proposal = readProposal(answerOf(random), false)!

      const { canvas, edits } = draftCanvas(base, proposal, model)

      expect(base, `seed ${seed}`).toEqual(before)
      expect(JSON.stringify(applyEdits(base, edits)), `seed ${seed}`).toBe(JSON.stringify(canvas))
      expect(edits.filter(({ reason }) => reason === '')).toEqual([])
      expect(edits.filter((edit) => edit.kind !== 'step' && edit.at !== undefined)).toEqual([])
      const wasValid = base.nodes.length === 0 || faultsOf(base).length === 0
      if (wasValid && canvas.nodes.length > 0) expect(faultsOf(canvas), `seed ${seed}`).toEqual([])
      const named = new Set(edits.map(({ before: part }) => JSON.stringify(part)))
      const kept = [...canvas.nodes, ...canvas.edges, ...canvas.post_processors].map((part) => JSON.stringify(part))
      for (const part of [...base.nodes, ...base.edges, ...base.post_processors]) {
        const text = JSON.stringify(part)
        if (!named.has(text)) expect(kept, `seed ${seed}`).toContain(text)
      }
      if (edits.length > 0) edited++
    }

    expect(edited).toBeGreaterThan(CASES / 4)
  })
})
