import { readFileSync } from 'node:fs'
import Schema from 'typebox/schema'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { FileSavedQuery } from '@heddle/contract/query-files.ts'
import { OPERATORS } from '../canvas/canvas.ts'
import type { ReceivedCanvas } from '../canvas/parse-canvas.ts'
import { knownModel } from '../mim/known-model.ts'
import { POST_PROCESSOR_TYPES } from '../post-processing/registry.ts'
import { prepareQuery } from '../query/prepare-query.ts'
import { KNOWN_KEYS } from '../validation/known-keys.ts'
import { canvasSchema, queryFileSchema } from './canvas-schema.ts'
import { DESCRIPTIONS, STEP_DESCRIPTIONS } from './descriptions.ts'

const page = readFileSync(new URL('../../../docs/canvas.md', import.meta.url), 'utf8')
const examples = [...page.matchAll(/```yaml\n([^]*?)```/g)].map(([, text]) => parse(text!) as ReceivedCanvas)
const schema = JSON.parse(JSON.stringify(canvasSchema())) as Record<string, unknown>
const isValid = Schema.Compile(schema)

describe('docs/canvas.md', () => {
  it.each(examples.map((example, index) => [index + 1, example] as const))(
    'example %i can be planned, and fits the schema',
    (_, canvas) => {
      const { errors } = prepareQuery({ canvas, variables: {}, model: knownModel })

      expect(errors.map(({ message }) => message)).toEqual([])
      expect(isValid.Errors(canvas)[1]).toEqual([])
    },
  )

  it('has an example of each key, step and operator', () => {
    const text = JSON.stringify(examples)

    for (const keys of Object.values(KNOWN_KEYS)) for (const key of keys) expect(text).toContain(`"${key}":`)
    for (const type of POST_PROCESSOR_TYPES) expect(text).toContain(`"type":"${type}"`)
    for (const operator of OPERATORS) expect(page).toContain(`\`${operator}\``)
  })
})

describe('the schema', () => {
  it('has the keys that the parser reads, each with a description', () => {
    const described = Object.fromEntries(
      Object.entries(DESCRIPTIONS).map(([place, keys]) => [place, Object.keys(keys)]),
    )
    const sorted = (keys: Readonly<Record<string, readonly string[]>>) =>
      Object.fromEntries(Object.entries(keys).map(([place, names]) => [place, names.toSorted()]))

    expect(sorted(described)).toEqual(sorted(KNOWN_KEYS))
    expect(Object.keys(STEP_DESCRIPTIONS).toSorted()).toEqual(POST_PROCESSOR_TYPES.toSorted())
  })

  const node = { id: 'a', class_name: 'fvBD' }
  it.each<[string, object]>([
    ['a node without an id', { nodes: [{ class_name: 'fvBD' }] }],
    ['a class that is no name', { nodes: [{ id: 'a', class_name: 'fv BD' }] }],
    ['an operator that nobody knows', { nodes: [{ ...node, filters: [{ property: 'name', operator: 'equals' }] }] }],
    ['an edge to nowhere', { nodes: [node], edges: [{ source: 'a' }] }],
    ['a misspelt option', { nodes: [node], post_processors: [{ type: 'limit', config: { offest: 1, count: 1 } }] }],
    ['a missing option', { nodes: [node], post_processors: [{ type: 'limit', config: {} }] }],
    ['an unknown step', { nodes: [node], post_processors: [{ type: 'sortt', config: {} }] }],
    [
      'an unknown option in a list',
      { nodes: [node], post_processors: [{ type: 'sort', config: { by: [{ column: 'a', dir: 'desc' }] } }] },
    ],
  ])('refuses %s, as the parser does', (_, canvas) => {
    const wire = { edges: [], post_processors: [], ...canvas } as unknown as ReceivedCanvas

    expect(isValid.Check(wire)).toBe(false)
    expect(prepareQuery({ canvas: wire, variables: {}, model: knownModel }).errors).not.toEqual([])
  })

  it('of a whole file knows its other keys', () => {
    const entry = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] }
    const file = Schema.Compile(
      JSON.parse(JSON.stringify(queryFileSchema({ savedQuery: entry, scheduledTask: entry, platform: {} }))) as Record<
        string,
        unknown
      >,
    )

    expect(file.Check({ version: 1, saved_queries: [{ name: 'q', nodes: [node], edges: [] }] })).toBe(true)
    expect(file.Check({ version: 1, saved_queries: [{ name: 'q', nodes: [{}] }] })).toBe(false)
    expect(file.Check({ version: 1, queries: [] })).toBe(false)
  })

  it('of a whole file completes what a query expects, and the parameters it declares', () => {
    const { saved_queries: list } = queryFileSchema({ savedQuery: FileSavedQuery, scheduledTask: {}, platform: {} })
      .properties as any
    const { expect: expectation, parameters } = list.items.properties

    expect(Object.keys(expectation.anyOf[0].properties)).toContain('every')
    expect(Object.keys(parameters.items.properties)).toContain('choices_from')
  })
})
