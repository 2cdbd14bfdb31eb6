import { describe, expect, it } from 'vitest'
import { diffFileValues } from './diff-values.ts'

const at = (id: string, rest: object = {}) => ({ id, ...rest })

describe('the difference of two objects', () => {
  it.each<[string, object, object, unknown[][]]>([
    ['nothing, whatever the order of keys', { a: 1, b: { c: [1, 2] } }, { b: { c: [1, 2] }, a: 1 }, []],
    ['a value', { a: { b: 1 } }, { a: { b: 2 } }, [['a.b', 1, 2]]],
    ['a kind of value', { a: '1' }, { a: 1 }, [['a', '1', 1]]],
    ['a new key', {}, { a: [1] }, [['a', null, [1]]]],
    ['a key that is gone', { a: { b: 1 } }, {}, [['a', { b: 1 }, null]]],
    ['a list that grows', { a: [1] }, { a: [1, 2] }, [['a.1', null, 2]]],
    ['a list that shrinks', { a: [1, 2] }, { a: [2] }, [['a.0', 1, 2], ['a.1', 2, null]]], // prettier-ignore
    ['an item put first', { a: [at('x'), at('y')] }, { a: [at('z'), at('x'), at('y', { k: 1 })] }, [['a.0', null, at('z')], ['a.2.k', null, 1]]], // prettier-ignore
    ['an item taken out', { a: [at('x'), at('y')] }, { a: [at('y')] }, [['a.0', at('x'), null]]],
    ['items in another order', { a: [at('x'), at('y')] }, { a: [at('y'), at('x')] }, [['a.0.id', 'x', 'y'], ['a.1.id', 'y', 'x']]], // prettier-ignore
    ['keys that objects have anyway', {}, { constructor: 1, toString: 2 }, [['constructor', null, 1], ['toString', null, 2]]], // prettier-ignore
  ])('%s', (_, before, after, expected) => {
    expect(
      diffFileValues({ ...before }, { ...after }).map(({ path, before: old, after: now }) => [path, old, now]),
    ).toEqual(expected)
  })

  it('is shown as sizes when it is very large', () => {
    const nodes = Array.from({ length: 3_000 }, (_, index) => at(`n${index}`, { class_name: 'fvBD' }))

    expect(diffFileValues({ name: 'a', nodes }, { name: 'b', nodes: [] })).toEqual([
      { path: 'name', before: '3 bytes of JSON', after: '3 bytes of JSON' },
      {
        path: 'nodes',
        before: `${JSON.stringify(nodes).length.toLocaleString('en')} bytes of JSON`,
        after: '2 bytes of JSON',
      },
    ])
  })
})
