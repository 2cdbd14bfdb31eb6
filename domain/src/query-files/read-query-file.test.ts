import { describe, expect, it } from 'vitest'
import { PLATFORM_LISTS } from '@heddle/contract/platform-files.ts'
import { type EntryChecks, MOST_FILE_ENTRIES, readQueryFile, type ReadQueryFile } from './read-query-file.ts'

const ofEach = (value: unknown) => Object.fromEntries(PLATFORM_LISTS.map((list) => [list, value]))
const NOTHING = ofEach([]) as ReadQueryFile['platform']
const checks: EntryChecks = {
  platform: ofEach(() => ({})) as EntryChecks['platform'],
  savedQuery: (entry: unknown) =>
    (entry as { nodes?: unknown }).nodes === 'bad' ? { nodes: ['Expected an array.'] } : {},
  scheduledTask: (entry: unknown) =>
    typeof entry === 'object' && entry !== null && 'name' in entry ? {} : { name: ['This field is required.'] },
}
const read = (wire: Record<string, unknown>) => readQueryFile(wire, checks)
const query = (name: string, rest: object = {}) => ({ name, ...rest })

describe('a file', () => {
  it('has entries by name, each with its valid fields and its faults', () => {
    const { file, faults } = read({
      version: 1,
      saved_queries: [query('a', { nodes: 'bad', description: 'd' })],
      categories: ['A', 'A/B'],
    })

    expect(faults).toEqual({})
    expect(file).toEqual({
      categories: ['A', 'A/B'],
      savedQueries: [{ name: 'a', fields: { name: 'a', description: 'd' }, faults: { nodes: ['Expected an array.'] } }],
      scheduledTasks: [],
      platform: NOTHING,
      deletesInside: null,
      deletesKinds: [],
    })
  })

  it('has the lists of the installation, and deletes what they lack only when it says so', () => {
    const scope = { category: '/', kinds: ['groups'] }
    const wire = { version: 1, groups: [{ name: 'g' }], scope }

    expect(read(wire).file).toMatchObject({ deletesInside: null, deletesKinds: [] })
    expect(read({ ...wire, delete_missing: true })).toMatchObject({
      file: {
        platform: { groups: [{ name: 'g', fields: { name: 'g' } }] },
        ...{ deletesInside: '/', deletesKinds: ['groups'] },
      },
      faults: {},
    })
    expect(Object.keys(read({ version: 1, scope: { kinds: ['queries'] } }).faults)).toEqual(['scope.kinds'])
    expect(Object.keys(read({ version: 1, scope: {} }).faults)).toEqual(['scope'])
  })

  it('deletes inside a folder only when it says so', () => {
    const scope = { category: 'A/B' }

    expect(read({ version: 1, scope, delete_missing: true }).file.deletesInside).toBe('A/B')
    expect(read({ version: 1, scope, delete_missing: false }).file.deletesInside).toBeNull()
    expect(read({ version: 1, scope }).file.deletesInside).toBeNull()
  })

  it.each<[string, Record<string, unknown>, string]>([
    ['no version', {}, 'version'],
    ['another version', { version: 2 }, 'version'],
    ['a version in quotes', { version: '1' }, 'version'],
    ['a key that nobody knows', { version: 1, saved_querys: [] }, 'saved_querys'],
    ['no list', { version: 1, saved_queries: { a: {} } }, 'saved_queries'],
    ['too many entries', { version: 1, saved_queries: Array(MOST_FILE_ENTRIES + 1).fill(query('a')) }, 'saved_queries'],
    ['an entry without a name', { version: 1, scheduled_tasks: [1] }, 'scheduled_tasks.0.name'],
    ['two of one name', { version: 1, saved_queries: [query('a'), query('a')] }, 'saved_queries.a'],
    [
      'a name that every object has, twice',
      { version: 1, saved_queries: [query('constructor'), query('constructor')] },
      'saved_queries.constructor',
    ],
    ['a folder that is no text', { version: 1, categories: [{ name: 'A' }] }, 'categories.0'],
    ['a folder without a name', { version: 1, categories: ['A//B'] }, 'categories.A//B'],
    ['a tilde that stands for nothing', { version: 1, categories: ['A~'] }, 'categories.A~'],
    ['a folder with a very long name', { version: 1, categories: ['x'.repeat(201)] }, `categories.${'x'.repeat(201)}`],
    ['a folder twice', { version: 1, categories: ['A', 'A'] }, 'categories.A'],
    ['deleting without a scope', { version: 1, delete_missing: true }, 'scope'],
    ['deleting that is neither true nor false', { version: 1, delete_missing: 'yes' }, 'delete_missing'],
    ['a scope that is no object', { version: 1, scope: 'A' }, 'scope'],
    ['a scope with other keys', { version: 1, scope: { category: 'A', ids: [] } }, 'scope'],
    ['a scope that is no path', { version: 1, scope: { category: 1 } }, 'scope.category'],
  ])('with %s is refused', (_, wire, field) => {
    expect(Object.keys(read(wire).faults)).toEqual([field])
  })

  it('lists all faults at once, and says which key may have been meant', () => {
    const { faults } = read({ saved_querys: [], categories: ['/'], scheduled_tasks: [{}] })

    expect(Object.keys(faults)).toEqual(['saved_querys', 'version', 'categories./', 'scheduled_tasks.0.name'])
    expect(faults.saved_querys).toEqual(['There is no such key. Did you mean saved_queries?'])
  })
})
