import { PassThrough } from 'node:stream'
import { HeddleError } from '@heddle/client'
import { expect, it } from 'vitest'
import type { Work } from '../command.ts'
import { followCheck } from './follow-check.ts'

const FINISHED = {
  status: 'finished',
  total: 1,
  passed: 1,
  failed: 0,
  look: 0,
  not_applicable: 0,
  waived: 0,
  errored: 0,
}

/** A check whose server answers so, one answer after the other. */
function workOf(answers: readonly (HeddleError | object)[]): Work {
  const waiting = [...answers]
  const get = async () => {
    const answer = waiting.shift()
    if (answer instanceof Error) throw answer
    return { json: async () => answer }
  }
  const terminal = { signal: new AbortController().signal, stderr: new PassThrough() }
  const progress = { bar: () => undefined, say: () => undefined, step: () => undefined, end: () => undefined }
  return { heddle: { queries: { checks: { get } } }, progress, terminal } as unknown as Work
}

it('a check outlasts a server that restarts', async () => {
  const away = [new HeddleError('No answer.', 0), new HeddleError('Not ready.', 503)]

  expect(await followCheck(workOf([...away, FINISHED]), 'c-1', 'none')).toMatchObject({ passed: 1 })
})

it('a check that may no longer be read is not waited for', async () => {
  const refused = new HeddleError('Forbidden.', 403)

  await expect(followCheck(workOf([refused, FINISHED]), 'c-1', 'none')).rejects.toBe(refused)
})
