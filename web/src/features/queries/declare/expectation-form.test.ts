import { readExpect } from '@heddle/domain/expectation/read-expect.ts'
import { describe, expect, it } from 'vitest'
import {
  type Expectation,
  expectationOfForm,
  formOfExpectation,
  NOTHING_EXPECTED,
  rowsExpected,
} from './expectation-form.ts'

const CHECK: Expectation = {
  expect: { rows: { max: 0 }, every: 'name != ""' },
  severity: 'high',
  look: true,
  resource: 'bd.dn',
  reason: '{{name}} has no VRF',
  when: 'fabric.leafs > 2',
  why: 'Traffic is lost.',
  remedy: 'Set a VRF.',
  links: [{ title: 'Guide', url: 'https://example.org/' }],
}

describe('the form of an expectation', () => {
  it('gives back every field as it was', () => {
    expect(expectationOfForm(formOfExpectation(CHECK))).toEqual(CHECK)
    expect(expectationOfForm(formOfExpectation(NOTHING_EXPECTED))).toEqual(NOTHING_EXPECTED)
  })

  it.each([
    [undefined, 'any'],
    [{ max: 0 }, 'none'],
    [{ min: 0, max: 0 }, 'none'],
    [{ min: 1 }, 'some'],
    [{ min: 1, max: 4 }, 'bounds'],
    [{ max: 4 }, 'bounds'],
  ] as const)('says of %o: %s', (rows, kind) => {
    expect(rowsExpected(rows)).toBe(kind)
  })

  it('sends what is no number as it was typed, for the fault to name it', () => {
    const form = { ...formOfExpectation(NOTHING_EXPECTED), rows: 'bounds', min: 'few', max: '' } as const

    expect(readExpect(expectationOfForm(form).expect).faults).toEqual({
      'rows.min': ['"few": expected a whole number from 0.'],
    })
  })

  it('keeps what it does not show of changes', () => {
    const changes = { added: { min: 1 }, changed: { max: 2 } }
    const query = { ...CHECK, expect: { changes, against: '0198d0aa-0000-7000-8000-00000000000b' } }
    const form = formOfExpectation(query)

    expect(expectationOfForm(form)).toEqual(query)
    expect(expectationOfForm({ ...form, changes: { ...form.changes, changed: '', removed: '0' } }).expect).toEqual({
      ...query.expect,
      changes: { added: { min: 1 }, removed: { max: 0 } },
    })
  })

  it('leaves out links that nobody filled in', () => {
    const form = { ...formOfExpectation(CHECK), links: [{ title: ' ', url: '' }] }

    expect(expectationOfForm(form).links).toEqual([])
  })
})
