import { getPriority } from 'node:os'
import { existsSync } from 'node:fs'
import { expect, it, onTestFinished } from 'vitest'
import { openThread } from './open-thread.ts'

const isLinux = existsSync('/proc/thread-self')
if (!isLinux) console.warn('SKIPPED: priorities of threads, which only Linux has')

type Calls = { readonly ownPriority: () => number }

it.skipIf(!isLinux)('a thread gives way to the main thread, whose priority stays', async () => {
  const before = getPriority()
  const thread = openThread<Calls>(new URL('./testing/own-priority.ts', import.meta.url), {
    name: 'test',
    memory: { heapMb: 64 },
  })
  onTestFinished(() => thread.close())

  const ofThread = await thread.call('ownPriority', undefined)

  expect(ofThread).toBe(Math.min(19, before + 5))
  expect(getPriority()).toBe(before)
})
