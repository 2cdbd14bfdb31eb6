import { expect, it } from 'vitest'
import { usedBy } from './used-by.ts'

const USERS = {
  templates: [
    {
      name: 'Ports',
      schema: [
        { name: 'a', validation_list: 'l-1' },
        { name: 'b', column_template: 'c-1' },
      ],
      validation_lists: [],
    },
    { name: 'VLANs', schema: [{ name: 'a', regex_pattern: 'p-1' }], validation_lists: ['l-1'] },
  ],
  columnTemplates: [{ name: 'Leaf', validation_list: 'l-1', regex_pattern: null }],
}

it.each([
  ['validation_list', 'l-1', ['Ports', 'VLANs', 'Leaf']],
  ['regex_pattern', 'p-1', ['VLANs']],
  ['column_template', 'c-1', ['Ports']],
  ['column_template', 'l-1', []],
] as const)('finds who refers by %s to %s', (key, id, names) => {
  expect(usedBy(key, id, USERS)).toEqual(names)
})
