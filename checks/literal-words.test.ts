import { Linter } from 'eslint'
import tseslint from 'typescript-eslint'
import { describe, expect, it } from 'vitest'
import { literalWords } from './literal-words.ts'

function literalsIn(markup: string): readonly string[] {
  const plugins = { words: { rules: { 'literal-words': literalWords } } }
  const found = new Linter().verify(
    `export const part = ${markup}`,
    {
      files: ['**/*.tsx'],
      languageOptions: { parser: tseslint.parser },
      plugins,
      rules: { 'words/literal-words': 'error' },
    },
    'part.tsx',
  )
  return found.map(({ message }) => /“(.*)”/.exec(message)?.[1] ?? message)
}

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
