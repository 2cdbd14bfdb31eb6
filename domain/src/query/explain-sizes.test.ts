import { expect, it } from 'vitest'
import { knownModel } from '../mim/known-model.ts'
import { prepareQuery } from './prepare-query.ts'

const plan = (filters: readonly object[], counted: Readonly<Record<string, number>>) =>
  prepareQuery({
    canvas: { nodes: [{ id: 'n', class_name: 'fvBD', filters }], edges: [], post_processors: [] },
    model: knownModel,
    sizes: (className) => counted[className],
  })

it.each([
  ['a whole class that was counted', [], { fvBD: 5 }, 'counted 5 objects', { objects: 5, source: 'counted' }],
  ['a class with a single object', [], { fvBD: 1 }, 'counted 1 object', { objects: 1, source: 'counted' }],
  ['an empty class', [], { fvBD: 0 }, 'counted 0 objects', { objects: 0, source: 'counted' }],
  ['a class that was not counted', [], {}, 'about ', { source: 'estimated' }],
  [
    'a part of a counted class',
    [{ property: 'name', operator: 'eq', value: 'a' }],
    { fvBD: 5 },
    'about ',
    { objects: 5, source: 'counted' },
  ],
])('says whether the size is known: %s', (_what, filters, counted, text, size) => {
  const [step] = plan(filters, counted).plan!.steps

  expect(step!.text).toContain(text)
  expect(step!.size).toMatchObject(size)
})

it('warns about a class by its counted size', () => {
  const codes = (size: number) => plan([], { fvBD: size }).warnings.map(({ code }) => code)

  expect(codes(50_000)).toContain('unfiltered_large_class')
  expect(codes(50)).not.toContain('unfiltered_large_class')
})
