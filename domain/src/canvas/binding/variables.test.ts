import { describe, expect, it } from 'vitest'
import type {
  Canvas,
  CanvasEdge,
  CanvasNode,
  Condition,
  Filter,
  Operator,
  PostProcessorStep,
  Variables,
} from '../canvas.ts'
import { processorMs } from '../../testing/processor-ms.ts'
import { PreparationBudget } from '../preparation-budget.ts'
import { bindCanvas, findVariables, substitute } from './variables.ts'

const NOW = Date.UTC(2026, 2, 1, 12)
const terms = () => new PreparationBudget(NOW)

const node = (parts: Partial<CanvasNode>): CanvasNode => ({
  id: 'bd', class_name: 'fvBD', alias: 'bd', scope_dn: undefined, filters: [], properties: [], primary: false, ...parts,
}) // prettier-ignore
const canvasOf = (nodes: readonly CanvasNode[], post_processors: readonly PostProcessorStep[] = []): Canvas => ({
  nodes,
  edges: [],
  post_processors,
})
const step = (config: PostProcessorStep['config'], enabled = true): PostProcessorStep => ({
  id: 's1',
  type: 'any',
  enabled,
  config,
})

const bindValue = (operator: Operator, value: Condition['value'], variables: Variables) => {
  const filter = { property: 'name', operator, value } as Condition
  const { canvas, problems } = bindCanvas(canvasOf([node({ filters: [filter] })]), variables, terms())
  return { value: (canvas.nodes[0]?.filters[0] as Condition).value, problems }
}
const bindScope = (scope_dn: string, variables: Variables) => {
  const { canvas, problems } = bindCanvas(canvasOf([node({ scope_dn })]), variables, terms())
  return { scope: canvas.nodes[0]?.scope_dn, problems }
}
const bindStep = (config: PostProcessorStep['config'], variables: Variables, enabled = true) => {
  const { canvas, problems } = bindCanvas(canvasOf([], [step(config, enabled)]), variables, terms())
  return { config: canvas.post_processors[0]?.config, problems }
}

describe('the start of the run', () => {
  it.each([
    ['{{now}}', '2026-03-01T12:00:00.000Z'],
    ['{{ now-24h }}', '2026-02-28T12:00:00.000Z'],
    ['{{now+7d}}', '2026-03-08T12:00:00.000Z'],
    ['{{now-90m}}', '2026-03-01T10:30:00.000Z'],
    ['from {{now-1w}} on', 'from 2026-02-22T12:00:00.000Z on'],
  ])('is a value: %s is %s', (template, value) => {
    expect(bindValue('ge', template, {})).toEqual({ value, problems: [] })
    expect(findVariables(template)).toEqual([])
  })

  it('is what since counts from, on nodes and in steps', () => {
    expect(bindValue('since', '24h', {}).value).toBe('2026-02-28T12:00:00.000Z')
    expect(bindValue('since', '{{span}}', { span: '7d' }).value).toBe('2026-02-22T12:00:00.000Z')
    expect(bindValue('since', '2026-01-01', {}).value).toBe('2026-01-01')
    expect(bindValue('since', 'yesterday', {}).value).toBe('yesterday')
    const filters = [{ any: [{ property: 'created', operator: 'since', value: '1h' }] }]
    expect(bindStep({ filters }, {}).config).toEqual({
      filters: [{ any: [{ property: 'created', operator: 'since', value: '2026-03-01T11:00:00.000Z' }] }],
    })
  })

  it('is the time that now() gives in expressions, but not inside quotes', () => {
    expect(bindStep({ expression: 'timestamp(a) < now() && b == "now()" && x.now() != row.now' }, {}).config).toEqual({
      expression: 'timestamp(a) < timestamp("2026-03-01T12:00:00.000Z") && b == "now()" && x.now() != row.now',
    })
  })

  it.each(['now', 'now-24h', 'now+7d'])('cannot be given as a variable: %s', (name) => {
    expect(bindValue('eq', 'x', { [name]: 'later' }).problems).toMatchObject([
      { code: 'bad_value', path: `variables.${name}` },
    ])
  })

  it('does not reach beyond the years that an instant can name', () => {
    expect(bindValue('ge', '{{now-999999999w}}', {}).problems).toMatchObject([{ code: 'bad_value' }])
  })
})

