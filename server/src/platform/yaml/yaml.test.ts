import { describe, expect, it } from 'vitest'
import { type Random, seededRandom } from '@heddle/domain/testing/random.ts'
import { readYaml } from './read-yaml.ts'
import { writeYaml } from './write-yaml.ts'

const valueOf = (text: string): unknown => {
  const read = readYaml(text)
  if ('faults' in read) throw new Error(read.faults.join('\n'))
  return JSON.parse(read.json)
}
const faultsOf = (text: string) => {
  const read = readYaml(text)
  return 'faults' in read ? read.faults : []
}

describe('a document of YAML 1.2', () => {
  it.each<[string, unknown]>([
    [
      'a: yes\nb: 0o17\nc: 1e3\nd: 2026-01-01\ne: ~\nf: 0b1\n',
      { a: 'yes', b: 15, c: 1000, d: '2026-01-01', e: null, f: '0b1' },
    ],
    ['- {a: [1, two]}\n- |\n  text\n', [{ a: [1, 'two'] }, 'text\n']],
    ['1: one\nnull: two\n', { 1: 'one', null: 'two' }],
    ['<<: {a: 1}\n', { '<<': { a: 1 } }],
    ['%YAML 1.2\n---\na: no\n', { a: 'no' }],
    ['{"a": "\\u00e9"}', { a: 'é' }],
  ])('%j is read as %j', (text, expected) => {
    expect(valueOf(text)).toEqual(expected)
  })

  it.each(['', '# nothing\n', '\n\n'])('may be empty: %j', (text) => {
    expect(readYaml(text)).toEqual({ json: '' })
  })

  it.each<[string, string, RegExp]>([
    ['an alias', 'a: &x 1\nb: *x\n', /^Line 2: Write out what \*x stands for/m],
    ['a bomb of aliases', `a: &a [x,x]\nb: &b [*a,*a]\nc: &c [*b,*b]\n`, /^Line 2: Write out/m],
    ['an anchor', '\na: &x 1\n', /^Line 2: Remove the anchor &x/],
    ['a tag', 'a: !!binary aGk=\n', /^Line 1: Remove the tag/],
    ['a tag of its own', 'a: !js/function f\n', /^Line 1: Remove the tag !js\/function/],
    ['a tag on a list', 'a: !!set [x]\n', /tag/],
    ['a key twice', 'a: 1\nb: 2\na: 3\n', /^Line 3: The key "a" occurs twice/],
    ['a key twice in two spellings', '"a": 1\na: 2\n', /occurs twice/],
    ['a key that is a list', '? [a]\n: 1\n', /keys must be strings/],
    ['two documents', 'a: 1\n---\nb: 2\n', /^Line 2: Expected one document/],
    ['another version', '%YAML 1.1\n---\na: yes\n', /^Line 1: Expected YAML 1.2 without directives/],
    ['a directive for tags', '%TAG ! tag:example.com,2026:\n---\na: 1\n', /without directives/],
    ['infinity', 'a: .inf\n', /^Line 1: Expected a finite number/],
    ['no number', 'a: .nan\n', /^Line 1: Expected a finite number/],
    ['a list that does not end', 'a: [1\n', /Line/],
    ['tabs for indent', 'a:\n\tb: 1\n', /Line 2: Tabs/],
  ])('with %s is refused', (_, text, fault) => {
    expect(faultsOf(text).join('\n')).toMatch(fault)
  })

  it.each<[string, string]>([
    ['lists in lists', '['.repeat(1_000_000)],
    ['block lists', '- '.repeat(1_000_000)],
    ['keys that are keys', '? '.repeat(1_000_000)],
    ['keys on one line', 'a: '.repeat(1_000_000)],
  ])('that is nested very deep is refused before it is built: %s', (_, text) => {
    expect(faultsOf(text)).toEqual(['The document is nested deeper than 64 levels.'])
  })

  it('has at most twenty faults listed', () => {
    expect(faultsOf('- !x 1\n'.repeat(50))).toHaveLength(20)
  })

  it('keeps a key that means something to objects as a key', () => {
    expect(readYaml('__proto__: {a: 1}\nconstructor: 2\n')).toEqual({ json: '{"__proto__":{"a":1},"constructor":2}' })
  })
})

const TEXTS = [
  ...[
    '',
    ' ',
    'yes',
    'null',
    '~',
    '1e3',
    '0x1f',
    '-',
    '- a',
    'a: b',
    '# c',
    "'",
    '"',
    '\\',
    '\t',
    '\n',
    'a\nb',
    'a\nb\n',
    '\na',
    ' a\n b',
  ],
  ...[
    'trailing ',
    ' leading',
    '\r\n',
    '\u0085',
    '\u2028',
    '\u00a0',
    '\ufeff',
    '\u0007',
    '\u007f',
    '😀',
    '%',
    '@',
    '`',
    '!x',
    '&x',
    '*x',
    '---',
    '...',
  ],
  ...[
    'a\n\n\nb\n\n',
    'x'.repeat(300),
    `${'word '.repeat(60)}\n${'x'.repeat(100)}`,
    '? x',
    '[a]',
    '{a}',
    '|',
    '>',
    '=',
    '<<',
    '2026-01-01',
    '.inf',
    '1_000',
    '{{name=x}}',
  ],
]
const NUMBERS = [0, -1, 1.5, 1e21, 1e-7, 123456789012, 0.1]

function randomValue(random: Random, depth: number): unknown {
  const kind = random.below(depth > 4 ? 4 : 6)
  if (kind === 0) return random.pick([null, true, false])
  if (kind === 1) return random.pick(NUMBERS)
  if (kind < 4) return random.pick(TEXTS)
  const items = Array.from({ length: random.below(5) }, () => randomValue(random, depth + 1))
  return kind === 4 ? items : Object.fromEntries(items.map((item) => [random.pick(TEXTS), item]))
}

it('reads back what was written, whatever it is', () => {
  for (let seed = 0; seed < 500; seed++) {
    // A mark of byte order at the very start of a text belongs to no value.
    const value = { value: randomValue(seededRandom(seed), 0) }
    expect(valueOf(writeYaml(value)), `seed ${seed}`).toEqual(value)
  }
})

it('writes two spaces of indent, no anchors, and no folded lines', () => {
  const shared = { name: 'a b '.repeat(50) }

  expect(writeYaml({ list: [shared, shared], text: 'a\nb\n', none: [], empty: '' })).toBe(
    `list:\n  - name: "${shared.name}"\n  - name: "${shared.name}"\ntext: |\n  a\n  b\nnone: []\nempty: ""\n`,
  )
})
