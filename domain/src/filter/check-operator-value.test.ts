import { describe, expect, it } from 'vitest'
import type { Condition, Operator } from '../canvas/canvas.ts'
import { checkOperatorValue } from './check-operator-value.ts'

const check = (operator: Operator, value?: Condition['value']) =>
  checkOperatorValue({ property: 'p', operator, ...(value !== undefined && { value }) })

describe('checkOperatorValue', () => {
  it.each<[Operator, Condition['value']]>([
    ['eq', 'a'],
    ['eq', ''],
    ['eq', true],
    ['lt', 5],
    ['ge', 'b'],
    ['between', [1, 5]],
    ['between', '1, 5'],
    ['in', ['a']],
    ['in', 'a,b'],
    ['not_in', 5],
    ['any_bit', 'ack'],
    ['matches', '^web-(a|b)+$'],
    ['is_empty', undefined],
    ['is_set', undefined],
    ['since', '24h'],
    ['since', '2026-03-01'],
    ['in_subnet', '10.1.0.7/16'],
    ['overlaps', '2001:db8::/32'],
    ['contains_ip', '10.1.0.7'],
  ])('accepts %s %j', (operator, value) => {
    expect(check(operator, value)).toBeUndefined()
  })

  it.each<[Operator, Condition['value'], string]>([
    ['eq', undefined, 'eq without a value: expected a value; use is_empty'],
    ['eq', null, 'use is_empty'],
    ['eq', ['a'], 'eq ["a"]: expected one value, not a list'],
    ['lt', true, 'lt true: expected a number or text'],
    ['lt', '', 'expected a number or text'],
    ['between', 5, 'between 5: expected two values'],
    ['between', [1], 'expected two values'],
    ['between', [1, 2, 3], 'expected two values'],
    ['between', [1, null], 'expected two values'],
    ['in', [], 'in []: expected at least one value'],
    ['in', '', 'expected at least one value'],
    ['in', [null], 'found null'],
    ['not_in', undefined, 'not_in without a value'],
    ['any_bit', ['a,b'], 'expected names of flags'],
    ['all_bits', [''], 'expected names of flags'],
    ['since', 'yesterday', 'since "yesterday": expected a span, such as 24h'],
    ['since', '24', 'expected a span'],
    ['since', 24, 'expected a span'],
    ['since', '2026-02-30', 'expected a span'],
    ['in_subnet', '10.1.0.0/33', 'expected a network'],
    ['in_subnet', ['10.1.0.0/16'], 'expected one value, not a list'],
    ['overlaps', 'web', 'expected a network'],
    ['contains_ip', '10.1.0.0/16', 'expected an address'],
    ['matches', '(', 'is not a pattern RE2 understands'],
    ['matches', '(?=a)', 'is not a pattern RE2 understands'],
    ['matches', String.raw`(a)\1`, 'is not a pattern RE2 understands'],
    ['matches', 'a'.repeat(1_001), '1001 characters'],
    ['matches', '((a{100}){100}){100}', 'the pattern'],
  ])('rejects %s %j', (operator, value, message) => {
    expect(check(operator, value)).toContain(message.replace('the pattern', operator === 'matches' ? 'pattern' : ''))
  })
})
