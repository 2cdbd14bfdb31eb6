import { describe, expect, it } from 'vitest'
import { prepareSteps } from './prepare-steps.ts'

const prepare = (post_processors: unknown, variables = {}) =>
  prepareSteps({ post_processors, columns: ['dn', 'name'], variables })
const codes = (post_processors: unknown) => prepare(post_processors).errors.map(({ code, path }) => `${code} ${path}`)

describe('post-processors for existing rows', () => {
  it('are parsed, with variables filled in', () => {
    const { steps, errors } = prepare([{ type: 'select', config: { columns: ['{{which}}'] } }], { which: 'name' })

    expect(errors).toEqual([])
    expect(steps).toEqual([{ id: 'step-1', type: 'select', enabled: true, config: { columns: ['name'] } }])
  })

  it.each([
    [
      'a column that the rows do not have',
      [{ type: 'select', config: { columns: ['mtu'] } }],
      ['unknown_column post_processors.0.config.columns.0'],
    ],
    [
      'a column that an earlier step dropped',
      [
        { type: 'select', config: { columns: ['dn'] } },
        { type: 'select', config: { columns: ['name'] } },
      ],
      ['unknown_column post_processors.1.config.columns.0'],
    ],
    [
      'a variable without a value, once',
      [{ type: 'limit', config: { count: '{{most}}' } }],
      ['missing_variable post_processors.0.config.count'],
    ],
  ])('are faulty with %s', (_, steps, expected) => {
    expect(codes(steps)).toEqual(expected)
  })
})