describe('findVariables', () => {
  it.each<[string, readonly unknown[]]>([
    ['plain', []],
    ['{{a}}', [{ name: 'a' }]],
    ['x-{{ a }}-{{b=1}}-{{a}}', [{ name: 'a' }, { name: 'b', default: '1' }]],
    ['{{a=}}', [{ name: 'a', default: '' }]],
    ['{{a=x=y, z}}', [{ name: 'a', default: 'x=y, z' }]],
    ['{{{a}}}', [{ name: 'a' }]],
    ['{{1a}} {{}} {{a b}} }} {{', []],
    ['{{open', []],
    ['{{ {{a}}', [{ name: 'a' }]],
    ['{{__proto__}}', [{ name: '__proto__' }]],
    ['{{vlan-id.x}}', [{ name: 'vlan-id.x' }]],
  ])('finds in %j the variables %j', (template, expected) => {
    expect(findVariables(template)).toEqual(expected)
  })

  it('takes linear time for hostile templates', () => {
    const started = processorMs()

    findVariables('{{a='.repeat(100_000))
    findVariables('}}'.repeat(100_000))
    findVariables('{'.repeat(200_000))

    expect(processorMs() - started).toBeLessThan(5_000)
  })
})

describe('substitute', () => {
  it.each<[string, Variables, unknown]>([
    ['web', {}, 'web'],
    ['{{n}}', { n: 'web' }, 'web'],
    ['{{n}}', { n: 5 }, 5],
    ['{{n}}', { n: false }, false],
    ['{{n}}', { n: ['a', 1] }, ['a', 1]],
    ['a-{{n}}-b', { n: 5 }, 'a-5-b'],
    ['{{n=common}}', {}, 'common'],
    ['{{n=common}}', { n: null }, 'common'],
    ['{{n=common}}', { n: '' }, ''],
    ['{{a}}{{b}}', { a: '{{b}}', b: 'x' }, '{{b}}x'],
    ['{{n}}', { n: '$&' }, '$&'],
  ])('turns %j with %j into %j', (template, variables, value) => {
    expect(substitute(template, variables, NOW)).toEqual({ ok: true, value })
  })

  it('names every missing variable', () => {
    expect(substitute('{{a}} {{b=1}} {{c}} {{toString}}', {}, NOW)).toEqual({
      ok: false,
      missing: ['a', 'c', 'toString'],
      unusable: [],
    })
  })

  it.each([[{ x: 1 }], [Number.NaN], [[null]], [[['a']]]])('rejects the value %j', (value) => {
    expect(substitute('{{a}}', { a: value }, NOW)).toMatchObject({
      ok: false,
      missing: [],
      unusable: [expect.stringContaining('variable a: expected text')],
    })
  })

  it('rejects a list as part of a text', () => {
    expect(substitute('x {{a}}', { a: ['b'] }, NOW)).toMatchObject({
      ok: false,
      unusable: ['variable a (a list): a list cannot be part of a text'],
    })
  })
})

describe('a filter value', () => {
  it.each<[Operator, Condition['value'], Variables, unknown]>([
    ['eq', '{{n}}', { n: 'a","b' }, 'a","b'],
    ['eq', 'p-{{n}}', { n: 'a, b"' }, 'p-a, b"'],
    ['gt', '{{n}}', { n: 1500 }, 1500],
    ['eq', 7, {}, 7],
    ['in', '{{n}}', { n: ['a', 'b'] }, ['a', 'b']],
    ['in', '{{n}}', { n: 'a,b' }, 'a,b'],
    ['in', ['{{n}}', 'c'], { n: ['a', 'b'] }, ['a', 'b', 'c']],
    ['in', ['{{n}}'], { n: 'a,b' }, ['a,b']],
    ['in', 'x,{{n}}', { n: 'a,b' }, ['x', 'a,b']],
    ['in', 'x, p-{{n=d,e}}', {}, ['x', 'p-d,e']],
    ['in', 'x,y', {}, 'x,y'],
    ['between', ['{{low}}', '{{high=10}}'], { low: 1 }, [1, '10']],
    ['matches', '{{n}}', { n: '^a.*' }, '^a.*'],
    ['matches', '^{{n}}-[0-9]+$', { n: 'a.b|c' }, String.raw`^a\.b\|c-[0-9]+$`],
  ])('the filter %s %j with %j compares with %j', (operator, template, variables, expected) => {
    expect(bindValue(operator, template, variables)).toEqual({ value: expected, problems: [] })
  })

  it('must not be a list where one value is expected', () => {
    const { value, problems } = bindValue('eq', '{{n}}', { n: ['a'] })

    expect(value).toBe('{{n}}')
    expect(problems).toMatchObject([{ code: 'bad_value', node_id: 'bd', path: 'nodes.0.filters.0.value' }])
  })

  it('is rejected behind a backslash of the template', () => {
    expect(bindValue('matches', String.raw`a\{{n}}`, { n: 'd' }).problems).toMatchObject([{ code: 'bad_value' }])
  })

  it('is reported with its path when its variable is missing', () => {
    const filters: Filter[] = [
      {
        any: [
          { property: 'a', operator: 'eq', value: '{{x}}' },
          { not: { property: 'b', operator: 'in', value: ['{{y}}', '{{z}}'] } },
        ],
      },
    ]

    const { problems } = bindCanvas(canvasOf([node({ filters, scope_dn: 'uni/tn-{{t}}' })]), {}, terms())

    expect(problems.map(({ code, path, node_id }) => [code, path, node_id])).toEqual([
      ['missing_variable', 'nodes.0.filters.0.any.0.value', 'bd'],
      ['missing_variable', 'nodes.0.filters.0.any.1.not.value', 'bd'],
      ['missing_variable', 'nodes.0.filters.0.any.1.not.value', 'bd'],
      ['missing_variable', 'nodes.0.scope_dn', 'bd'],
    ])
    expect(problems.map(({ message }) => /variable (\w)/.exec(message)?.[1])).toEqual(['x', 'y', 'z', 't'])
  })
})

