import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { difference } from './difference.ts'
import { createProgress } from './progress.ts'
import { formatRows, type TextFormat } from './rows.ts'
import { table } from './table.ts'

async function textOf(
  format: TextFormat,
  columns: readonly string[],
  rows: readonly Record<string, unknown>[],
): Promise<string> {
  let text = ''
  for await (const part of formatRows(format, columns, rows)) text += part
  return text
}

describe('rows', () => {
  const rows = [
    { a: 'x', b: 1 },
    { a: null, b: { c: [1] } },
  ]

  it.each<[TextFormat, string]>([
    ['csv', 'a,b\r\nx,1\r\n,"{""c"":[1]}"\r\n'],
    ['ndjson', '{"a":"x","b":1}\n{"a":null,"b":{"c":[1]}}\n'],
    ['json', '[\n  {"a":"x","b":1},\n  {"a":null,"b":{"c":[1]}}\n]\n'],
  ])('are written as %s', async (format, expected) => {
    expect(await textOf(format, ['a', 'b'], rows)).toBe(expected)
  })

  it.each<[TextFormat, string]>([
    ['csv', 'a\r\n'],
    ['ndjson', ''],
    ['json', '[]\n'],
  ])('may be none as %s', async (format, expected) => {
    expect(await textOf(format, ['a'], [])).toBe(expected)
  })

  it.each([
    ['a,b', '"a,b"'],
    ['a"b', '"a""b"'],
    ['a\nb', '"a\nb"'],
    ['=1+1', "'=1+1"],
    ['＝1', "'＝1"],
    ['-5', "'-5"],
  ])('keep %j safe in a spreadsheet', async (value, expected) => {
    expect(await textOf('csv', ['a'], [{ a: value }])).toBe(`a\r\n${expected}\r\n`)
  })
})

describe('a table', () => {
  it('aligns wide characters, and lets nothing control the terminal', () => {
    const text = table(
      ['name', 'n'],
      [
        ['漢字', 1],
        ['a\u001b[31mb\nc', null],
      ],
    )

    expect(text.split('\n').map((line) => line.replaceAll(/\u001b\[\d+m/g, ''))).toEqual([
      'NAME       N',
      '漢字       1',
      'a [31mb c',
      '',
    ])
  })
})

describe('a table on a narrow terminal', () => {
  const id = '00000000-0000-4000-8000-000000000000'

  it('cuts its widest columns, and no id', () => {
    const lines = table(['name', 'id', 'note'], [['Interfaces that are down', id, 'x'.repeat(60)]], 80).split('\n')

    expect(lines[1]).toMatch(new RegExp(`^Interfaces .*…? +${id}  x+…$`))
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80)
  })

  it('cuts nothing where it fits, or goes into a pipe', () => {
    expect(table(['a'], [['x'.repeat(80)]], 80)).toContain('x'.repeat(80))
    expect(table(['a'], [['x'.repeat(800)]])).toContain('x'.repeat(800))
  })

  it('counts wide characters twice', () => {
    expect(table(['a', 'b'], [['漢'.repeat(10), 'x']], 13).split('\n')[1]).toBe('漢漢漢漢…  x')
  })
})

describe('a difference', () => {
  const reply = {
    ...{
      snapshot_a: '1',
      snapshot_b: '2',
      execution: null,
      key_strategy: 'dn' as const,
      key_fields: ['dn'],
      ignored_fields: [],
      truncated: true,
    },
    summary: { added: 1, removed: 1, changed: 1, unchanged: 7 },
    added: [{ dn: 'uni/tn-new' }],
    removed: [{ dn: 'uni/tn-old' }],
    changed: [
      {
        key: { dn: 'uni/tn-a' },
        fields: { mtu: { before: '1500', after: '9000' }, descr: { before: '', after: null } },
      },
    ],
  }

  it('shows each row by its key, and what changed in it', () => {
    expect(difference(reply, false)).toBe(
      '- uni/tn-old\n+ uni/tn-new\n~ uni/tn-a\n    mtu: 1500 → 9000\n    descr: "" → nothing\n' +
        '… and more: raise --limit to see them.\n\n1 added, 1 removed, 1 changed, 7 unchanged\n',
    )
  })

  it('is coloured on a terminal', () => {
    expect(difference(reply, true)).toContain('\u001b[32m+ uni/tn-new\u001b[39m')
  })
})

describe('progress', () => {
  it.each([
    [0, 10, '[························] rows 0 of 10'],
    [5_000, 10_000, '[████████████············] rows 5,000 of 10,000'],
    [20, 10, '[████████████████████████] rows 20 of 10'],
    [1, 0, '[························] rows 1 of 0'],
  ])('of %i of %i is a bar on a terminal, and nothing elsewhere', (done, total, expected) => {
    const shownOn = (isTTY: boolean): string => {
      const stderr = Object.assign(new PassThrough(), { isTTY })
      createProgress({ stderr }).bar('rows', done, total)
      return String(stderr.read() ?? '')
    }

    expect([shownOn(true), shownOn(false)]).toEqual([`\r\u001b[2K${expected}`, ''])
  })

  it('fits on the line, which could not be replaced otherwise', () => {
    const stderr = Object.assign(new PassThrough(), { isTTY: true, columns: 40 })
    createProgress({ stderr }).bar('a-node-with-a-long-name', 10, 1000)

    expect(String(stderr.read())).toBe('\r\u001b[2K[························] a-node-with…')
  })

  it('shows steps once, as lines, where there is no terminal', async () => {
    const stderr = new PassThrough()
    const progress = createProgress({ stderr })
    for (const step of ['Reading fvBD…', 'Reading fvBD…', 'Reading fvCtx…']) progress.step(step)
    progress.end()

    stderr.end()
    expect(await text(stderr)).toBe('Reading fvBD…\nReading fvCtx…\n')
  })
})
