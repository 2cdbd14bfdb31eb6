import { describe, expect, it } from 'vitest'
import { knownModel } from '../mim/known-model.ts'
import { node } from '../testing/canvas-builder.ts'
import { smallMim } from '../testing/small-mim.ts'
import { PreparationBudget } from '../canvas/preparation-budget.ts'
import { prepareQuery } from './prepare-query.ts'
import { prepareSteps } from './prepare-steps.ts'

const withValues = (...values: readonly unknown[]) => ({
  nodes: [
    node('bd', 'fvBD', { filters: values.map((value) => ({ property: 'name', operator: 'in', value })) as never }),
  ],
  edges: [],
})
const prepare = (canvas: object, variables: Record<string, unknown> = {}, budget = new PreparationBudget()) =>
  prepareQuery({ canvas, variables, model: smallMim, budget }).errors.map(({ code, path }) => `${code} ${path}`)

/** A canvas of exactly this many bytes of JSON: `[]`, `[]` and a node with a key nobody knows. */
const canvasOf = (bytes: number) => ({
  nodes: [
    {
      id: 'bd',
      class_name: 'fvBD',
      note: 'x'.repeat(bytes - JSON.stringify([{ id: 'bd', class_name: 'fvBD', note: '' }]).length - 4),
    },
  ],
  edges: [],
  post_processors: [],
})

describe('a canvas', () => {
  it('has at most 512 kB of JSON, unknown keys included', () => {
    expect(prepare(canvasOf(512_000))).toEqual([])
    expect(prepare(canvasOf(512_001))).toEqual(['too_large nodes'])
  })

  it('is measured in bytes, not in characters', () => {
    expect(prepare({ nodes: [{ id: 'bd', class_name: 'fvBD', note: '😀'.repeat(130_000) }], edges: [] })).toEqual([
      'too_large nodes',
    ])
  })
})

describe('a variable', () => {
  it.each([
    ['a text', 'x'.repeat(16_000), 'x'.repeat(16_001)],
    ['bytes', 'ÿ'.repeat(8_000), 'ÿ'.repeat(8_001)],
    ['a list, counted whole', ['x'.repeat(15_996)], ['x'.repeat(15_997)]],
    ['a list of nothing', Array(5_333).fill(''), Array(5_334).fill('')],
  ])('has at most 16 kB: %s', (_, most, tooMuch) => {
    expect(prepare(withValues('{{a}}'), { a: most })).toEqual([])
    expect(prepare(withValues('{{a}}'), { a: tooMuch })).toEqual(['too_large variables'])
    expect(prepare(withValues('web'), { unused: tooMuch })).toEqual(['too_large variables'])
  })

  it('is one of many that have at most 1 MB together', () => {
    const many = Object.fromEntries(Array.from({ length: 70 }, (_, index) => [`v${index}`, 'x'.repeat(15_000)]))

    expect(prepare(withValues('web'), many)).toEqual(['too_large variables'])
  })
})

describe('a text with its variables filled in', () => {
  const text = 'x'.repeat(16_000)

  it('has at most 64 kB', () => {
    expect(prepare(withValues('-{{a}}{{a}}{{a}}{{b}}'), { a: text, b: text.slice(1) })).toEqual([])
    expect(prepare(withValues('-{{a}}{{a}}{{a}}{{b}}'), { a: text, b: text })).toEqual([
      'too_large nodes.0.filters.0.value',
    ])
  })

  it('may be longer where there is nothing to fill in', () => {
    expect(prepare(withValues('x'.repeat(65_000)))).toEqual([])
  })

  it('is one of all in the run that have at most 1 MB together, which is said once', () => {
    const values = Array.from({ length: 70 }, () => '{{a}}')

    expect(prepare(withValues(...values.slice(0, 62)), { a: text })).toEqual([])
    expect(prepare(withValues(...values), { a: text })).toEqual(['too_large nodes.0.filters.62.value'])
  })

  it('shares that megabyte with the queries the run looks up in', () => {
    const budget = new PreparationBudget()
    const values = Array.from({ length: 40 }, () => '{{a}}')

    expect(prepare(withValues(...values), { a: text }, budget)).toEqual([])
    expect(prepare(withValues(...values), { a: text }, budget)).toEqual(['too_large nodes.0.filters.22.value'])
  })

  it('counts lists that are spread into a list', () => {
    const list = Array.from({ length: 5_000 }, () => '')

    expect(prepare(withValues(Array.from({ length: 1_000 }, () => '{{a}}')), { a: list })).toEqual([
      'too_large nodes.0.filters.0.value',
    ])
  })

  it('counts values that fit nowhere', () => {
    const scope = node('bd', 'fvBD', { scope_dn: 'uni/tn-{{a}}'.repeat(30_000) })

    expect(prepare({ nodes: [scope], edges: [] }, { a: `${'x'.repeat(15_000)}]` })).toContain(
      'too_large nodes.0.scope_dn',
    )
  })

  // The scheduled task that killed the server: two gigabytes of text.
  it('is never built when it is too large', () => {
    const values = Array.from({ length: 10 }, () => '{{a}}'.repeat(1_000))

    expect(prepare(withValues(...values), { a: text })).toEqual(
      values.map((_, index) => `too_large nodes.0.filters.${index}.value`),
    )
  })

  it('is bounded in steps over captured rows too', () => {
    const post_processors = [
      { id: 's', type: 'compute', config: { column: 'c', expression: '"{{a}}{{a}}{{a}}{{a}}{{a}}"' } },
    ]
    const { errors } = prepareSteps({ post_processors, columns: ['dn'], variables: { a: text } })

    expect(errors.map(({ code, path }) => `${code} ${path}`)).toContain('too_large post_processors.0.config.expression')
  })
})

describe('the problems of an answer', () => {
  it('are at most 500', () => {
    const filters = Array.from({ length: 20_000 }, () => ({}))
    const { errors } = prepareQuery({
      canvas: { nodes: [{ id: 'a', class_name: 'fvBD', filters }], edges: [] },
      model: knownModel,
    })

    expect(errors).toHaveLength(500)
  })
})

describe('a scope', () => {
  it.each(['uni/../x', '[/../../aaaRefresh.json/x]', 'uni/tn-[a/./b]', 'uni/..'])(
    'with a step that moves is refused: %s',
    (scope_dn) => {
      expect(prepare({ nodes: [node('bd', 'fvBD', { scope_dn })], edges: [] })).toEqual([
        'bad_scope_dn nodes.0.scope_dn',
      ])
    },
  )

  it.each(['uni/tn-a..b', 'uni/tn-...', 'uni/tn-.', 'uni/tn-a/path-[topology/pod-1/paths-101/pathep-[eth1/1.5]]'])(
    'with dots in a name is legal: %s',
    (scope_dn) => {
      expect(prepare({ nodes: [node('bd', 'fvBD', { scope_dn })], edges: [] })).toEqual([])
    },
  )
})