describe('a scope', () => {
  it.each<[string, Variables, string]>([
    ['uni/tn-{{t}}', { t: 'A' }, 'uni/tn-A'],
    ['uni/tn-{{t=common}}', {}, 'uni/tn-common'],
    ['uni/tn-{{t}}', { t: 5 }, 'uni/tn-5'],
    ['uni/tn-{{t}}', { t: 'a"b?c#d%e,f' }, 'uni/tn-a"b?c#d%e,f'],
    ['uni/tn-{{t}}', { t: 'a[b/c]' }, 'uni/tn-a[b/c]'],
    ['{{dn}}', { dn: 'uni/tn-A/BD-b' }, 'uni/tn-A/BD-b'],
    [
      'uni/x-[{{p}}]',
      { p: 'topology/pod-1/paths-101/pathep-[eth1/24]' },
      'uni/x-[topology/pod-1/paths-101/pathep-[eth1/24]]',
    ],
    ['topology/pod-{{pod}}/node-{{node}}', { pod: 1, node: 101 }, 'topology/pod-1/node-101'],
    ['uni/tn-..', {}, 'uni/tn-..'],
  ])('turns %s with %j into %s', (template, variables, expected) => {
    expect(bindScope(template, variables)).toEqual({ scope: expected, problems: [] })
  })

  it.each<[string, Variables]>([
    ['uni/tn-{{t}}', { t: '' }],
    ['uni/tn-{{t}}', { t: 'a/BD-b' }],
    ['uni/tn-{{t}}', { t: 'a]' }],
    ['uni/tn-{{t}}', { t: '[a' }],
    ['uni/tn-{{t}}', { t: ']a[' }],
    ['uni/tn-{{t}}', { t: ['a'] }],
    ['uni/tn-{{t}}', { t: { a: 1 } }],
    ['uni/x-[{{t}}]', { t: 'a]/b[' }],
    ['uni/x-[{{t}}]', { t: 'a/../../b' }],
    ['uni/{{t}}', { t: '..' }],
    ['{{dn}}', { dn: '' }],
    ['{{dn}}', { dn: '/uni' }],
    ['{{dn}}', { dn: 'uni/tn-[a' }],
    ['{{dn}}', { dn: 'uni/../tn-a' }],
    ['{{dn}}', { dn: ['uni'] }],
  ])('of the form %s rejects %j', (template, variables) => {
    const { scope, problems } = bindScope(template, variables)

    expect(scope).toBe(template)
    expect(problems).toMatchObject([{ code: 'bad_scope_dn', node_id: 'bd', path: 'nodes.0.scope_dn' }])
  })
})

