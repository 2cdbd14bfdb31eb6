import { expect, it } from 'vitest'
import { kindOf, startBody, type StartDraft } from './start-draft.ts'

const DRAFT: StartDraft = {
  kind: 'pack',
  pack: 'up',
  groups: ['Switches'],
  category: '7',
  queries: ['q-1'],
  connection: 'c-1',
  at: '',
  values: { target: '6.0(9c)', other: ' ' },
}

it.each<[Partial<StartDraft>, object]>([
  [{}, { pack: 'up', groups: ['Switches'], controller_connection: 'c-1', parameters: { target: '6.0(9c)' } }],
  [
    { groups: [], values: {} },
    { pack: 'up', controller_connection: 'c-1' },
  ],
  [{ kind: 'category', connection: '' }, { category: 7 }],
  [
    { kind: 'queries', at: '2026-11-22T06:30' },
    { at: '2026-11-22T06:30:00+01:00', saved_queries: ['q-1'], controller_connection: 'c-1' },
  ],
  [{ pack: '', groups: [], connection: '', values: {} }, {}],
])('sends what belongs to %j', (changed, body) => {
  expect(startBody({ ...DRAFT, ...changed }, 'Europe/Warsaw')).toEqual(body)
})

it.each([
  [{}, 'pack'],
  [{ category: '7' }, 'category'],
  [{ saved_queries: 'q-1' }, 'queries'],
  [{ pack: 'up', category: '7' }, 'pack'],
])('begins with what %j asks for', (search, kind) => {
  expect(kindOf(search)).toBe(kind)
})
