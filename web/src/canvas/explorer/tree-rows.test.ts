import { expect, it } from 'vitest'
import { modelRows, type TreeNode } from './tree-rows.ts'

const node = (class_name: string, has_children = true): TreeNode => ({
  class_name,
  has_children,
  objects: null,
  display_name: class_name,
  package: 'fv',
  category: 'configuration',
  rn_format: '',
  child_count: 1,
})
const CHILDREN: Readonly<Record<string, readonly TreeNode[]>> = {
  uni: [node('tn'), node('leaf', false)],
  tn: [node('uni')],
}

it.each<[readonly string[], string]>([
  [[], 'uni+'],
  [['uni'], 'uni- uni/tn+ uni/leaf'],
  [['uni', 'uni/tn'], 'uni- uni/tn- uni/tn/uni+ uni/leaf'],
  [['uni', 'uni/tn', 'uni/tn/uni'], 'uni- uni/tn- uni/tn/uni- uni/tn/uni/tn+ uni/tn/uni/leaf uni/leaf'],
])('with %j open', (open, expected) => {
  const rows = modelRows([node('uni')], new Set(open), (name) => ({ nodes: CHILDREN[name] ?? [] }))

  expect(rows.map(({ key, isOpen }) => key + (isOpen === undefined ? '' : isOpen ? '-' : '+')).join(' ')).toBe(expected)
})

it('says where children are being read', () => {
  const rows = modelRows([node('uni')], new Set(['uni']), () => undefined)

  expect(rows.map(({ key, level }) => [key, level])).toEqual([
    ['uni', 1],
    ['uni/', 2],
  ])
})
