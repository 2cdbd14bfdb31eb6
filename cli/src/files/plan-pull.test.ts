import { describe, expect, it } from 'vitest'
import { lockOf } from './lock.ts'
import { planPull } from './plan-pull.ts'
import { type Content, type FolderFile, readFolderFile } from './folder-file.ts'

const query = (name: string, category: string | null = null, rest: object = {}) => ({
  name,
  category,
  nodes: [],
  edges: [],
  ...rest,
})
const exported = (saved_queries: Content['saved_queries'], rest: Partial<Content> = {}): Content => ({
  ...{ version: 1, categories: [], scheduled_tasks: [], saved_queries },
  ...rest,
})

function read(files: ReadonlyMap<string, string>): readonly FolderFile[] {
  return [...files].map(([path, text]) => {
    const file = readFolderFile(path, text)
    if (!('content' in file)) throw new Error(JSON.stringify(file))
    return file
  })
}

/** Pulls into a folder with these files; returns the plan. */
const pull = (
  content: Content,
  files: ReadonlyMap<string, string> = new Map(),
  taken: readonly string[] = [],
  { pulled = read(files), isForced = false }: { pulled?: readonly FolderFile[]; isForced?: boolean } = {},
) =>
  planPull(content, read(files), {
    taken: new Set(taken),
    lock: lockOf({
      ...pulled.find(({ path }) => path === 'heddle.yaml')?.content,
      version: 1,
      categories: pulled.flatMap((file) => file.content.categories),
      saved_queries: pulled.flatMap((file) => file.content.saved_queries),
      scheduled_tasks: pulled.flatMap((file) => file.content.scheduled_tasks),
    }),
    isForced,
  })

describe('a pull into an empty folder', () => {
  it('writes one file for each query with its tasks, in folders that follow the categories', () => {
    const tasks = [{ name: 'nightly', saved_query: 'down' }]
    const { writes } = pull(
      exported([query('all'), query('down', 'A/B c')], { categories: ['A', 'A/B c'], scheduled_tasks: tasks }),
    )

    expect([...writes.keys()]).toEqual(['heddle.yaml', 'all.yaml', 'A/B c/down.yaml'])
    expect(writes.get('A/B c/down.yaml')).toBe(
      '# Written by `heddle pull` as A/B c/down.yaml\nversion: 1\nsaved_queries:\n' +
        '  - name: down\n    category: A/B c\n    nodes: []\n    edges: []\n' +
        'scheduled_tasks:\n  - name: nightly\n    saved_query: down\n',
    )
    expect(writes.get('heddle.yaml')).toContain('categories:\n  - A\n  - A/B c\n')
  })

  it.each([
    ['names that lead out', [query('..', '../..')], '%2E%2E/%2E%2E/%2E%2E.yaml'],
    ['the file of the folder', [query('Heddle')], '%48eddle.yaml'],
    ['a folder like a file', [query('x', 'y.yaml')], 'y%2Eyaml/x.yaml'],
    ['a slash in a category', [query('x', 'A~1B')], 'A~1B/x.yaml'],
    ['categories that differ in case', [query('x', 'ab'), query('y', 'AB')], '%41%42/y.yaml'],
  ])('takes %s apart', (_, queries, expected) => {
    expect([...pull(exported(queries)).writes.keys()]).toContain(expected)
  })
})

describe('a pull into a folder that was pulled before', () => {
  const before = exported([query('a', 'X'), query('b')], {
    categories: ['X'],
    scheduled_tasks: [{ name: 't', saved_query: 'a' }],
  })
  const files = pull(before).writes

  it('changes nothing when nothing has changed, not even by hand-made comments and order', () => {
    const touched = new Map(files).set(
      'b.yaml',
      '# mine\nsaved_queries:\n- {edges: [], nodes: [], category: null, name: "b"}\nversion: 1\n',
    )

    expect(pull(before, files)).toMatchObject({ writes: new Map(), unchanged: 3, gone: [] })
    expect(pull(before, touched).writes).toEqual(new Map())
  })

  it('writes what has changed, and names what is gone', () => {
    const { writes, gone } = pull(exported([query('b', null, { description: 'new' })], { categories: ['X'] }), files)

    expect([[...writes.keys()], gone]).toEqual([['b.yaml'], ['X/a.yaml']])
  })

  it('moves the file of a query that has another category', () => {
    const { writes, moved, gone } = pull(exported([query('a', 'X/Y'), query('b')]), files)

    expect([[...writes.keys()], moved, gone]).toEqual([['heddle.yaml', 'X/Y/a.yaml'], ['X/a.yaml'], []])
  })

  it('never calls a file gone that it did not write, also a copy of one that it did', () => {
    const copied = files.get('b.yaml')!
    const copies = new Map([['copy.yaml', copied], ['other.yaml', copied.replace('name: b', 'name: c')], ...files])

    expect(pull(before, copies)).toMatchObject({ gone: [], moved: [], writes: new Map() })
  })
})

