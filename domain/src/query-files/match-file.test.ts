import { describe, expect, it } from 'vitest'
import { matchFile, type Present } from './match-file.ts'
import type { QueriesOfFile } from './read-query-file.ts'

const NOTHING: Present = { folders: [], queries: [], tasks: [], connections: [], groups: [], templates: [] }
const folders = (...paths: string[]) => paths.map((path, index) => ({ id: index + 1, path }))
const entry = <Fields extends object>(name: string, fields: Fields = {} as Fields) => ({
  name,
  fields: { name, ...fields },
  faults: {},
})
const fileOf = (rest: Partial<QueriesOfFile>): QueriesOfFile => ({
  ...{ categories: [], savedQueries: [], scheduledTasks: [], deletesInside: null },
  ...rest,
})
const match = (file: Partial<QueriesOfFile>, present: Partial<Present> = {}) => {
  let ids = 0
  return matchFile(fileOf(file), { ...NOTHING, ...present }, () => `new-${++ids}`)
}

describe('a query of a file', () => {
  const present = {
    queries: [
      { id: 'q1', name: 'a', category: 'A', canvasHash: '' },
      { id: 'q2', name: 'twice', category: 'A', canvasHash: '' },
      { id: 'q3', name: 'twice', category: 'B', canvasHash: '' },
    ],
  }

  it.each<[string, { category?: string | null }, { id: string; isNew: boolean }]>([
    ['a', {}, { id: 'q1', isNew: false }],
    ['a', { category: 'elsewhere' }, { id: 'q1', isNew: false }],
    ['b', {}, { id: 'new-1', isNew: true }],
    ['twice', { category: 'B' }, { id: 'q3', isNew: false }],
  ])('%s %j is found by its name, and among several by its folder', (name, fields, expected) => {
    const { queries, faults } = match({ savedQueries: [entry(name, fields)] }, present)

    expect(queries.get(name)).toEqual(expected)
    expect(faults).toEqual({})
  })

  it.each([{}, { category: 'C' }, { category: null }])('that could be either of two is a fault: %j', (fields) => {
    expect(match({ savedQueries: [entry('twice', fields)] }, present).faults).toEqual({
      'saved_queries.twice': ['There are 2 saved queries of this name: rename the others.'],
    })
  })
})

describe('a name in a file', () => {
  const present: Partial<Present> = {
    queries: [
      { id: 'q1', name: 'a', category: null, canvasHash: '' },
      { id: 'q2', name: 'a', category: 'A', canvasHash: '' },
      { id: 'q3', name: 'b', category: 'A', canvasHash: '' },
    ],
    folders: folders('A', 'B', 'B'),
    connections: [
      { id: 'c1', name: 'lab' },
      { id: 'c2', name: 'twice' },
      { id: 'c3', name: 'twice' },
    ],
  }

  it('means what is in the file, then what is there', () => {
    const { resolve } = match({ savedQueries: [entry('new'), entry('b')] }, present)

    expect(resolve.savedQuery('new')).toEqual({ id: 'new-1' })
    expect(resolve.savedQuery('b')).toEqual({ id: 'q3' })
    expect(resolve.connection('lab')).toEqual({ id: 'c1' })
  })

  it('that fits nothing, or two things, is a fault', () => {
    const { resolve } = match({ categories: ['C'] }, present)

    expect(resolve.savedQuery('a')).toEqual({ fault: 'There are 2 of the name "a": rename all but one.' })
    expect(resolve.connection('twice')).toEqual({ fault: 'There are 2 of the name "twice": rename all but one.' })
    expect(resolve.connection('Lab')).toEqual({ fault: 'There is no controller connection "Lab".' })
    expect(['A', 'B', 'C', 'D'].map(resolve.folderFault)).toEqual([
      undefined,
      'There are several folders B: rename one of them.',
      undefined,
      'There is no folder D, neither in the file nor here.',
    ])
  })

  it('does not mean what the file deletes', () => {
    const { resolve, missing } = match({ deletesInside: 'A' }, present)

    expect(missing.queries.map(({ id }) => id)).toEqual(['q2', 'q3'])
    expect(resolve.savedQuery('a')).toEqual({ id: 'q1' })
    expect(resolve.savedQuery('b')).toHaveProperty('fault')
  })
})

