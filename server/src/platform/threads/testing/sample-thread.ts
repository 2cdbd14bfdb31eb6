import { getEventListeners } from 'node:events'
import { moved, ownBytes } from '../bytes.ts'
import type { Host } from '../calls.ts'
import { serveThread } from '../serve-thread.ts'

/** Calls for tests of the border between threads. */
export type SampleCalls = {
  echo: (value: unknown) => unknown
  double: (bytes: Uint8Array) => Uint8Array
  fail: (how: 'built-in' | 'own' | 'text') => void
  answerFunction: (input: undefined) => unknown
  fillMemory: (input: undefined) => void
  exit: (status: number) => void
  /** Takes so much of the processor. */
  compute: (ms: number) => void
  computeForever: (input: undefined) => void
  wait: (input: undefined) => void
  throwLater: (input: undefined) => void
  countTo: (end: number, host: Host<Counting>) => string
}
export type Counting = {
  count: (number: number) => void
  nameOf: (number: number) => Promise<string>
}

class SampleError extends Error {
  override readonly name = 'SampleError'
  readonly code = 'E_SAMPLE'
}

serveThread<SampleCalls>({
  echo: (value) => value,
  double: (bytes) => {
    const doubled = ownBytes(bytes.map((byte) => byte * 2))
    return moved(doubled, doubled)
  },
  fail: (how) => {
    if (how === 'built-in') throw new RangeError('out of range', { cause: new TypeError('no number') })
    if (how === 'own') throw new SampleError('of its own')
    // oxlint-disable-next-line typescript/only-throw-error -- what other people's code may do
    throw 'just text'
  },
  answerFunction: () => getEventListeners,
  fillMemory: () => {
    const kept: object[] = []
    for (;;) kept.push({ text: String(kept.length) })
  },
  exit: (status) => process.exit(status),
  compute: (ms) => {
    const before = process.threadCpuUsage()
    const usedMs = () => process.threadCpuUsage(before).user / 1_000
    while (usedMs() < ms);
  },
  computeForever: () => {
    for (;;);
  },
  wait: () => new Promise(() => undefined),
  throwLater: () => {
    setImmediate(() => {
      throw new Error('nobody catches this')
    })
    return new Promise(() => undefined)
  },
  countTo: async (end, host) => {
    for (let number = 1; number <= end; number++) host.send('count', number)
    return host.ask('nameOf', end)
  },
})
