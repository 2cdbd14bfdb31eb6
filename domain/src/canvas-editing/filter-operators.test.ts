import { describe, expect, it } from 'vitest'
import { PROPERTY_TYPES } from '@heddle/contract/mim-kinds.ts'
import { OPERATORS, type Operator } from '../canvas/canvas.ts'
import { checkOperatorValue } from '../filter/check-operator-value.ts'
import {
  checkValue,
  type FilteredProperty,
  fitValue,
  operatorsFor,
  typedScalar,
  valueForm,
} from './filter-operators.ts'
import { OPERATOR_WORDS } from './operator-words.ts'

const property = (type: FilteredProperty['type'], values: readonly string[] = []): FilteredProperty => ({
  name: 'p',
  type,
  values,
})
const FLOOD = property('boolean', ['no', 'yes'])
const MTU = property('integer')

describe('the operators for a property', () => {
  it.each<[FilteredProperty['type'], string]>([
    ['string', 'eq ne contains starts_with ends_with matches in not_in is_empty is_set'],
    ['enum', 'eq ne in not_in is_empty is_set'],
    ['boolean', 'eq ne in not_in is_empty is_set'],
    ['flags', 'any_bit all_bits is_empty is_set'],
    ['integer', 'eq lt le gt ge between is_empty is_set'],
    ['date', 'eq lt le gt ge between since is_empty is_set'],
    ['ip', 'eq ne contains starts_with ends_with matches in not_in in_subnet contains_ip overlaps is_empty is_set'],
  ])('of type %s', (type, expected) => {
    expect(operatorsFor(type).join(' ')).toBe(expected)
  })

  it('are all of them while its type is unknown', () => {
    expect([...operatorsFor(undefined)].sort()).toEqual([...OPERATORS].sort())
    expect(Object.keys(OPERATOR_WORDS).sort()).toEqual([...OPERATORS].sort())
  })

  it.each(PROPERTY_TYPES)('can be entered: %s', (type) => {
    for (const operator of operatorsFor(type)) expect(valueForm(operator, property(type, ['a']))).toBeDefined()
  })
})

describe('a value that fits', () => {
  it.each<[FilteredProperty | undefined, Operator, Parameters<typeof checkValue>[2]]>([
    [FLOOD, 'eq', 'yes'],
    [FLOOD, 'in', ['yes', 'no']],
    [FLOOD, 'eq', '{{flood=yes}}'],
    [FLOOD, 'is_set', undefined],
    [MTU, 'lt', 9000],
    [MTU, 'lt', '9000'],
    [MTU, 'eq', 'inherit'],
    [MTU, 'between', [1500, '{{most}}']],
    [MTU, 'between', '{{range}}'],
    [property('date'), 'gt', '2026-03-01'],
    [property('date'), 'since', '24h'],
    [property('ip'), 'eq', '10.1.0.1/16'],
    [property('ip'), 'in_subnet', '10.1.0.0/16'],
    [property('ip'), 'starts_with', '10.1.'],
    [property('mac'), 'eq', '0022.bdf8.19ff'],
    [property('dn'), 'eq', 'uni/tn-a/BD-[x/y]'],
    [property('string'), 'eq', ''],
    [property('flags', ['a', 'b']), 'any_bit', ['a']],
    [{ ...property('enum', ['a']), has_more_values: true }, 'eq', 'z'],
    [undefined, 'eq', 'anything'],
  ])('%j %s %j', (given, operator, value) => {
    expect(checkValue(given, operator, value)).toBeUndefined()
  })
})

describe('a value that does not fit', () => {
  it.each<[FilteredProperty | undefined, Operator, Parameters<typeof checkValue>[2], string]>([
    [MTU, 'lt', 'abc', '“abc” is not a number'],
    [MTU, 'lt', '', 'Enter a number'],
    [MTU, 'eq', '21O', '“21O” is not a number'],
    [MTU, 'lt', undefined, 'Enter a value'],
    [MTU, 'between', [1500], 'Enter both ends'],
    [MTU, 'between', [1500, 'x'], '“x” is not a number'],
    [FLOOD, 'eq', 'maybe', 'p is never “maybe”. Choose one of no, yes.'],
    [FLOOD, 'in', [], 'Add at least one value'],
    [FLOOD, 'in', ['yes', ''], 'Remove the empty value'],
    [FLOOD, 'eq', ['yes'], 'takes one value'],
    [property('date'), 'lt', 'yesterday', 'is not a time'],
    [property('date'), 'since', 'soon', 'Write a span'],
    [property('ip'), 'eq', '10.1.0.256', 'is not an address'],
    [property('ip'), 'in_subnet', '10.1.0.0/40', 'is not a network'],
    [property('ip'), 'contains_ip', '10.1.0.0/16', 'is not an address'],
    [property('mac'), 'eq', '00:22', 'is not a MAC address'],
    [property('dn'), 'eq', 'uni/[tn', 'is not a DN'],
    [property('flags', ['a']), 'any_bit', [], 'Tick at least one flag'],
    [property('flags', ['a']), 'all_bits', ['c'], 'p is never “c”'],
  ])('%j %s %j', (given, operator, value, expected) => {
    expect(checkValue(given, operator, value)).toContain(expected)
  })
})

it('lets through nothing that the engine refuses, but patterns', () => {
  const values = [undefined, null, '', 'x', '10.0.0.1', ['a'], [], ['', 'b'], [null], true, 5]
  for (const operator of OPERATORS.filter((known) => known !== 'matches')) {
    for (const value of values) {
      const refused = checkOperatorValue({ property: 'p', operator, ...(value !== undefined && { value }) })
      // Text is what is typed here: true and false come from elsewhere, and the engine says what is wrong with them.
      if (refused === undefined || typeof value === 'boolean') continue
      expect([operator, value, checkValue(undefined, operator, value)]).toEqual([operator, value, expect.any(String)])
    }
  }
})

describe('a value for another operator', () => {
  it.each<[FilteredProperty, Operator, Parameters<typeof fitValue>[2], unknown]>([
    [MTU, 'gt', 1500, 1500],
    [MTU, 'lt', 'inherit', undefined],
    [MTU, 'between', 1500, [1500, '']],
    [FLOOD, 'in', 'yes', ['yes']],
    [FLOOD, 'eq', ['yes', 'no'], 'yes'],
    [FLOOD, 'eq', 'web', undefined],
    [FLOOD, 'is_set', 'yes', undefined],
    [property('string'), 'contains', 'a,b', 'a,b'],
    [property('string'), 'in', 'a, b', ['a', 'b']],
  ])('%j %s %j', (given, operator, value, expected) => {
    expect(fitValue(given, operator, value)).toEqual(expected)
  })
})

it.each<[FilteredProperty | undefined, string, unknown]>([
  [MTU, '1500', 1500],
  [MTU, '1.0', '1.0'],
  [MTU, '{{mtu}}', '{{mtu}}'],
  [property('string'), '1500', '1500'],
  [undefined, '1500', '1500'],
])('what is typed for %j: %s', (given, text, expected) => {
  expect(typedScalar(given, text)).toBe(expected)
})
