import { describe, expect, it } from 'vitest'
import { findLiteralWords } from './literal-words.ts'
import { readCode } from './read-code.ts'

const literalsIn = (markup: string): readonly string[] =>
  findLiteralWords(readCode('part.tsx', `export const part = ${markup}`)).map(
    ({ message }) => /“(.*)”/.exec(message)?.[1] ?? message,
  )

describe('words in markup', () => {
  it.each([
    ['<p>Keep editing</p>', 'Keep editing'],
    ['<p>{isDone ? "Done" : "Wait"}</p>', 'Done'],
    ['<p>{count > 0 && `${count} more`}</p>', 'more'],
    ['<><Mark />Nothing</>', 'Nothing'],
    ['<input aria-label="Find" />', 'Find'],
    ['<Dialog title={`Delete ${name}?`} />', 'Delete'],
  ])('%s has some', (markup, word) => {
    expect(literalsIn(markup)).toEqual([word])
  })

  it.each([
    '<p>{words.keepEditing}</p>',
    '<td>null</td>',
    '<code>GET {path}</code>',
    '<Button keys="Ctrl Z">×</Button>',
    '<input className="wide" type="text" />',
    '<p>{count === 0 ? "–" : count}</p>',
  ])('%s has none', (markup) => {
    expect(literalsIn(markup)).toEqual([])
  })
})
