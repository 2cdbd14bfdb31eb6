import { describe, expect, it } from 'vitest'
import { matchQueries, type PresentQuery } from './match-queries.ts'

const entry = (name: string, fields: object = {}) => ({ name, fields: { name, ...fields }, faults: {} })
const query = (id: string, name: string, canvasHash = id, category: string | null = 'A'): PresentQuery => ({
  ...{ id, name, canvasHash, category },
})

function match(
  entries: readonly ReturnType<typeof entry>[],
  present: readonly PresentQuery[],
  deletesInside: string | null = null,
) {
  const faults: Record<string, string> = {}
  const file = { categories: [], savedQueries: entries, scheduledTasks: [], deletesInside }
  const canvasHashOf = ({ description }: { description?: string }) => description
  const terms = { newId: () => 'new', canvasHashOf }
  const found = matchQueries(file, present, terms, (place, message) => void (faults[place] = message))
  return { found: Object.fromEntries(found), faults }
}

describe('a renamed query', () => {
  it('is the one that the file says it was', () => {
    expect(match([entry('new', { renamed_from: 'old' })], [query('q', 'old')])).toEqual({
      found: { new: { id: 'q', isNew: false, renamedFrom: 'old' } },
      faults: {},
    })
  })

  it.each([
    ['already has its name', [query('q', 'new'), query('o', 'old')], { id: 'q', isNew: false }],
    ['was never there', [query('q', 'other')], { id: 'new', isNew: true }],
  ])('that %s is no longer renamed', (_title, present, expected) => {
    expect(match([entry('new', { renamed_from: 'old' })], present)).toEqual({ found: { new: expected }, faults: {} })
  })

  it('is a fault where it could be several things', () => {
    const both = match([entry('new', { renamed_from: 'old' }), entry('old')], [query('q', 'old')])
    const twice = match(
      [entry('new', { renamed_from: 'old' }), entry('newer', { renamed_from: 'old' })],
      [query('q', 'old')],
    )
    const several = match([entry('new', { renamed_from: 'old' })], [query('q', 'old'), query('r', 'old')])

    expect(both.faults['saved_queries.new.renamed_from']).toContain('still has a query of this name')
    expect(twice.faults['saved_queries.newer.renamed_from']).toContain('Another query of the file')
    expect(several.faults['saved_queries.new.renamed_from']).toContain('2 saved queries')
  })

  it('is guessed from an equal canvas, if it would be deleted and there is one only', () => {
    const renamed = { new: { id: 'q', isNew: false, renamedFrom: 'old' } }
    const entries = [entry('new', { description: 'canvas' })]

    expect(match(entries, [query('q', 'old', 'canvas', 'A/B')], 'A').found).toEqual(renamed)
    expect(match(entries, [query('q', 'old', 'canvas')]).found.new?.isNew).toBe(true)
    expect(match(entries, [query('q', 'old', 'canvas', 'AB')], 'A').found.new?.isNew).toBe(true)
    expect(match(entries, [query('q', 'old', 'canvas'), query('r', 'or', 'canvas')], 'A').found.new?.isNew).toBe(true)
    expect(match([entry('new')], [query('q', 'old')], 'A').found.new?.isNew).toBe(true)
  })
})
