import { describe, expect, it } from 'vitest'
import { smallMim } from '../testing/small-mim.ts'
import { prepareQuery, type QueryToPrepare } from '../query/prepare-query.ts'

const canvas = {
  nodes: [{ id: 'bd', class_name: 'fvBD', properties: ['name', 'mtu'] }],
  edges: [],
  post_processors: [{ id: 'r', type: 'rename', config: { columns: { mtu: 'size' } } }],
}
const prepare = (every: string, others: Partial<QueryToPrepare> = {}) =>
  prepareQuery({ canvas, expect: { every }, model: smallMim, ...others })

describe('an expectation', () => {
  it('is bound like a step, and keeps its text', () => {
    expect(prepare('size == {{size}} && name != "{{name=x}}"', { variables: { size: '9000' } })).toMatchObject({
      errors: [],
      expect: {
        every: { text: 'size == {{size}} && name != "{{name=x}}"', expression: 'size == 9000 && name != "x"' },
      },
    })
  })

  it.each([
    ['a column the steps renamed', 'mtu == "9000"', { code: 'unknown_column', path: 'expect.every' }],
    ['a variable without a value', 'size == {{size}}', { code: 'missing_variable', path: 'expect.every' }],
    ['an expression that does not parse', 'size ==', { code: 'bad_value', path: 'expect.every' }],
  ])('is refused for %s', (_, every, problem) => {
    expect(prepare(every)).toMatchObject({ errors: [problem], plan: undefined })
  })

  it('suggests the column that was meant', () => {
    expect(prepare('siz == "9000"').errors[0]).toMatchObject({ suggestions: ['size'] })
  })

  it('is reported together with faults of the canvas, whose columns are then not known', () => {
    const broken = { ...canvas, nodes: [{ id: 'bd', class_name: 'fvBD', properties: ['name'] }] }

    const { errors } = prepare('({{missing}}', { canvas: broken })

    expect(errors.map(({ path }) => path)).toEqual(['post_processors.0.config.columns.mtu', 'expect.every'])
  })

  it('is not looked at when the steps are skipped', () => {
    expect(prepare('size ==', { skipPostProcessors: true })).toMatchObject({ errors: [], expect: undefined })
  })
})