describe('folders of a file', () => {
  it.each<[string, string[], string[], string[], string[]]>([
    ['are created when they are not there', ['A', 'A/B', 'A/C'], ['A', 'A/B'], ['A/C'], []],
    ['need the folder they are in', ['A/B'], [], ['A/B'], ['categories.A/B']],
    ['may be in one that is there', ['A/B'], ['A'], ['A/B'], []],
    ['must not be several there', ['A'], ['A', 'A'], [], ['categories.A']],
    ['must not be in one of several', ['A/B'], ['A', 'A'], ['A/B'], ['categories.A/B']],
  ])('%s', (_, categories, there, created, faulty) => {
    const found = match({ categories }, { folders: folders(...there) })

    expect(found.newFolders).toEqual(created)
    expect(Object.keys(found.faults)).toEqual(faulty)
  })
})

describe('what a file deletes', () => {
  const present: Partial<Present> = {
    folders: folders('A', 'A/B', 'A/B/C', 'A/D', 'AB', 'E'),
    queries: [
      { id: 'q1', name: 'in A', category: 'A', canvasHash: '' },
      { id: 'q2', name: 'in B', category: 'A/B', canvasHash: '' },
      { id: 'q3', name: 'in AB', category: 'AB', canvasHash: '' },
      { id: 'q4', name: 'at the top', category: null, canvasHash: '' },
      { id: 'q5', name: 'in D', category: 'A/D', canvasHash: '' },
    ],
    tasks: [
      { id: 't1', name: 'of q1', savedQuery: 'q1' },
      { id: 't2', name: 'of q3', savedQuery: 'q3' },
      { id: 't3', name: 'kept', savedQuery: 'q2' },
    ],
  }
  const deleted = (file: Partial<QueriesOfFile>) => {
    const { missing } = match(file, present)
    return [
      missing.folders.map(({ path }) => path),
      missing.queries.map(({ name }) => name),
      missing.tasks.map(({ name }) => name),
    ]
  }

  it('is inside its folder, which stays, and not in the file; folders from the bottom up', () => {
    expect(deleted({ deletesInside: 'A' })).toEqual([
      ['A/D', 'A/B/C', 'A/B'],
      ['in A', 'in B', 'in D'],
      ['of q1', 'kept'],
    ])
    expect(deleted({})).toEqual([[], [], []])
  })

  it('is no folder that something stays in, said or not', () => {
    const kept = [entry('in B'), entry('new', { category: 'A/D' })]

    expect(deleted({ deletesInside: 'A', savedQueries: kept, scheduledTasks: [entry('kept')] })).toEqual([
      ['A/B/C'],
      ['in A', 'in D'],
      ['of q1'],
    ])
    expect(deleted({ deletesInside: 'A', categories: ['A/B/C'] })[0]).toEqual(['A/D'])
  })

  it('is never a query that the file moves away', () => {
    expect(deleted({ deletesInside: 'A', savedQueries: [entry('in B', { category: 'E' })] })).toEqual([
      ['A/D', 'A/B/C', 'A/B'],
      ['in A', 'in D'],
      ['of q1', 'kept'],
    ])
  })

  it('must be in a folder that is there, once', () => {
    expect(Object.keys(match({ deletesInside: 'X' }, present).faults)).toEqual(['scope.category'])
    expect(match({ deletesInside: 'X', categories: ['X'] }, present).faults).toEqual({})
    expect(Object.keys(match({ deletesInside: 'Y' }, { folders: folders('Y', 'Y') }).faults)).toEqual([
      'scope.category',
    ])
  })
})
