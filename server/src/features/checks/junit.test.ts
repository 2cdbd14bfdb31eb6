import { describe, expect, it } from 'vitest'
import { type JunitCase, junitReport } from './junit.ts'

const one = (given: Partial<JunitCase>): JunitCase => ({
  ...{ name: 'query', packId: null, folder: 'A', status: 'passed', reason: null, durationMs: 1_500 },
  ...given,
})
const report = (...cases: JunitCase[]) => [...junitReport(cases)].join('')

describe('a JUnit report', () => {
  it('has a suite for each folder, in order', () => {
    const text = report(
      one({ name: 'ports' }),
      one({ name: 'links', folder: 'A/B', status: 'failed', reason: '3 rows, expected at most 0' }),
      one({ name: 'faults', status: 'error', reason: 'unreachable', durationMs: null }),
      one({ name: 'loose', folder: '' }),
    )

    expect(text).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites tests="4" failures="1" errors="1" skipped="0" time="4.500">
  <testsuite name="A" tests="2" failures="0" errors="1" skipped="0" time="1.500">
    <testcase name="ports" classname="A" time="1.500"/>
    <testcase name="faults" classname="A" time="0.000">
      <error message="unreachable">unreachable</error>
    </testcase>
  </testsuite>
  <testsuite name="A/B" tests="1" failures="1" errors="0" skipped="0" time="1.500">
    <testcase name="links" classname="A/B" time="1.500">
      <failure message="3 rows, expected at most 0">3 rows, expected at most 0</failure>
    </testcase>
  </testsuite>
  <testsuite name="No folder" tests="1" failures="0" errors="0" skipped="0" time="1.500">
    <testcase name="loose" classname="No folder" time="1.500"/>
  </testsuite>
</testsuites>
`)
  })

  it('names a check of a pack by the pack and its id there', () => {
    expect(report(one({ packId: 'aci-hygiene/mtu' }))).toContain('<testcase name="aci-hygiene/mtu" classname="A"')
  })

  it('passes what a person has to judge, and shows it', () => {
    expect(report(one({ status: 'look', reason: '2 rows, expected at most 0' }))).toContain(
      '<testsuite name="A" tests="1" failures="0" errors="0" skipped="0" time="1.500">\n' +
        '    <testcase name="query" classname="A" time="1.500">\n' +
        '      <system-out>2 rows, expected at most 0</system-out>',
    )
  })

  it('skips what does not apply and what is waived', () => {
    expect(report(one({ status: 'not_applicable', reason: 'other release' }), one({ status: 'waived' }))).toContain(
      'skipped="2" time="3.000">\n    <testcase name="query" classname="A" time="1.500">\n' +
        '      <skipped message="other release"/>\n    </testcase>\n' +
        '    <testcase name="query" classname="A" time="1.500">\n      <skipped/>\n',
    )
  })

  it.each([
    [`<b>&amp; "x" 'y' ]]>`, `&lt;b&gt;&amp;amp; &quot;x&quot; 'y' ]]&gt;`],
    ['two\nlines\tand tab\r', 'two&#10;lines&#9;and tab&#13;'],
    ['a\0b\u{1b}[31m\uffff', 'a\ufffdb\ufffd[31m\ufffd'],
    ['lone \ud800 half', 'lone \ufffd half'],
    ['emoji \u{1f600} ü', 'emoji \u{1f600} ü'],
  ])('writes %j in names and texts', (text, written) => {
    const xml = report(one({ name: text, folder: text, status: 'failed', reason: text }))

    expect(xml).toContain(`<testsuite name="${written}" tests`)
    expect(xml).toContain(`<testcase name="${written}" classname="${written}" time`)
    expect(xml).toContain(`<failure message="${written}">${written}</failure>`)
  })
})

it('says when the check was started', () => {
  const xml = [...junitReport([one({})], new Date('2026-03-02T08:00:00.123Z'))].join('')

  expect(xml).toContain('skipped="0" time="1.500" timestamp="2026-03-02T08:00:00Z">')
})