describe('files that people wrote', () => {
  const own = new Map([['mine.yaml', 'version: 1\nsaved_queries: [{name: a, category: null, nodes: [], edges: []}]\n']])

  it('keep their names, and are brought up to date there', () => {
    expect([...pull(exported([query('a')]), own).writes.keys()]).toEqual(['heddle.yaml'])
    expect(pull(exported([query('a', 'X')]), own).writes.get('mine.yaml')).toMatch(
      /^version: 1\nsaved_queries:\n {2}- name: a\n/,
    )
  })

  it('are not replaced by other queries', () => {
    const { writes, problems } = pull(exported([query('mine')]), own)

    expect([writes.has('mine.yaml'), problems]).toEqual([
      false,
      ['mine.yaml was not written by `heddle pull`: move it away.'],
    ])
    expect(pull(exported([query('x')]), new Map(), ['x.yaml']).problems).toHaveLength(1)
  })

  it('with several queries are left alone until one of them changes', () => {
    const many = new Map([
      [
        'many.yaml',
        'version: 1\nsaved_queries:\n- {name: a, category: null, nodes: [], edges: []}\n- {name: z, category: null, nodes: [], edges: []}\n',
      ],
    ])

    expect([...pull(exported([query('a')]), many).writes.keys()]).toEqual(['heddle.yaml'])
    expect(pull(exported([query('a', 'X')]), many).problems).toEqual([
      'many.yaml holds several queries, and "a" has changed: give it its own file.',
    ])
  })
})

describe('a file with faults', () => {
  const faultsOf = (text: string) => {
    const read = readFolderFile('f.yaml', text)
    return ('faults' in read ? read.faults : read).map(({ line, message }) => [line, message])
  }

  it.each<[string, string, number, RegExp]>([
    ['no YAML', 'version: 1\nsaved_queries: [', 2, /./],
    ['a key twice', 'version: 1\nversion: 1\n', 2, /here twice/],
    ['two documents', 'version: 1\n---\nversion: 1\n', 2, /one document/],
    ['an alias', 'version: 1\nx: &a 1\ny: *a\n', 3, /alias/],
    ['a tag', 'version: 1\nx: !!binary aGk=\n', 2, /tag/],
    ['nothing of ours', 'services: {}\n', 1, /version: 1/],
    ['no name', 'version: 1\nsaved_queries:\n- name: a\n- nodes: []\n', 4, /with a name/],
    ['no list', 'version: 1\nsaved_queries: 1\n', 2, /Expected a list/],
    ['an order to delete', 'version: 1\ndelete_missing: true\n', 2, /--delete-missing/],
  ])('%s has its line', (_, text, line, message) => {
    expect(faultsOf(text)).toContainEqual([line, expect.stringMatching(message)])
  })

  it('says the line of any value in it', () => {
    const file = readFolderFile(
      'f.yaml',
      'version: 1\nsaved_queries:\n  - name: a\n    nodes:\n      - id: x\n        class_name: y\n',
    ) as FolderFile

    expect(file.lineOf(['saved_queries', 0, 'nodes', 0, 'class_name'])).toBe(6)
    expect(file.lineOf(['saved_queries', 0, 'nodes', '0', 'filters', '3'])).toBe(5)
    expect(file.lineOf(['saved_queries', 0, 'controller_connection'])).toBe(3)
  })
})

describe('what was edited here', () => {
  const before = exported([query('a'), query('b')])
  const { writes } = pull(before)
  const edit = (path: string, from: string, to: string) => {
    expect(writes.get(path)).toContain(from)
    return new Map([...writes, [path, writes.get(path)!.replace(from, to)]])
  }
  const theirs = exported([query('a', null, { edges: [{ id: 'e' }] }), query('b')])
  const given = { pulled: read(writes) }

  it('stays while nobody changed it on the server', () => {
    const edited = edit('a.yaml', 'nodes: []', 'nodes: [{id: n}]')

    expect(pull(before, edited, [], given)).toMatchObject({ kept: ['a.yaml'], conflicts: [], unchanged: 2 })
    expect(pull(theirs, writes, [], given)).toMatchObject({ kept: [], conflicts: [] })
    expect([...pull(theirs, writes, [], given).writes.keys()]).toEqual(['a.yaml'])
  })

  it('stays as a conflict where both changed it, unless it is given up', () => {
    const edited = edit('a.yaml', 'nodes: []', 'nodes: [{id: n}]')
    const found = pull(theirs, edited, [], given)

    expect(found).toMatchObject({ conflicts: ['a.yaml'], kept: [] })
    expect(found.writes.size).toBe(0)
    expect(found.lock.get('saved_queries.a')).toEqual(lockOf(before).get('saved_queries.a'))
    expect(found.lock.get('saved_queries.b')).toEqual(lockOf(before).get('saved_queries.b'))
    expect([...pull(theirs, edited, [], { ...given, isForced: true }).writes.keys()]).toEqual(['a.yaml'])
  })

  it('is a new name too, and a former name says nothing once it has it', () => {
    const renamed = edit('a.yaml', '- name: a', '- name: z\n    renamed_from: a')

    expect(pull(before, renamed, [], given)).toMatchObject({ kept: ['a.yaml'], conflicts: [], unchanged: 2 })
    const after = pull(exported([query('z'), query('b')]), renamed, [], given)
    expect(after.conflicts).toEqual([])
  })

  it('of a query that is gone, is not removed', () => {
    const edited = edit('a.yaml', 'nodes: []', 'nodes: [{id: n}]')

    expect(pull(exported([query('b')]), edited, [], given)).toMatchObject({ gone: [], conflicts: ['a.yaml'] })
    expect(pull(exported([query('b')]), writes, [], given)).toMatchObject({ gone: ['a.yaml'], conflicts: [] })
  })
})

it('a pulled file begins with the schema for editors, and is still known as pulled', () => {
  const content = exported([query('a')])
  const before = { taken: new Set<string>(), lock: undefined, isForced: false }
  const { writes } = planPull(content, [], { ...before, schema: 'https://h/schema/' })

  expect(writes.get('a.yaml')).toMatch(/^# yaml-language-server: \$schema=https:\/\/h\/schema\/\n# Written by/)
  expect(read(writes).map(({ isPulled }) => isPulled)).toEqual([true, true])
})
