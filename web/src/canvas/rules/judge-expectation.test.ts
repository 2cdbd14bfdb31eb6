import { describe, expect, it } from 'vitest'
import { judgeExpectation } from './judge-expectation.ts'

const TABLE = {
  columns: ['dn', 'name', 'arp'],
  rows: [
    { dn: 'uni/a', name: 'a', arp: 'yes' },
    { dn: 'uni/b', name: 'b', arp: 'no' },
  ],
}
const asked = (given: object) => ({
  expectation: { expect: null, resource: 'dn', reason: '', look: false, when: null, ...given },
  parameters: [{ name: 'wanted' }],
  variables: { wanted: 'yes' },
})

describe('an expectation against the rows of the last run', () => {
  it('says which rows are not as expected, with the values of the variables', () => {
    const { faults, result } = judgeExpectation(asked({ expect: { every: 'arp == {{wanted}}' } }), TABLE, 0)

    expect(faults).toEqual({})
    expect(result).toMatchObject({ status: 'failed', findings: 1, rows: [TABLE.rows[1]] })
  })

  it('passes when all is as expected', () => {
    const { result } = judgeExpectation(asked({ expect: { rows: { min: 1, max: 2 } } }), TABLE, 0)

    expect(result).toMatchObject({ status: 'passed', reason: null, rows: [] })
  })

  it('names a column that the rows lack', () => {
    const { faults, result } = judgeExpectation(asked({ expect: { every: 'arpp == "yes"' } }), TABLE, 0)

    expect(faults).toEqual({ 'expect.every': ['The rows have no column arpp.'] })
    expect(result).toBeUndefined()
  })

  it('says what is wrong even before there are rows', () => {
    const { faults } = judgeExpectation(
      asked({ expect: { rows: { min: 3, max: 1 } }, when: 'params.wnated != null' }),
      undefined,
      0,
    )

    expect(faults['expect.rows']).toEqual(['min 3 is more than max 1.'])
    expect(faults['when']?.[0]).toContain('params.wnated')
  })
})
