import { expect, it } from 'vitest'
import { withFailedRows } from './junit-rows.ts'

const failure = (name: string) =>
  `<testcase name="${name}" classname="A" time="1.000">\n      <failure message="2 rows">2 rows</failure>\n    </testcase>\n`

it('a report says which rows failed, and where their run is', () => {
  const report = `<testsuite>${failure('a &lt; b')}<testcase name="fine" classname="A" time="1"/>${failure('other')}</testsuite>`
  const rows = [
    { dn: 'uni/tn-A', mtu: '<1500>' },
    { name: 'x', list: [1] },
  ]

  const text = withFailedRows(report, [{ name: 'a < b', rows, address: 'https://h/executions/1' }])

  expect(text).toContain(
    '<failure message="2 rows">2 rows\nuni/tn-A  mtu=&lt;1500&gt;\nname=x  list=[1]\nhttps://h/executions/1</failure>',
  )
  expect(text).toContain(failure('other'))
})

it('two queries of one name each keep their rows', () => {
  const run = (dn: string) => ({ name: 'a', rows: [{ dn }], address: '' })

  expect(withFailedRows(failure('a') + failure('a'), [run('one'), run('two')])).toMatch(/one[^]*two/)
})

it('finds a check of a pack by its name in the report', () => {
  const report = '<testcase name="aci-hygiene/mtu" time="0"><failure message="x">x</failure></testcase>'
  const run = { name: 'MTU', testName: 'aci-hygiene/mtu', rows: [{ dn: 'uni/a' }], address: 'https://heddle/1' }

  expect(withFailedRows(report, [run])).toContain('>x\nuni/a\nhttps://heddle/1<')
})
