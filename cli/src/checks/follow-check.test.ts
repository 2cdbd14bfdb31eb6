import { PassThrough } from 'node:stream'
import { createHeddle } from '@heddle/client'
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
function workOf(answers: readonly (number | Error | object)[]): Work {
  const waiting = [...answers]
  const answer: typeof fetch = async () => {
    const next = waiting.shift()
    if (next instanceof Error) throw next
    return typeof next === 'number' ? Response.json({ detail: 'No.' }, { status: next }) : Response.json(next)
  }
  const heddle = createHeddle({ baseUrl: 'http://heddle.test', token: 't', fetch: answer, retries: 0 })
  const terminal = { signal: new AbortController().signal, stderr: new PassThrough() }
  const progress = { bar: () => undefined, say: () => undefined, step: () => undefined, end: () => undefined }
  return { heddle, progress, terminal } as unknown as Work
}

it('a check outlasts a server that restarts', async () => {
  const away = [new TypeError('fetch failed'), 503]

  expect(await followCheck(workOf([...away, FINISHED]), 'c-1', 'none')).toMatchObject({ passed: 1 })
})

it('a check that may no longer be read is not waited for', async () => {
  await expect(followCheck(workOf([403, FINISHED]), 'c-1', 'none')).rejects.toMatchObject({ status: 403 })
})
