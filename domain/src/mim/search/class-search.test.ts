import { expect, it } from 'vitest'
import { processorMs } from '../../testing/processor-ms.ts'
import { openSearch } from './class-search.ts'
import { searchOver, sourceOf } from '../../testing/search-world.ts'

const world = searchOver({
  classes: [
    { name: 'vzBrCP', label: 'Contract' },
    { name: 'fvBD', label: 'Bridge Domain (Größe)' },
    { name: 'fvAEPg', label: 'Application EPG' },
    { name: 'FvOdd', label: 'Bridge' },
  ],
  properties: [{ name: 'bridgeMac', label: 'Bridge', owners: ['fvBD'] }],
  packages: [{ name: 'bridge' }],
})

it.each([
  ['bridge', ['FvOdd', 'fvBD']],
  ['IDGE DOM', ['fvBD']],
  ['n (G', ['fvBD']],
  ['größe', ['fvBD']],
  ['bd', ['fvBD']],
  ['g', ['FvOdd', 'fvAEPg', 'fvBD']],
  ['P', ['fvAEPg', 'vzBrCP']],
  ['', ['FvOdd', 'fvAEPg', 'fvBD', 'vzBrCP']],
  ['Mac', []],
  ['application epg and more', []],
])('finds the classes with %j in name or label, by name', (text, classes) => {
  expect(world.substring(text)).toEqual(classes)
})

it.each([
  '',
  ' ',
  '.*',
  '[',
  '\\',
  '%_',
  '"\'',
  '!!!',
  '\0',
  '\ud800',
  '😀',
  '👩‍👩‍👧',
  ':',
  'fv:',
  '::BD'.repeat(50),
  '(a+)+$'.repeat(40),
])('accepts the query %j', (query) => {
  expect(() => [world.find(query), world.substring(query)]).not.toThrow()
})

it('finds nothing for a query without letters or digits', () => {
  expect(['', '  ', '.*', '😀', '***', ':::'].flatMap((query) => world.find(query))).toEqual([])
})

it('reads only the beginning of a very long query', () => {
  const started = processorMs()
  for (const query of ['fvBD '.repeat(2_000), 'x'.repeat(10_000), '😀'.repeat(5_000), ' '.repeat(9_996) + 'fvBD'])
    world.find(query)

  expect(processorMs() - started).toBeLessThan(5_000)
  expect(world.find(' '.repeat(9_996) + 'fvBD')[0]).toBe('fvBD')
})

it('finds words of other scripts', () => {
  expect(world.find('GRÖSSE')).toEqual([])
  expect(world.find('GRÖßE')).toEqual(['fvBD'])
})

it('returns nothing for a limit of zero and everything for a large one', () => {
  expect(world.find('bridge', { limit: 0 })).toEqual([])
  expect(world.find('bridge', { limit: 1_000_000 })).toEqual(['package bridge', 'bridgeMac of fvBD', 'FvOdd', 'fvBD'])
})

it('distinguishes names that differ only in case', () => {
  const { find } = searchOver({ classes: [{ name: 'fvBd' }, { name: 'fvBD' }] })

  expect(find('fvbd')).toEqual(['fvBD', 'fvBd'])
})

it('searches an empty model', () => {
  const { find, substring } = searchOver({ classes: [] })

  expect([...find('fvBD'), ...find('bridge domain'), ...substring('fv'), ...substring('fvBD')]).toEqual([])
})

it('cannot be opened if a part is missing', () => {
  expect(() => openSearch(sourceOf({ classes: [] }), {})).toThrow(
    'search.propertyStarts: expected a Uint32Array, found none',
  )
})
