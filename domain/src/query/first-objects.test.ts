import { describe, expect, it } from 'vitest'
import type { PostProcessorStep } from '../canvas/canvas.ts'
import { knownModel } from '../mim/known-model.ts'
import type { ClassModel } from '../mim/model.ts'
import { canvas, edge, node } from '../testing/canvas-builder.ts'
import { classInfo } from '../testing/class-info.ts'
import { planQuery } from './plan-query.ts'

const step = (type: string, config: Record<string, unknown>, enabled = true): PostProcessorStep => ({
  id: type,
  type,
  enabled,
  config,
})
const sort = (column: string, more: object = {}) => step('sort', { by: [{ column, ...more }] })
const limit = (count: number, offset = 0) => step('limit', { count, offset })
const newest = [sort('created', { direction: 'desc' }), limit(20)]

const properties = new Map([
  ['created', { name: 'created', type: 'date' as const, values: [] }],
  ['affected', { name: 'affected', type: 'string' as const, values: [] }],
])
const model: ClassModel = {
  ...knownModel,
  installed: true,
  find: (name) => (name === 'aaaModLR' ? { ...classInfo(name), properties } : undefined),
}
const records = (parts: object = {}) => canvas([node('r', 'aaaModLR', parts)])

function accessOf(steps: readonly PostProcessorStep[], query = records(), asked: ClassModel = model) {
  const plan = planQuery({ ...query, post_processors: steps }, { model: asked })
  const { access } = plan.fetches[0]!
  return { first: access.kind === 'query' ? access.first : undefined, text: plan.text }
}

describe('a sort by a date and a limit', () => {
  it('need only the first objects', () => {
    const { first, text } = accessOf(newest)

    expect(first).toEqual({ property: 'created', descending: true, count: 20, order: 'time' })
    expect(text).toContain('but only the newest 20 by created if the controller can order them')
  })

  it('may go up, skip some, and be followed by anything', () => {
    const steps = [step('filter', {}, false), sort('created'), limit(5, 10), sort('affected'), limit(1)]

    expect(accessOf(steps).first).toEqual({ property: 'created', descending: false, count: 15, order: 'time' })
  })

  it('may have filters that the controller checks', () => {
    const checked = records({ filters: [{ property: 'affected', operator: 'eq', value: 'uni' }] })

    expect(accessOf(newest, checked).first).toBeDefined()
  })

  it.each<[string, readonly PostProcessorStep[], ReturnType<typeof canvas>?, ClassModel?]>([
    ['is no date', [sort('affected'), limit(20)]],
    ['is of a class that the model does not know', newest, canvas([node('r', 'fvBD')])],
    ['has no model', newest, records(), knownModel],
    ['has another order', [sort('created', { order: 'code' }), limit(20)]],
    ['has a second key', [step('sort', { by: [{ column: 'created' }, { column: 'dn' }] }), limit(20)]],
    ['has a step in between', [newest[0]!, step('distinct', {}), newest[1]!]],
    ['has no limit', [newest[0]!]],
    ['wants nothing', [newest[0]!, limit(0)]],
    ['wants more than a page', [newest[0]!, limit(1001)]],
    [
      'has a filter that is checked here',
      newest,
      records({ filters: [{ property: 'affected', operator: 'matches', value: '^u' }] }),
    ],
    [
      'is one of two nodes',
      newest,
      canvas(
        [node('r', 'aaaModLR'), node('b', 'fvBD')],
        [edge('r → b', { kind: 'match', on: { source: 'affected', target: 'dn' } })],
      ),
    ],
  ])('read everything if it %s', (_, steps, query, asked) => {
    expect(accessOf(steps, query, asked).first).toBeUndefined()
  })
})

describe('a sort by dn and a limit', () => {
  it.each([
    ['natural', {}],
    ['code', { order: 'code' }],
  ])('need only the first objects, in %s order', (order, more) => {
    const { first, text } = accessOf([sort('dn', more), limit(20)], records(), knownModel)

    expect(first).toEqual({ property: 'dn', descending: false, count: 20, order })
    expect(text).toContain('but only the first 20 by dn if the controller can order them')
  })

  it('may go down', () => {
    expect(accessOf([sort('dn', { direction: 'desc' }), limit(20)]).text).toContain('but only the last 20 by dn')
  })

  it('read everything if there is a second key', () => {
    const steps = [step('sort', { by: [{ column: 'dn' }, { column: 'created' }] }), limit(20)]

    expect(accessOf(steps).first).toBeUndefined()
  })
})
