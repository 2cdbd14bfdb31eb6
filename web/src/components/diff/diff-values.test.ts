import { describe, expect, it } from 'vitest'
import { diffValues, textOfValue } from './diff-values.ts'

/** `{}` around what only one side has. */
function marked(before: unknown, after: unknown): readonly string[] {
  const found = diffValues(before, after)
  if (found.kind === 'list') return [`+${found.added.join()}`, `-${found.removed.join()}`, `=${found.kept.join()}`]
  return [found.before, found.after].map((parts) =>
    parts.map(({ text, isOwn }) => (isOwn ? `{${text}}` : text)).join(''),
  )
}

describe('the difference of two values', () => {
  it.each([
    ['no', 'yes', '{no}', '{yes}'],
    ['', 'moved', '', '{moved}'],
    [null, 'moved', '', '{moved}'],
    ['uplink to leaf-101', 'uplink to leaf-102', 'uplink to leaf-{101}', 'uplink to leaf-{102}'],
    ['10.0.0.1/24', '10.0.0.254/24', '10.0.0.{1}/24', '10.0.0.{254}/24'],
    ['web', 'web and app', 'web', 'web{ and app}'],
    // They share a blank and a dot, which is not worth a mark.
    ['changed on Friday.', 'nobody knows.', '{changed on Friday.}', '{nobody knows.}'],
    [1500, 9000, '{1500}', '{9000}'],
    ['x'.repeat(3), 'y ', '{xxx}', '{y }'],
  ])('%j and %j', (before, after, ...expected) => {
    expect(marked(before, after)).toEqual(expected)
  })

  it('of lists is one of sets: what came, what went, whatever the order', () => {
    expect(marked(['10G', '25G', '40G'], ['40G', '100G', '10G'])).toEqual(['+100G', '-25G', '=10G,40G'])
    expect(marked(['a', 'a'], ['a'])).toEqual(['+', '-a', '=a'])
  })

  it('of long texts is whole: looking for what they share would take too long', () => {
    const [before, after] = ['a '.repeat(300), `${'a '.repeat(300)}b`]

    expect(marked(before, after)).toEqual([`{${before}}`, `{${after}}`])
  })
})

it('values are read as text: lists with commas, structures as JSON', () => {
  expect([textOfValue(['a', 1]), textOfValue([['a']]), textOfValue({ a: 1 }), textOfValue(undefined)]).toEqual([
    'a, 1',
    '[["a"]]',
    '{"a":1}',
    '',
  ])
})
