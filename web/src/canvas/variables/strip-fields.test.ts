import { describe, expect, it } from 'vitest'
import type { Wire } from '../../lib/api/wire.ts'
import { missingFields, stripFields, valueFault } from './strip-fields.ts'

type Declared = Parameters<typeof stripFields>[0][number]
const parameter = (more: Partial<Declared> = {}): Declared => ({
  name: 'p',
  label: 'P',
  type: 'text',
  required: false,
  default: null,
  ...more,
})
const fieldOf = (more: Partial<Declared>) => stripFields([parameter(more)], [])[0]!

describe('the fields of the strip', () => {
  it('are those declared, then those the canvas uses besides', () => {
    const fields = stripFields(
      [parameter({ name: 'b', label: 'Tenant' })],
      [{ name: 'a', default: 'x' }, { name: 'b' }],
    )

    expect(fields.map(({ name, label, default: given }) => [name, label, given])).toEqual([
      ['b', 'Tenant', undefined],
      ['a', 'a', 'x'],
    ])
  })

  it.each<[Partial<Declared>, readonly string[] | undefined]>([
    [{ choices: [1, 2] }, ['1', '2']],
    [{ type: 'boolean' }, ['true', 'false']],
    [{}, undefined],
  ])('have choices: %j', (more, expected) => {
    expect(fieldOf(more).choices).toEqual(expected)
  })

  it('need a value when nothing else gives one', () => {
    expect(fieldOf({ required: true }).isRequired).toBe(true)
    expect(fieldOf({ required: true, default: 'x' }).isRequired).toBe(false)
    expect(stripFields([], [{ name: 'v' }])[0]!.isRequired).toBe(true)
  })

  it('do not take the default of a placeholder for that of a declared parameter', () => {
    const field = stripFields([parameter({ required: true })], [{ name: 'p', default: 'y' }])[0]!

    expect([field.isRequired, field.default]).toEqual([true, undefined])
  })

  it('that a run needs are known until they have a value', () => {
    const fields = stripFields([parameter({ name: 'a', required: true }), parameter({ name: 'b' })], [{ name: 'c' }])

    expect(missingFields(fields, { c: '' }).map(({ name }) => name)).toEqual(['a', 'c'])
    expect(missingFields(fields, { a: 'x', c: 'y' })).toEqual([])
  })
})

describe('a value', () => {
  it.each<[Wire.Parameter['type'], string, string | undefined]>([
    ['integer', '42', undefined],
    ['integer', '4.2', 'not a whole number'],
    ['number', '4.2', undefined],
    ['number', 'x', 'not a number'],
    ['date', '2026-03-01', undefined],
    ['date', 'soon', 'not a date'],
    ['dn', 'uni/tn-a', undefined],
    ['dn', 'uni/[', 'not a DN'],
    ['ip', '10.0.0.0/8', undefined],
    ['ip', '10.0.0', 'not an address'],
    ['text', 'anything', undefined],
  ])('of type %s: %s', (type, value, expected) => {
    const fault = valueFault(fieldOf({ type }), value)

    if (expected === undefined) expect(fault).toBeUndefined()
    else expect(fault).toContain(expected)
  })
})
