import { expect, it } from 'vitest'
import { createTurns } from './turns.ts'

function heldTask() {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let started = false
  const task = () => {
    started = true
    return promise
  }
  return { task, finish: () => resolve('done'), fail: () => reject(new Error('failed')), hasStarted: () => started }
}

it('runs a limited number of tasks at a time and queues the rest in order', async () => {
  const inTurn = createTurns(2)
  const tasks = [heldTask(), heldTask(), heldTask(), heldTask()]
  const results = tasks.map(({ task }) => inTurn(task))

  const startedAtFirst = tasks.map(({ hasStarted }) => hasStarted())
  tasks[1]!.finish()
  await results[1]
  const startedThen = tasks.map(({ hasStarted }) => hasStarted())

  expect(startedAtFirst).toEqual([true, true, false, false])
  expect(startedThen).toEqual([true, true, true, false])
  tasks.forEach(({ finish }) => finish())
  expect(await Promise.all(results)).toEqual(['done', 'done', 'done', 'done'])
})

it('starts the next task when one fails', async () => {
  const inTurn = createTurns(1)
  const [failing, next] = [heldTask(), heldTask()]
  const first = inTurn(failing.task)
  const second = inTurn(next.task)

  failing.fail()
  await expect(first).rejects.toThrow('failed')
  next.finish()

  expect(await second).toBe('done')
})
