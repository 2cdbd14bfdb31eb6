import { JOB_EXECUTION_STATUSES, type JobExecutionStatus, type RequestStatus } from '@heddle/contract/automation.ts'
import { describe, expect, it } from 'vitest'
import { executionStatusOf, isRequestEnded, isExecutionEnded, movesOn, requestStatusOf } from './states.ts'

describe('executionStatusOf', () => {
  it.each([
    ['new', 'pending'],
    ['pending', 'pending'],
    ['waiting', 'pending'],
    ['running', 'running'],
    ['successful', 'successful'],
    ['failed', 'failed'],
    ['error', 'error'],
    ['canceled', 'cancelled'],
    ['cancelled', undefined],
    ['succeeded', undefined],
    ['toString', undefined],
    ['', undefined],
  ])('takes the job status %o for %o', (job, execution) => {
    expect(executionStatusOf(job)).toBe(execution)
  })
})

describe('movesOn', () => {
  const ENDS = ['successful', 'failed', 'error', 'cancelled'] as const
  const ALLOWED: Readonly<Record<JobExecutionStatus, readonly JobExecutionStatus[]>> = {
    pending: ['running', ...ENDS],
    running: ENDS,
    successful: [],
    failed: [],
    error: [],
    cancelled: [],
  }

  it.each(JOB_EXECUTION_STATUSES.flatMap((from) => JOB_EXECUTION_STATUSES.map((to) => [from, to] as const)))(
    'from %s to %s only forwards',
    (from, to) => {
      expect(movesOn(from, to)).toBe(ALLOWED[from].includes(to))
    },
  )

  it('never leaves an end', () => {
    for (const end of JOB_EXECUTION_STATUSES.filter(isExecutionEnded)) {
      expect(JOB_EXECUTION_STATUSES.some((to) => movesOn(end, to))).toBe(false)
    }
  })
})

describe('requestStatusOf', () => {
  it.each<[readonly JobExecutionStatus[], RequestStatus]>([
    [['pending'], 'pending'],
    [['pending', 'pending'], 'pending'],
    [['pending', 'running'], 'running'],
    [['pending', 'successful'], 'running'],
    [['pending', 'error'], 'running'],
    [['running', 'cancelled'], 'running'],
    [['successful'], 'succeeded'],
    [['successful', 'successful'], 'succeeded'],
    [['successful', 'failed'], 'failed'],
    [['successful', 'cancelled'], 'failed'],
    [['cancelled', 'failed'], 'failed'],
    [['error'], 'failed'],
    [['cancelled'], 'cancelled'],
    [['cancelled', 'cancelled'], 'cancelled'],
  ])('of %j is %s', (executions, status) => {
    expect(requestStatusOf(executions)).toBe(status)
  })

  it.each<[readonly JobExecutionStatus[], RequestStatus]>([
    [['successful', 'cancelled'], 'cancelled'],
    [['cancelled', 'failed', 'error'], 'cancelled'],
    [['running', 'cancelled'], 'running'],
  ])('of %j is %s once a cancel of the request has stopped one of them', (executions, status) => {
    expect(requestStatusOf(executions, { wasStopped: true })).toBe(status)
  })

  it('has ended unless pending or running', () => {
    expect((['pending', 'running', 'succeeded', 'failed', 'cancelled'] as const).filter(isRequestEnded)).toEqual([
      'succeeded',
      'failed',
      'cancelled',
    ])
  })
})
