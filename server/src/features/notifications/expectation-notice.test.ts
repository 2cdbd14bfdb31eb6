import { describe, expect, it } from 'vitest'
import { expectationNotice } from './expectation-notice.ts'
import { renderNotice } from './notice-mails.ts'

type Changed = Parameters<typeof expectationNotice>[0]
const ID = '00000000-0000-4000-8000-000000000000'
const changed = (given: Partial<Changed> = {}): Changed => ({
  ...{
    task_id: ID,
    task_name: 'nightly',
    owner_id: 1,
    scheduled_execution_id: ID,
    query_name: 'MTU',
    connection_names: ['lab'],
  },
  ...{ status: 'failed', reason: '2 of 9 rows are not `mtu == 9000`', notify_on_expectation: true },
  failing_rows: [
    { dn: 'uni/tn-a/BD-x', className: 'fvBD', mtu: '1500', name: 'x', empty: '' },
    { mtu: 'two\nlines', list: ['a'] },
  ],
  ...given,
})

describe('a notice about an expectation', () => {
  it('says what is wrong, and shows the first rows', () => {
    expect(expectationNotice(changed())).toEqual({
      category: 'scheduled_task',
      severity: 'warning',
      title: 'Scheduled task "nightly": the result is not as expected',
      body: [
        'Query "MTU" on "lab": 2 of 9 rows are not `mtu == 9000`.',
        'uni/tn-a/BD-x\n  mtu 1500, name x',
        '  mtu two lines, list ["a"]',
      ].join('\n\n'),
      link: `/queries/scheduled-executions/${ID}/`,
    })
  })

  it('is good news when the result is as expected again', () => {
    expect(expectationNotice(changed({ status: 'passed', reason: null, failing_rows: [] }))).toMatchObject({
      severity: 'info',
      title: 'Scheduled task "nightly": the result is as expected again',
      body: 'Query "MTU" on "lab" returns what is expected again.',
    })
  })

  it.each([
    [{ query_name: null, connection_names: [] }, 'The query: '],
    [{ connection_names: ['a', 'b', 'c', 'd', 'e'] }, 'Query "MTU" on "a", "b", "c" and 2 more: '],
  ])('names what is left: %j', (given, start) => {
    expect(expectationNotice(changed(given)).body).toMatch(new RegExp(`^${start}`))
  })

  it('reads well as a mail', () => {
    const { subject, text } = renderNotice(
      { username: 'ann' },
      expectationNotice(changed()),
      'https://heddle.example.org',
    )

    expect(subject).toBe('Scheduled task "nightly": the result is not as expected')
    expect(text).toContain(
      'Hello ann,\n\nQuery "MTU" on "lab": 2 of 9 rows are not `mtu == 9000`.\n\nuni/tn-a/BD-x\n  mtu 1500, name x',
    )
  })
})
