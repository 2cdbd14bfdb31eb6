import { expect, it } from 'vitest'
import { compareFindings } from './compare-findings.ts'

const finding = (id: string, reason = 'mtu is not 9000') => ({
  ...{ id, resource: `uni/tn-${id}`, reason },
  ...{ severity: 'high' as const, rows: 1, waiver: null },
})
const ids = (findings: readonly { readonly id: string }[]) => findings.map(({ id }) => id)

it.each([
  { before: [], after: [], fresh: [], gone: [], still: 0 },
  { before: ['a'], after: ['a'], fresh: [], gone: [], still: 1 },
  { before: [], after: ['b', 'a'], fresh: ['b', 'a'], gone: [], still: 0 },
  { before: ['a', 'b'], after: [], fresh: [], gone: ['a', 'b'], still: 0 },
  { before: ['a', 'b'], after: ['c', 'b'], fresh: ['c'], gone: ['a'], still: 1 },
])('tells what $before and $after have in common', ({ before, after, fresh, gone, still }) => {
  const compared = compareFindings(
    before.map((id) => finding(id)),
    after.map((id) => finding(id)),
  )

  expect([ids(compared.new_findings), ids(compared.gone_findings), compared.still]).toEqual([fresh, gone, still])
})

it('takes a finding for the same one when only its reason differs', () => {
  expect(compareFindings([finding('a')], [finding('a', 'mtu is 1500')])).toEqual({
    new_findings: [],
    gone_findings: [],
    still: 1,
  })
})
