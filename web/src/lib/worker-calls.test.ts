import { expect, it } from 'vitest'
import { WorkerCalls } from './worker-calls.ts'

it('gives each question its own answer, in whatever order they come', async () => {
  const calls = new WorkerCalls<string>()
  const sent: number[] = []
  const [first, second] = [calls.ask((id) => sent.push(id)), calls.ask((id) => sent.push(id))]

  calls.answered(sent[1]!, 'two')
  calls.failed(sent[0]!, new Error('no rows'))

  await expect(second).resolves.toBe('two')
  await expect(first).rejects.toThrow('no rows')
})

it('leaves nobody waiting when the worker ends', async () => {
  const calls = new WorkerCalls<string>()
  const asked = calls.ask(() => undefined)

  calls.end(({ reject }) => reject(new Error('The rows are no longer shown.')))
  calls.answered(1, 'too late')

  await expect(asked).rejects.toThrow('no longer shown')
})