describe('a post-processor config', () => {
  it.each<[string, PostProcessorStep['config'], Variables, unknown]>([
    [
      'keeps types',
      { count: '{{n}}', columns: ['{{c}}', 'x'] },
      { n: 5, c: 'name' },
      { count: 5, columns: ['name', 'x'] },
    ],
    ['spreads lists', { columns: ['{{c}}', 'x'] }, { c: ['a', 'b'] }, { columns: ['a', 'b', 'x'] }],
    ['leaves keys alone', { columns: { '{{a}}': 'b' } }, {}, { columns: { '{{a}}': 'b' } }],
    [
      'fills in conditions',
      { filters: [{ property: 'a', operator: 'in', value: 'x,{{v}}' }] },
      { v: '1,2' },
      { filters: [{ property: 'a', operator: 'in', value: ['x', '1,2'] }] },
    ],
    ['escapes text in patterns', { pattern: '({{v}})' }, { v: 'a.b' }, { pattern: String.raw`(a\.b)` }],
    [
      'writes text into expressions',
      { expression: 'name == {{v}}' },
      { v: '" || true || "' },
      { expression: String.raw`name == "\" || true || \""` },
    ],
    [
      'writes text into the conditions of aggregates',
      { aggregates: [{ function: 'count', where: 'name == {{v}}' }], columns: { where: '{{v}}' } },
      { v: '" || true' },
      { aggregates: [{ function: 'count', where: String.raw`name == "\" || true"` }], columns: { where: '" || true' } },
    ],
    ['writes numbers', { expression: 'mtu > {{v=1500}}' }, {}, { expression: 'mtu > 1500' }],
    ['writes negative numbers', { expression: 'x - {{v}}' }, { v: -5 }, { expression: 'x - (-5)' }],
    ['writes identifiers as text', { expression: 'x == {{v}}' }, { v: '007' }, { expression: 'x == "007"' }],
    [
      'writes lists',
      { expression: 'name in {{v}}' },
      { v: ['a"', 1, true] },
      { expression: String.raw`name in ["a\"", 1, true]` },
    ],
    [
      'writes into quotes',
      { expression: '"p-{{v}}" + \'{{v}}\'' },
      { v: `a"'\\\n` },
      { expression: String.raw`"p-a\"\'\\\n" + 'a\"\'\\\n'` },
    ],
    [
      'writes nothing into comments',
      { expression: "a // it's {{v}}\n+ {{v}}" },
      { v: 'b\n' },
      { expression: 'a // it\'s \n+ "b\\n"' },
    ],
    ['leaves other things alone', { a: [1, null, { b: true }] }, {}, { a: [1, null, { b: true }] }],
  ])('a config with variables %s', (_, config, variables, expected) => {
    expect(bindStep(config, variables)).toEqual({ config: expected, problems: [] })
  })

  it.each([
    [String.raw`"a\{{v}}"`, 'n'],
    [`r"{{v}}"`, '"'],
  ])('rejects a value that would change the expression %s', (expression, v) => {
    expect(bindStep({ expression }, { v }).problems).toMatchObject([
      { code: 'bad_value', step_id: 's1', path: 'post_processors.0.config.expression' },
    ])
  })

  it('of a disabled step needs no variables', () => {
    expect(bindStep({ expression: '{{v}}' }, {}, false)).toEqual({ config: { expression: '{{v}}' }, problems: [] })
  })

  it('may have hostile keys and any depth', () => {
    const config = JSON.parse(`{"__proto__": "{{v}}", "deep": ${'['.repeat(5_000)}${']'.repeat(5_000)}}`) as Record<
      string,
      unknown
    >

    const bound = bindStep(config, { v: 'x' })

    expect(Object.entries(bound.config ?? {})[0]).toEqual(['__proto__', 'x'])
  })
})

describe('variables in the conditions of an edge', () => {
  const bindOn = (expression: string, variables: Variables) => {
    const on = [{ op: 'between', source: 'name', targets: ['name', { expression }] }] as const
    const edge: CanvasEdge = {
      id: 'e', source: 'a', target: 'b', kind: 'match', depth: 'any', through: undefined, on, join: 'inner', properties: [],
    } // prettier-ignore
    const { canvas, problems } = bindCanvas({ ...canvasOf([]), edges: [edge] }, variables, terms())
    return { on: canvas.edges[0]?.on, problems }
  }
  const bound = (expression: string) => [{ op: 'between', source: 'name', targets: ['name', { expression }] }]

  it.each([
    ['name + {{suffix}}', { suffix: '"+x' }, String.raw`name + "\"+x"`],
    ['number(id) + {{offset=5}}', {}, 'number(id) + 5'],
    ['timestamp(modTs) < now() ? "z" : ""', {}, 'timestamp(modTs) < timestamp("2026-03-01T12:00:00.000Z") ? "z" : ""'],
  ])('are values: %s with %j is %s', (expression, variables, expected) => {
    expect(bindOn(expression, variables)).toEqual({ on: bound(expected), problems: [] })
  })

  it('are reported when they are missing', () => {
    expect(bindOn('name + {{suffix}}', {})).toMatchObject({
      on: bound('name + {{suffix}}'),
      problems: [{ code: 'missing_variable', edge_id: 'e', path: 'edges.0.on.0.target.1.expression' }],
    })
  })
})
