import { expect, it } from 'vitest'
import { alignTable } from './align-table.ts'

it('pads the columns of a Markdown table to their longest cell, and to three characters at least', () => {
  expect(
    alignTable([
      ['id', 'meaning'],
      ['1', 'the first one'],
    ]),
  ).toBe(['| id  | meaning       |', '| --- | ------------- |', '| 1   | the first one |'].join('\n'))
})
