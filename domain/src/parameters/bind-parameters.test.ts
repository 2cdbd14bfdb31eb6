import { describe, expect, it } from 'vitest'
import { prepareQuery } from '../query/prepare-query.ts'
import { smallMim } from '../testing/small-mim.ts'
import { bindParameters } from './bind-parameters.ts'
import { readParameters } from './read-parameters.ts'

const declared = (...parameters: object[]) => {
  const read = readParameters(parameters)
  expect(read.faults).toEqual({})
  return read.parameters
}
const bind = (parameter: object, value: unknown) => bindParameters(declared({ name: 'p', ...parameter }), { p: value })

describe('a value that fits', () => {
  it.each<[object, unknown, unknown]>([
    [{}, 'web', 'web'],
    [{}, '', ''],
    [{ type: 'integer' }, 42, 42],
    [{ type: 'integer' }, '42', 42],
    [{ type: 'integer' }, '-7.0', -7],
    [{ type: 'integer' }, '12345678901234567890', '12345678901234567890'],
    [{ type: 'number' }, '1.50', 1.5],
    [{ type: 'number' }, 1e21, 1e21],
    [{ type: 'boolean' }, true, true],
    [{ type: 'boolean' }, 'false', false],
    [{ type: 'enum', choices: ['a', 'b'] }, 'b', 'b'],
    [{ type: 'enum', choices: [1, 2] }, '2', 2],
    [{ type: 'integer', choices: [1, 2] }, '2.0', 2],
    [{ type: 'date' }, '2026-03-01', '2026-03-01'],
    [{ type: 'date' }, '2026-03-01T12:00:00+01:00', '2026-03-01T12:00:00+01:00'],
    [{ type: 'dn' }, 'uni/tn-a/BD-[x/y]', 'uni/tn-a/BD-[x/y]'],
    [{ type: 'dn' }, 'uni/tn-a/x-[a b]', 'uni/tn-a/x-[a b]'],
    [{ type: 'ip' }, '10.0.0.1', '10.0.0.1'],
    [{ type: 'ip' }, '2001:db8::/32', '2001:db8::/32'],
    [{ type: 'ip', choices: ['2001:db8::1'] }, '2001:DB8:0::1', '2001:db8::1'],
  ])('%j: %j becomes %j', (parameter, value, bound) => {
    expect(bind(parameter, value)).toEqual({ variables: { p: bound }, problems: [], unusable: [] })
  })
})

describe('a value that does not fit', () => {
  it.each<[object, unknown, string]>([
    [{}, 5, 'a text'],
    [{}, ['a'], 'a text'],
    [{ type: 'integer' }, 1.5, 'a whole number'],
    [{ type: 'integer' }, '1.5', 'a whole number'],
    [{ type: 'integer' }, '', 'a whole number'],
    [{ type: 'integer' }, '0x10', 'a whole number'],
    [{ type: 'integer' }, 2 ** 53, 'a whole number'],
    [{ type: 'number' }, 'ten', 'a number'],
    [{ type: 'number' }, '1e3', 'a number'],
    [{ type: 'number' }, true, 'a number'],
    [{ type: 'boolean' }, 'yes', 'true or false'],
    [{ type: 'boolean' }, 1, 'true or false'],
    [{ type: 'enum', choices: ['a'] }, 'A', 'not one of its choices'],
    [{ choices: ['a'] }, 'b', 'not one of its choices'],
    [{ type: 'date' }, 'yesterday', 'a date'],
    [{ type: 'date' }, '2026-02-30', 'a date'],
    [{ type: 'dn' }, '', 'a DN'],
    [{ type: 'dn' }, 'uni/[tn', 'a DN'],
    [{ type: 'dn' }, 'not a dn', 'a DN'],
    [{ type: 'dn' }, 'uni/../tn-a', 'a DN'],
    [{ type: 'ip' }, '10.0.0.256', 'an IP address'],
    [{ type: 'ip' }, '10.0.0.0/33', 'an IP address'],
  ])('%j: %j is a fault', (parameter, value, expected) => {
    const { variables, problems, unusable } = bind(parameter, value)

    expect(problems).toEqual([{ code: 'bad_value', path: 'variables.p', message: expect.stringContaining(expected) }])
    expect({ variables, unusable }).toEqual({ variables: {}, unusable: ['p'] })
  })
})

