import { describe, expect, it } from 'vitest'
import type { ColumnFieldType } from '@heddle/contract/automation-templates.ts'
import { processorMs } from '../testing/processor-ms.ts'
import type { SchemaColumn } from './column.ts'
import { checkRows, MAX_LAUNCH_ROWS } from './check-rows.ts'

const column = (fields: Partial<SchemaColumn> = {}): SchemaColumn => ({
  name: 'a',
  fieldType: 'text',
  required: false,
  choices: [],
  unique: false,
  helpText: '',
  ...fields,
})
const NO_LISTS = new Map<string, ReadonlySet<string>>()
const check = (columns: readonly SchemaColumn[], rows: readonly unknown[]) => checkRows(columns, rows, NO_LISTS)
/** What one cell becomes: its value, `undefined` when it is left out, or the messages. */
function cell(fields: Partial<SchemaColumn>, value: unknown, lists = NO_LISTS): unknown {
  const checked = checkRows([column(fields)], [{ a: value }], lists)
  return 'rows' in checked ? checked.rows[0]!.a : Object.values(checked.faults).flat()
}

describe('a cell', () => {
  it.each<[ColumnFieldType, unknown, unknown]>([
    ['text', 'x', 'x'],
    ['integer', 5, 5],
    ['integer', '5', 5],
    ['integer', '-12', -12],
    ['integer', -0, 0],
    ['integer', 9007199254740991, 9007199254740991],
    ['number', 1.5, 1.5],
    ['number', '1.50', 1.5],
    ['boolean', true, true],
    ['boolean', 'true', true],
    ['boolean', 'YES', true],
    ['boolean', 'no', false],
    ['ip_address', '10.0.0.1', '10.0.0.1'],
    ['ip_address', '2001:DB8::1', '2001:DB8::1'],
    ['ip_network', '10.0.0.0/24', '10.0.0.0/24'],
    ['ip_network', '10.0.0.1/24', '10.0.0.1/24'],
    ['ip_network', '::/0', '::/0'],
    ['mac_address', '00:1B:44:11:3A:B7', '00:1B:44:11:3A:B7'],
    ['mac_address', '00-1b-44-11-3a-b7', '00-1b-44-11-3a-b7'],
    ['mac_address', '001b.4411.3ab7', '001b.4411.3ab7'],
    ['mac_address', '001b44113ab7', '001b44113ab7'],
    ['date', '2024-02-29', '2024-02-29'],
    ['datetime', '2026-03-31T14:05:00Z', '2026-03-31T14:05:00Z'],
    ['datetime', '2026-03-31T14:05', '2026-03-31T14:05'],
    ['datetime', '2026-03-31 14:05:00.123+02:00', '2026-03-31 14:05:00.123+02:00'],
    ['dn', 'uni/tn-a/BD-b/subnet-[10.0.0.1/24]', 'uni/tn-a/BD-b/subnet-[10.0.0.1/24]'],
  ])('of the type %s takes %j as %j', (fieldType, given, expected) => {
    expect(cell({ fieldType }, given)).toEqual(expected)
  })

  it.each<[ColumnFieldType, unknown, RegExp]>([
    ['text', 5, /^5: expected a text\.$/],
    ['text', ['x'], /^a list: expected a text\.$/],
    ['text', 'x'.repeat(10_001), /at most 10000 characters/],
    ['integer', 'abc', /^"abc": expected an integer\.$/],
    ['integer', 5.5, /expected an integer/],
    ['integer', 9007199254740992, /expected an integer/],
    ['integer', '0x10', /expected an integer/],
    ['integer', true, /expected an integer/],
    ['integer', ' 5', /expected an integer/],
    ['number', '1e3', /expected a number/],
    ['number', Number.NaN, /expected a number/],
    ['number', Infinity, /expected a number/],
    ['boolean', 'maybe', /expected true or false/],
    ['boolean', 1, /expected true or false/],
    ['ip_address', '10.0.0.256', /expected an IPv4 or IPv6 address/],
    ['ip_address', '010.0.0.1', /expected an IPv4 or IPv6 address/],
    ['ip_address', '10.1', /expected an IPv4 or IPv6 address/],
    ['ip_address', 'fe80::1%eth0', /expected an IPv4 or IPv6 address/],
    ['ip_address', '10.0.0.0/24', /expected an IPv4 or IPv6 address/],
    ['ip_network', '10.0.0.0', /expected a network/],
    ['ip_network', '10.0.0.0/33', /expected a network/],
    ['ip_network', '::/129', /expected a network/],
    ['ip_network', '10.0.0.0/024', /expected a network/],
    ['mac_address', '00:1b:44:11:3a', /expected a MAC address/],
    ['mac_address', '00:1b-44:11:3a:b7', /expected a MAC address/],
    ['mac_address', '00:1b:44:11:3a:bg', /expected a MAC address/],
    ['date', '2026-02-29', /expected a date/],
    ['date', '31.03.2026', /expected a date/],
    ['datetime', '2026-03-31', /expected an ISO 8601 date and time/],
    ['datetime', '2026-03-31T25:00', /expected an ISO 8601 date and time/],
    ['datetime', '2026-02-30T10:00Z', /expected an ISO 8601 date and time/],
    ['dn', 'uni//tn-a', /expected a distinguished name/],
    ['dn', 'uni/tn-[a', /expected a distinguished name/],
    ['multi_enum', 7, /expected a list of texts/],
    ['multi_enum', ['a', 7], /expected a list of texts/],
  ])('of the type %s refuses %j', (fieldType, given, message) => {
    expect(cell({ fieldType, choices: ['a'] }, given)).toEqual([expect.stringMatching(message)])
  })

  it('of an enum is exactly one of the choices, and a near miss gets a suggestion', () => {
    const colors = { fieldType: 'enum', choices: ['green', 'blue'] } as const

    expect(cell(colors, 'blue')).toBe('blue')
    expect(cell(colors, 'Blue')).toEqual(['"Blue": expected one of: green, blue. Did you mean "blue"?'])
    expect(cell(colors, 'mauve')).toEqual(['"mauve": expected one of: green, blue.'])
  })

  it('of a multi_enum is a list, or one text with commas, without repeats', () => {
    const flags = { fieldType: 'multi_enum', choices: ['a', 'b', 'c, d'] } as const

    expect(cell(flags, ['b', 'a', 'b'])).toEqual(['b', 'a'])
    expect(cell(flags, 'a, b')).toEqual(['a', 'b'])
    expect(cell(flags, 'c, d')).toEqual(['c, d'])
    expect(cell(flags, ['a', 'x', 'y'])).toHaveLength(2)
  })

  it('keeps to range and length, both ends included', () => {
    expect(cell({ fieldType: 'integer', min: 1, max: 4 }, 4)).toBe(4)
    expect(cell({ fieldType: 'integer', min: 1, max: 4 }, 5)).toEqual(['5: expected 4 or less.'])
    expect(cell({ fieldType: 'number', min: 1 }, 0.5)).toEqual(['0.5: expected 1 or more.'])
    expect(cell({ minLength: 2, maxLength: 3 }, 'é😀x')).toBe('é😀x')
    expect(cell({ minLength: 2 }, '😀')).toEqual(['"😀": expected at least 2 characters.'])
    expect(cell({ maxLength: 3 }, 'four')).toEqual(['"four": expected at most 3 characters.'])
  })

  it('matches its pattern as a whole', () => {
    const pattern = { id: 'p', name: 'Hostname', pattern: 'leaf-\\d+|spine' }

    expect(cell({ pattern }, 'leaf-12')).toBe('leaf-12')
    expect(cell({ pattern }, 'leaf-12b')).toEqual(['"leaf-12b": expected a match of the pattern "Hostname".'])
    expect(cell({ pattern: { ...pattern, pattern: '.*' } }, 'x'.repeat(1_001))).toHaveLength(1)
  })

  it('is a value of its list', () => {
    const list = { id: 'l', name: 'Tenants' }
    const lists = new Map([['l', new Set(['common', 'prod'])]])

    expect(cell({ list }, 'prod', lists)).toBe('prod')
    expect(cell({ list }, 'prot', lists)).toEqual([
      '"prot": expected a value of the list "Tenants". Did you mean "prod"?',
    ])
    expect(cell({ list, fieldType: 'multi_enum' }, 'prod,x', lists)).toHaveLength(1)
    expect(cell({ list }, 'prod')).toHaveLength(1)
  })
})

