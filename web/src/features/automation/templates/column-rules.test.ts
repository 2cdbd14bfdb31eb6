import { describe, expect, it } from 'vitest'
import { rulesOf } from './column-rules.ts'

const REFERENCES = {
  lists: [{ id: 'l-1', name: 'Leaves' }],
  patterns: [{ id: 'p-1', name: 'Switch', pattern: 'leaf-\\d+' }],
}

describe('the rules of a column', () => {
  it.each([
    [{ choices: ['trunk', 'access'] }, ['trunk, access']],
    [{ choices: 'abcdefghij'.split('') }, ['a, b, c, d, e, f, g, h and 2 more']],
    [{ validation_list: 'l-1' }, ['from the list “Leaves”']],
    [{ validation_list: 'l-2' }, ['from a list of values']],
    [{ regex_pattern: 'p-1' }, ['matches “Switch” (leaf-\\d+)']],
    [{ min_length: 1 }, ['at least 1 character']],
    [{ max_length: 12 }, ['at most 12 characters']],
    [{ min_length: 0, max_length: 12 }, ['0 to 12 characters']],
    [{ unique: true, default: false }, ['each value once', '“false” if left empty']],
    [{ default: ['a', 'b'] }, ['“a, b” if left empty']],
    [{ min: null, validation_list: null, default: null }, []],
  ])('of %j are %j', (given, rules) => {
    expect(rulesOf({ name: 'x', ...given }, REFERENCES)).toEqual(rules)
  })
})
