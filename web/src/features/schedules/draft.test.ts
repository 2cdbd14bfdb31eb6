import { describe, expect, it } from 'vitest'
import type { Wire } from '../../lib/api/wire.ts'
import { taskBody, comparedColumns, taskDraft, mappedColumns, newDraft } from './draft.ts'

const TASK = {
  name: 'Nightly',
  saved_query: 'q',
  controller_connections: ['a', 'b'],
  merge: true,
  allow_partial: true,
  schedule_type: 'cron',
  cron_expression: '0 2 * * *',
  interval_minutes: null,
  timezone: 'Europe/Warsaw',
  variables: { tenant: 'common', mtu: 9000 },
  capture_snapshot: true,
  retention_policy: '90d',
  notify_on_failure: false,
  notify_on_changes: true,
  notify_on_expectation: false,
  on_changes: {
    template: 't',
    mapping: { bd: 'name', old: 'before.mtu', site: { value: 'Warsaw' } },
    changes: ['removed'],
    filter: "mtu != '9000'",
    requires_approval: false,
  },
  metric: { name: 'mtu', help: 'MTU', value: 'mtu', labels: ['dn', 'tenant.name'] },
} as unknown as Wire.ScheduledTask

describe('the form of a schedule', () => {
  it('gives back what it was opened with', () => {
    const { name, saved_query, timezone, on_changes, ...rest } = taskBody(taskDraft(TASK), mappedColumns(TASK))

    expect([name, saved_query, timezone, on_changes]).toEqual(['Nightly', 'q', 'Europe/Warsaw', TASK.on_changes])
    expect(rest).toMatchObject({
      controller_connections: ['a', 'b'],
      merge: true,
      allow_partial: true,
      cron_expression: '0 2 * * *',
      interval_minutes: null,
      variables: { tenant: 'common', mtu: '9000' },
      capture_snapshot: true,
      retention_policy: '90d',
      notify_on_failure: false,
      notify_on_changes: true,
      notify_on_expectation: false,
      metric: TASK.metric,
    })
  })

  it('counts rows where no column is named', () => {
    const body = taskBody({ ...newDraft('UTC'), metric: { name: 'bds', help: ' ', column: '', labels: ' , dn,' } }, [])

    expect([body.metric, taskBody(newDraft('UTC'), []).metric]).toEqual([
      { name: 'bds', value: 'rows', labels: ['dn'] },
      null,
    ])
  })

  it('leaves to the settings what nobody chose, and out what is empty', () => {
    const body = taskBody({ ...newDraft('UTC', 'q'), variables: { tenant: '' }, allowPartial: true }, [])

    expect([body.capture_snapshot, body.retention_policy, body.on_changes]).toEqual([null, null, null])
    expect([body.variables, body.allow_partial]).toEqual([{}, false])
  })

  it('sends the interval only where there is one', () => {
    const body = taskBody({ ...newDraft('UTC'), type: 'interval', minutes: '15' }, [])

    expect([body.cron_expression, body.interval_minutes]).toEqual([null, 15])
  })
})

it('the columns of a comparison are those of the rows, now and before', () => {
  expect(comparedColumns(['dn', 'mtu'])).toEqual(['change', 'dn', 'mtu', 'before.dn', 'before.mtu'])
  expect(comparedColumns([])).toEqual([])
})
