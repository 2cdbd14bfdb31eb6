import { describe, expect, it } from 'vitest'
import type { Scalar } from '../canvas/canvas.ts'
import type { PropertyInfo } from '../mim/model.ts'
import { isAccepted, pushEquality } from './push-equality.ts'

const SUBJECT = { class_name: 'fooTree', property: 'p' }
const info = (type: PropertyInfo['type'], values: readonly string[] = []): PropertyInfo => ({ name: 'p', type, values })
const pushed = (wanted: Scalar, known: PropertyInfo | undefined) => pushEquality(wanted, { ...SUBJECT, info: known })
const is = (value: string) => ({ op: 'eq', ...SUBJECT, value })
const has = (value: string) => ({ op: 'wcard', ...SUBJECT, value })

describe('equality at the controller', () => {
  it('with a number finds each spelling of it among the values of an enum', () => {
    const ports = info('enum', ['10', 'http', '10.0', '100'])

    expect(pushed(10, ports)).toEqual({ filter: { op: 'or', items: [is('10'), is('10.0')] }, exact: true })
    expect(pushed(100, ports)).toEqual({ filter: is('100'), exact: true })
    expect(pushed(11, ports)).toBeUndefined()
    expect(pushed(10, info('flags', ['10']))).toBeUndefined()
  })

  it('with a number finds it in texts, and where nobody knows the type also as a value', () => {
    expect(pushed(1.1, info('string'))).toEqual({ filter: has('1.1'), exact: false })
    expect(pushed(1.1, undefined)).toEqual({ filter: { op: 'or', items: [is('1.1'), has('1.1')] }, exact: false })
  })

  it('with a number compares numbers in the form of the controller, too', () => {
    expect(pushed(5, info('integer'))).toEqual({ filter: is('5'), exact: true })
    expect(pushed('5.0', info('number'))).toEqual({ filter: { op: 'or', items: [is('5.0'), is('5')] }, exact: true })
    expect(pushed('007', info('integer'))).toEqual({ filter: is('007'), exact: false })
    expect(pushed('1234567890123456', info('integer'))?.exact).toBe(false)
    expect(pushed('inherit', info('integer'))).toEqual({ filter: is('inherit'), exact: true })
    expect(pushed('-x', info('integer'))).toEqual({ filter: is('-x'), exact: false })
  })

  it('with an address finds the form of the controller, too', () => {
    expect(pushed('0022.bdf8.19fe', info('mac'))).toEqual({
      filter: { op: 'or', items: [is('0022.bdf8.19fe'), is('00:22:BD:F8:19:FE')] },
      exact: false,
    })
    expect(pushed('2001:DB8:0::1', info('ip'))?.filter).toEqual({
      op: 'or',
      items: [is('2001:DB8:0::1'), is('2001:db8::1')],
    })
    expect(pushed('0022.bdf8.19fe', info('string'))).toEqual({ filter: is('0022.bdf8.19fe'), exact: true })
  })

  it('with a truth value asks for the spelling that the property has', () => {
    expect(pushed(true, info('boolean', ['no', 'yes']))).toEqual({ filter: is('yes'), exact: true })
    expect(pushed(false, info('boolean', ['no', 'yes']))).toEqual({ filter: is('no'), exact: true })
    expect(pushed(true, info('boolean', ['false', 'true']))).toEqual({ filter: is('true'), exact: true })
    expect(pushed(false, info('boolean', ['false', 'true']))).toEqual({ filter: is('false'), exact: true })
    expect(pushed(true, info('boolean', ['on', 'off']))).toBeUndefined()
    expect(pushed(true, info('string', ['yes']))).toBeUndefined()
    expect(pushed(true, undefined)).toBeUndefined()
  })

  it('is exact for text that has one spelling', () => {
    expect(pushed('web', undefined)).toEqual({ filter: is('web'), exact: true })
    for (const text of ['007', '+1', '10.0.0.1', 'fe80::1', 'a,b'])
      expect(pushed(text, undefined)?.exact, text).toBe(false)
    expect(pushed('ack', info('flags', ['ack', 'syn']))?.exact).toBe(true)
    expect(pushed('ack,syn', info('flags', ['ack', 'syn']))?.exact).toBe(false)
    expect(pushed('2026-03-01', info('date'))?.exact).toBe(false)
  })

  it('is asked of nobody for what cannot be sent or cannot be', () => {
    expect(pushed(null, info('string'))).toBeUndefined()
    expect(pushed('a\\b', info('string'))).toBeUndefined()
    expect(pushed('flod', info('enum', ['flood']))).toBeUndefined()
    expect(pushed('', info('integer'))).toBeUndefined()
    expect(pushed('', info('string'))).toEqual({ filter: is(''), exact: true })
  })
})

it('a property accepts its values, in any combination, and anything where none are known', () => {
  expect(isAccepted('a,b', info('flags', ['a', 'b']))).toBe(true)
  expect(isAccepted('a,c', info('flags', ['a', 'b']))).toBe(false)
  expect(isAccepted('c', info('flags'))).toBe(true)
  expect(isAccepted('c', undefined)).toBe(true)
  expect(isAccepted('', undefined)).toBe(true)
  expect(isAccepted('', info('enum', ['']))).toBe(false)
})