describe('a value that is absent', () => {
  it.each<[object, object, object]>([
    [{ default: 'web' }, {}, { p: 'web' }],
    [{ default: 'web' }, { p: null }, { p: 'web' }],
    [{ default: 'web', required: true }, {}, { p: 'web' }],
    [{ default: 'web' }, { p: 'db' }, { p: 'db' }],
    [{ type: 'boolean', default: false }, {}, { p: false }],
    [{}, { p: null }, {}],
    [{}, { other: 1, p: 'x' }, { other: 1, p: 'x' }],
  ])('%j with %j gives %j', (parameter, given, variables) => {
    expect(bindParameters(declared({ name: 'p', ...parameter }), { ...given })).toEqual({
      variables,
      problems: [],
      unusable: [],
    })
  })

  it('is a fault where it is required', () => {
    const { problems } = bindParameters(declared({ name: 'p', required: true }), { p: null })

    expect(problems).toEqual([{ code: 'missing_variable', path: 'variables.p', message: 'parameter p is required' }])
  })
})

it('reports every parameter that has no usable value', () => {
  const parameters = declared(
    { name: 'a', required: true },
    { name: 'b', type: 'ip' },
    { name: '__proto__', type: 'dn', default: 'uni' },
  )

  const { variables, problems } = bindParameters(parameters, { b: 'x' })

  expect(problems.map(({ path }) => path)).toEqual(['variables.a', 'variables.b'])
  expect(Object.entries(variables)).toEqual([['__proto__', 'uni']])
})

describe('a canvas', () => {
  const nodes = (value: string) => [
    {
      id: 'bd',
      class_name: 'fvBD',
      scope_dn: 'uni/tn-{{tenant}}',
      filters: [{ property: 'name', operator: 'eq', value }],
    },
  ]
  const prepare = (value: string, parameters: object[], variables: object) =>
    prepareQuery({
      ...{ canvas: { nodes: nodes(value), edges: [], post_processors: [] }, parameters: declared(...parameters) },
      ...{ variables: { ...variables }, model: smallMim, maxResultRows: 1_000 },
    })
  const textOf = (value: string, parameters: object[], variables: object) =>
    JSON.stringify(prepare(value, parameters, variables).plan)

  it('takes the value, then the default of the parameter, then that of the canvas', () => {
    const tenant = { name: 'tenant', default: 'a' }
    expect(textOf('{{name=inline}}', [tenant, { name: 'name', default: 'declared' }], { name: 'given' })).toContain(
      'given',
    )
    expect(textOf('{{name=inline}}', [tenant, { name: 'name', default: 'declared' }], {})).toContain('declared')
    expect(textOf('{{name=inline}}', [tenant, { name: 'name' }], {})).toContain('inline')
  })

  it('has one fault for each parameter without a value, however often it uses it', () => {
    const parameters = [
      { name: 'tenant', required: true },
      { name: 'name', type: 'integer' },
    ]

    const { errors, plan } = prepare('{{name}}', parameters, { name: 'x' })

    expect(errors.map(({ code, path }) => [code, path])).toEqual([
      ['missing_variable', 'variables.tenant'],
      ['bad_value', 'variables.name'],
    ])
    expect(plan).toBeUndefined()
  })

  it('still reports the variables that nobody declared, and its own faults', () => {
    const { errors } = prepare('{{name}}-{{other}}', [{ name: 'name', required: true }], {})

    expect(errors.map(({ path }) => path)).toEqual(['variables.name', 'nodes.0.filters.0.value', 'nodes.0.scope_dn'])
  })
})
