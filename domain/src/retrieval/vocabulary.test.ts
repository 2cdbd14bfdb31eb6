import { describe, expect, it } from 'vitest'
import { checkOperatorValue } from '../filter/check-operator-value.ts'
import { hasOperatorModel, readOperatorRecords } from '../testing/operator-model.ts'
import { hasRealDocuments, parseRealRecords } from '../testing/real-documents.ts'
import { allMeanings, CLASS_BRIDGES, classesOfTerm, DN_REFERENCES } from './vocabulary.ts'

const hints = [...allMeanings()].flatMap((meaning) => meaning.hints)
const classNames = new Set([
  ...[...allMeanings()].flatMap((meaning) => meaning.classes),
  ...hints.map((hint) => hint.class_name),
  ...CLASS_BRIDGES.flatMap(({ one, other, between }) => [one, other, ...between]),
  ...DN_REFERENCES.flatMap(({ class_name, target }) => (target === '*' ? [class_name] : [class_name, target])),
])

describe('the vocabulary', () => {
  it('has only conditions that a canvas accepts', () => {
    const wrong = hints.filter(
      ({ property, operator, value }) => operator && checkOperatorValue({ property, operator, value: value ?? null }),
    )

    expect(wrong.filter(({ operator }) => operator !== 'is_empty')).toEqual([])
  })

  it.skipIf(!hasOperatorModel)('names only real classes', () => {
    const records = readOperatorRecords()

    expect([...classNames].filter((name) => !records.has(name))).toEqual([])
  })

  it.skipIf(!hasRealDocuments)('names only properties that the real documents have, with constants they list', () => {
    const documents = new Map(parseRealRecords().map((record) => [record.name, record]))
    const checked = hints.filter(({ class_name }) => documents.has(class_name))
    const wrong = checked.filter(({ class_name, property, operator, value }) => {
      const known = documents.get(class_name)!.properties.find(({ name }) => name === property)
      if (!known) return true
      return operator === 'eq' && known.values.length > 0 && !known.values.includes(String(value))
    })

    expect(checked.length).toBeGreaterThan(50)
    expect(wrong).toEqual([])
  })
})

describe('a term', () => {
  it.each([
    ['bridge domain', 'fvBD'],
    ['Bridge-Domains', 'fvBD'],
    ['bridgedomain', 'fvBD'],
    ['brigde domain', 'fvBD'],
    ['BDs', 'fvBD'],
    ['private networks', 'fvCtx'],
    ['VLAN pools', 'fvnsVlanInstP'],
    ['portchannel', 'pcAggrIf'],
    ['application  profiles', 'fvAp'],
    ['Power Supplies', 'eqptPsu'],
    ['leaves', 'fabricNode'],
    ['interfces', 'ethpmPhysIf'],
    ['addresses', 'fvIp'],
  ])('%j means %s', (text, className) => {
    expect(classesOfTerm(text)[0]).toBe(className)
  })

  it.each(['', '🦄', '___', 'nothing of the kind', 'constructor', '__proto__', 'toString', 'dn'])(
    '%j is none',
    (text) => {
      expect(classesOfTerm(text)).toEqual([])
    },
  )
})
