import { expect, it } from 'vitest'
import { failingSince } from './failing-since.ts'

type Status = Parameters<typeof failingSince>[0][number]['status']

it.each<[string, Status[], number | undefined]>([
  ['nothing was judged', [], undefined],
  ['the last one passed', ['failed', 'failed', 'passed'], undefined],
  ['all failed', ['failed', 'failed'], 0],
  ['it passed once in between', ['failed', 'passed', 'failed', 'failed'], 2],
  ['all was waived in between', ['failed', 'waived', 'failed'], 2],
  ['one could not be judged', ['failed', 'error', 'failed'], 2],
  ['the last one is for a person to judge', ['failed', 'look'], undefined],
])('%s', (_, statuses, since) => {
  const judged = statuses.map((status, index) => ({ status, index }))

  expect(failingSince(judged)?.index).toBe(since)
})