describe('a missing value', () => {
  it.each([undefined, null])('%s takes the default, in the type of the column', (value) => {
    expect(cell({ fieldType: 'integer', default: '7', required: true }, value)).toBe(7)
    expect(cell({ required: true }, value)).toEqual(['This field is required.'])
    expect(cell({}, value)).toBeUndefined()
  })

  it('that is an empty text is missing where one is required, and like no value elsewhere', () => {
    expect(cell({ required: true, default: 'x' }, '')).toEqual(['This field is required.'])
    expect(cell({ required: true, fieldType: 'multi_enum', choices: ['a'] }, [])).toEqual(['This field is required.'])
    expect(cell({ required: true, fieldType: 'multi_enum', choices: ['a'] }, ' , ')).toEqual([
      'This field is required.',
    ])
    expect(cell({ default: 'x' }, '')).toBe('x')
    expect(cell({ fieldType: 'integer' }, '')).toBeUndefined()
    expect(cell({ fieldType: 'multi_enum', choices: ['a'] }, [])).toEqual([])
  })

  it('whose default no longer fits says so', () => {
    expect(cell({ fieldType: 'integer', default: 'x' }, undefined)).toEqual([
      'The default does not fit: "x": expected an integer.',
    ])
  })
})

describe('the rows of a launch', () => {
  it('report all faults of all rows at once', () => {
    const columns = [
      column({ name: 'name', required: true }),
      column({ name: 'vlan', fieldType: 'integer', max: 4094 }),
    ]

    expect(check(columns, [{ name: 'a', vlan: 5000 }, 'x', { vlann: 1 }, { name: 'b' }])).toEqual({
      faults: {
        'rows.0.vlan': ['5000: expected 4094 or less.'],
        'rows.1': ['"x": expected an object keyed by column.'],
        'rows.2.vlann': ['Unknown column. Did you mean "vlan"?'],
        'rows.2.name': ['This field is required.'],
      },
    })
  })

  it('are at least one, unless there is no column', () => {
    expect(check([column()], [])).toEqual({ faults: { rows: ['Expected at least one row.'] } })
    expect(check([], [])).toEqual({ rows: [] })
    expect(check([], [{ x: 1 }])).toEqual({ faults: { 'rows.0.x': ['Unknown column.'] } })
  })

  it('are at most so many', () => {
    const rows = Array.from({ length: MAX_LAUNCH_ROWS + 1 }, () => ({}))

    expect(check([column()], rows)).toEqual({ faults: { rows: ['10001 rows: expected at most 10000.'] } })
  })

  it('hold each value of a unique column once, however it is spelled', () => {
    const macs = [column({ fieldType: 'mac_address', unique: true })]
    const rows = [{ a: '00:1b:44:11:3a:b7' }, {}, {}, { a: '001B.4411.3AB7' }]

    expect(check(macs, rows)).toEqual({
      faults: { 'rows.3.a': ['"001B.4411.3AB7": repeats row 0; each value may occur once.'] },
    })
    expect(check([column({ fieldType: 'ip_address', unique: true })], [{ a: '::1' }, { a: '0:0::1' }])).toHaveProperty(
      'faults',
    )
    expect(check([column({ unique: true, default: 'x' })], [{}, {}])).toHaveProperty('faults')
  })

  it('take names of columns that every object inherits', () => {
    const columns = [column({ name: 'constructor', required: true }), column({ name: 'toString' })]

    expect(check(columns, [{}])).toEqual({ faults: { 'rows.0.constructor': ['This field is required.'] } })
  })

  it('are checked in linear time', () => {
    const columns = Array.from({ length: 20 }, (_, index) =>
      column({ name: `c${index}`, unique: true, pattern: { id: 'p', name: 'p', pattern: '(a|aa)*b?x?[0-9]+' } }),
    )
    const rows = Array.from({ length: MAX_LAUNCH_ROWS }, (_, row) =>
      Object.fromEntries(columns.map(({ name }) => [name, `aaaaaaaa${row}`])),
    )
    const wrong = rows.map((row) => ({ ...row, c0: 'wrong', c1: 'wrong' }))
    const startedAt = processorMs()

    expect(check(columns, rows)).toHaveProperty('rows')
    expect(check(columns, wrong)).toHaveProperty('faults.non_field_errors')
    expect(processorMs() - startedAt).toBeLessThan(10_000)
  })
})
