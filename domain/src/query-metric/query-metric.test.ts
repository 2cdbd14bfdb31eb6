import { describe, expect, it } from 'vitest'
import { metricFaults } from './check-metric.ts'
import { familyHead, labelsText, sampleLine } from './exposition.ts'
import { labelName } from './label-names.ts'
import { measureRows } from './measure-rows.ts'

describe('labelName', () => {
  it.each([
    ['dn', 'dn'],
    ['@controller', 'controller'],
    ['fvBD.name', 'fvBD_name'],
    ['__name__', 'name'],
    ['2xx', '_2xx'],
    ['größe in %', 'gr_e_in'],
    ['→', ''],
  ])('makes of %s %j', (column, label) => {
    expect(labelName(column)).toBe(label)
  })
})

describe('metricFaults', () => {
  it('finds none in a usual metric', () => {
    expect(metricFaults({ name: 'ports', labels: ['dn', 'fvBD.name'] })).toEqual({})
  })

  it('names every fault', () => {
    expect(metricFaults({ name: 'age_seconds', labels: ['a.b', 'a_b', 'connection', '…'] })).toEqual({
      'metric.name': ['age_seconds: Heddle has a metric of that name.'],
      'metric.labels': [
        'a_b: a.b has the same label, a_b.',
        'connection: every series has the label connection already.',
        '…: expected a letter or digit in it.',
      ],
    })
  })
})

describe('measureRows', () => {
  it('counts the rows', () => {
    expect(measureRows({ value: 'rows', labels: [] }, [{ a: '1' }, { a: '2' }])).toEqual({
      series: [['', 2]],
      dropped: 0,
    })
    expect(measureRows({ value: 'rows', labels: [] }, []).series).toEqual([['', 0]])
  })

  it('counts rows with equal labels together', () => {
    const rows = [{ leaf: '101' }, { leaf: '102' }, { leaf: '101' }]

    expect(measureRows({ value: 'rows', labels: ['leaf'] }, rows).series).toEqual([
      ['leaf="101"', 2],
      ['leaf="102"', 1],
    ])
  })

  it('reads a column, and leaves out what is no number', () => {
    const values = ['12.50', 7, '007', '1e3', '', null, true, ['1'], NaN, '-3']
    const rows = values.map((used, index) => ({ used, at: String(index) }))

    expect(measureRows({ value: 'used', labels: ['at'] }, rows)).toEqual({
      series: [
        ['at="0"', 12.5],
        ['at="1"', 7],
        ['at="9"', -3],
      ],
      dropped: 0,
    })
  })

  it('takes the first of the rows whose labels are equal', () => {
    const rows = [
      { leaf: '101', used: '1' },
      { leaf: '101', used: '2' },
    ]

    expect(measureRows({ value: 'used', labels: ['leaf'] }, rows)).toEqual({ series: [['leaf="101"', 1]], dropped: 1 })
  })

  it('keeps 200 series, and counts the others', () => {
    const rows = Array.from({ length: 250 }, (_, index) => ({ used: index, at: String(index) }))

    const { series, dropped } = measureRows({ value: 'used', labels: ['at'] }, rows)

    expect([series.length, series.at(-1), dropped]).toEqual([200, ['at="199"', 199], 50])
  })

  it('bounds the labels, one by one and together', () => {
    const rows = Array.from({ length: 100 }, (_, index) => ({
      used: index,
      at: `${index}${'x'.repeat(5_000)}`,
      b: 'y'.repeat(900),
      c: 'z'.repeat(900),
      d: 'w'.repeat(900),
    }))

    const { series, dropped } = measureRows({ value: 'used', labels: ['at', 'b', 'c', 'd'] }, rows)

    expect(series[0]?.[0].length).toBeLessThan(850)
    expect(series.reduce((sum, [labels]) => sum + labels.length, 0)).toBeLessThanOrEqual(64_000)
    expect([series.length + dropped, dropped > 0]).toEqual([100, true])
  })

  it('tells the connections of a merged run apart, also one without rows', () => {
    const rows = [{ '@controller': 'Site A' }, { '@controller': 'Site A' }]

    expect(measureRows({ value: 'rows', labels: [] }, rows, ['Site A', 'Site B']).series).toEqual([
      ['connection="Site A"', 2],
      ['connection="Site B"', 0],
    ])
  })

  it('does not ask columns for what rows inherit', () => {
    expect(measureRows({ value: 'constructor', labels: ['toString'] }, [{ a: 1 }]).series).toEqual([])
    expect(measureRows({ value: 'rows', labels: ['toString'] }, [{ a: 1 }]).series).toEqual([['toString=""', 1]])
  })
})

describe('the text formats', () => {
  it('escape values and help', () => {
    expect(
      labelsText([
        ['a', 'x"y\\z\nw'],
        ['b', '\ud800'],
      ]),
    ).toBe('a="x\\"y\\\\z\\nw",b="\ufffd"')
    expect(familyHead('m', 'a "b"\\c\nd', 'text')).toBe('# HELP m a "b"\\\\c\\nd\n# TYPE m gauge\n')
    expect(familyHead('m', 'a "b"', 'openmetrics')).toBe('# HELP m a \\"b\\"\n# TYPE m gauge\n')
  })

  it('write a sample with and without labels', () => {
    expect(sampleLine('m', ['', 3])).toBe('m 3\n')
    expect(sampleLine('m', ['a="1"', 1e21])).toBe('m{a="1"} 1e+21\n')
  })
})
