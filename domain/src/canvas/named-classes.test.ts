import { expect, it } from 'vitest'
import { namedClasses } from './named-classes.ts'

it.each([
  [
    [{ class_name: 'fv:BD' }, { class_name: ' fvBD ' }, { class_name: 'fvCtx' }],
    ['fvBD', 'fvCtx'],
  ],
  [[{ class_names: ['fvBD', 7, 'fvAEPg'] }], ['fvBD', 'fvAEPg']],
  [[{ class_name: 'not a class' }, { class_name: null }, {}, 7, null], []],
  ['x', []],
  [undefined, []],
])('the classes named by the nodes %j are %j', (nodes, expected) => {
  expect(namedClasses({ nodes })).toEqual(expected)
})
