import { describe, expect, it } from 'vitest'
import { stringEnd, valueEnd } from './scan-json.ts'

/** Values begin behind something of the same kind, so that a search from the beginning would find another end. */
const BEFORE = ['', '"a",', '[[],', '{"a":"}",']
const VALUES = [
  ...[
    '""',
    '"a"',
    String.raw`"\\"`,
    String.raw`"\""`,
    String.raw`"a\\\"b"`,
    String.raw`"\"\"\\"`,
    '"[{"',
    '"]}"',
    '","',
  ],
  ...[
    '[]',
    '{}',
    '[[]]',
    '[{}]',
    '{"a":[]}',
    '[[],[{}],[]]',
    '["]"]',
    '["[","{"]',
    '{"}":"]"}',
    '[1,2]',
    '{"a":1,"b":2}',
  ],
  ...[String.raw`["\"]"]`, String.raw`{"\\":["\\\""]}`, '0', '-1.5e+9', 'true', 'false', 'null'],
]
const AFTER = ['', ',1', ']', '}', ',"a"', ',[]', '],[]', '},{}']

describe('the end of a JSON value', () => {
  it.each(VALUES)('%s', (value) => {
    for (const before of BEFORE)
      for (const after of AFTER)
        expect(valueEnd(before + value + after, before.length), `${before}${value}${after}`).toBe(
          before.length + value.length,
        )
  })

  it.each(['"', '"a', String.raw`"\"`, String.raw`"\\\"`, '"a,1]'])('is missing in %s', (text) => {
    expect(() => stringEnd(text, 0)).toThrow(`JSON of ${text.length} characters: expected the string at 0 to end`)
    expect(() => valueEnd(text, 0)).toThrow('expected the string at 0 to end')
  })

  it.each(['[', '[1', '{"a":1', '[[]', '[{}', '{"a":[]'])('is missing in %s', (text) => {
    expect(() => valueEnd(text, 0)).toThrow(`JSON of ${text.length} characters: expected the value at 0 to end`)
  })
})
