import { describe, expect, it } from 'vitest'
import { joinFiles, placeFaults } from './join-files.ts'
import { describeFault, type FolderFile, readFolderFile } from './folder-file.ts'

const file = (path: string, text: string): FolderFile => readFolderFile(path, `version: 1\n${text}`) as FolderFile

const files = [
  file('heddle.yaml', 'scope: {category: A}\ncategories:\n- A\n'),
  file('A/x.yaml', 'saved_queries:\n- name: x\n  nodes:\n  - id: n\n    class_name: none\n'),
  file('A/x.y.yaml', 'saved_queries:\n- name: x.y\n  edges: 1\nscheduled_tasks:\n- name: x\n  timezone: Mars\n'),
]

describe('the files of a folder', () => {
  it('are one document', () => {
    expect(joinFiles(files)).toMatchObject({
      scope: { category: 'A' },
      categories: ['A'],
      saved_queries: [{ name: 'x' }, { name: 'x.y' }],
      scheduled_tasks: [{ name: 'x' }],
    })
  })

  it('say everything once, and the scope in the file of the folder', () => {
    const more = [...files, file('B.yaml', 'scope: {category: B}\nsaved_queries:\n- name: z\n- name: x\n')]

    expect(joinFiles(more)).toMatchObject([
      { file: 'B.yaml', line: 2, field: 'scope' },
      { file: 'B.yaml', line: 5, field: 'saved_queries.x', message: 'It is in A/x.yaml already: remove one.' },
    ])
  })
})

describe('a fault that the server finds', () => {
  it.each([
    ['saved_queries.x.nodes.0.class_name', 'A/x.yaml:6: nodes.0.class_name: Wrong.'],
    ['saved_queries.x.y.edges', 'A/x.y.yaml:4: edges: Wrong.'],
    ['saved_queries.x.controller_connection', 'A/x.yaml:3: controller_connection: Wrong.'],
    ['saved_queries.x', 'A/x.yaml:3: Wrong.'],
    ['scheduled_tasks.x.timezone', 'A/x.y.yaml:7: timezone: Wrong.'],
    ['scope.category', 'heddle.yaml:2: scope.category: Wrong.'],
    ['saved_queries.unknown.name', 'saved_queries.unknown.name: Wrong.'],
    ['non_field_errors', 'Wrong.'],
  ])('under %s is at %s', (field, expected) => {
    const [fault] = placeFaults(files, { [field]: ['Wrong.'] })

    expect(typeof fault === 'string' ? fault : describeFault(fault!)).toBe(expected)
  })
})
