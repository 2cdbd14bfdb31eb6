import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterEach, describe, expect, it } from 'vitest'
import { moved, ownBytes } from './bytes.ts'
import { openThread, type Thread } from './open-thread.ts'
import type { SampleCalls } from './testing/sample-thread.ts'
import { ThreadEnded, ThreadOutOfMemory } from './thread-ended.ts'

const PROGRAM = new URL('./testing/sample-thread.ts', import.meta.url)

const opened: Thread<SampleCalls>[] = []
afterEach(() => Promise.all(opened.splice(0).map((thread) => thread.close())))

function open(program = PROGRAM) {
  const { promise: gone, resolve: onEnd } = Promise.withResolvers<ThreadEnded>()
  const thread = openThread<SampleCalls>(program, { name: 'sample', memory: { heapMb: 32, youngHeapMb: 4 }, onEnd })
  opened.push(thread)
  return { thread, gone }
}

const counting = { count: () => undefined, nameOf: (number: number) => String(number) }

describe('a call', () => {
  it('returns what the function in the thread returns, whatever the order of the answers', async () => {
    const { thread } = open()
    const waiting = expect(thread.call('wait', undefined)).rejects.toThrow(ThreadEnded)

    expect(await Promise.all([thread.call('echo', { a: 1 }), thread.call('echo', undefined)])).toEqual([
      { a: 1 },
      undefined,
    ])

    await thread.close()
    await waiting
  })

  it('moves bytes there and back without copying them', async () => {
    const { thread } = open()
    const bytes = Uint8Array.of(1, 2, 3)

    const doubled = await thread.call('double', moved(bytes, bytes))

    expect([...doubled]).toEqual([2, 4, 6])
    expect(bytes.buffer.detached).toBe(true)
  })

  it('copies bytes that are not moved', async () => {
    const { thread } = open()
    const bytes = Uint8Array.of(1, 2, 3)

    await thread.call('double', bytes)

    expect([...bytes]).toEqual([1, 2, 3])
  })

  it('rejects for input or an answer that cannot be cloned, and the thread goes on', async () => {
    const { thread } = open()

    await expect(thread.call('echo', () => undefined)).rejects.toMatchObject({ name: 'DataCloneError' })
    await expect(thread.call('answerFunction', undefined)).rejects.toMatchObject({ name: 'DataCloneError' })
    expect(await thread.call('echo', 1)).toBe(1)
  })
})

describe('a thread at rest', () => {
  it('is known to have used what its last call took', async () => {
    const { thread } = open()
    expect(thread.usageAtRest()).toEqual({ cpuMs: 0, heapBytes: 0 })

    await thread.call('fail', 'text').catch(() => undefined)
    const first = thread.usageAtRest()
    await thread.call('compute', 100)

    expect(first.heapBytes).toBeGreaterThan(0)
    expect(thread.usageAtRest().cpuMs - first.cpuMs).toBeGreaterThan(50)
  })
})

describe('an error in a call', () => {
  it('rejects that call with its class, name, code and cause, and the thread goes on', async () => {
    const { thread } = open()

    const builtIn = await thread.call('fail', 'built-in').catch((error: unknown) => error as Error)
    expect(builtIn).toBeInstanceOf(RangeError)
    expect(builtIn).toMatchObject({ message: 'out of range', cause: expect.any(TypeError) })
    expect(builtIn?.stack).toContain('sample-thread')
    await expect(thread.call('fail', 'own')).rejects.toMatchObject({
      name: 'SampleError',
      message: 'of its own',
      code: 'E_SAMPLE',
    })
    await expect(thread.call('fail', 'text')).rejects.toThrow('just text')
    expect(await thread.call('echo', 1)).toBe(1)
  })
})

describe('what a caller offers', () => {
  it('can be called by the thread: what it sends arrives in order, what it asks is answered', async () => {
    const { thread } = open()
    const counted: number[] = []
    const host = {
      count: (number: number) => void counted.push(number),
      nameOf: async (number: number) => `number ${number}`,
    }

    expect(await thread.call('countTo', 3, { host })).toBe('number 3')

    expect(counted).toEqual([1, 2, 3])
  })

  it('belongs to its call alone', async () => {
    const { thread } = open()
    const count = (id: string) => thread.call('countTo', 1, { host: { ...counting, nameOf: () => id } })

    expect(await Promise.all([count('a'), count('b')])).toEqual(['a', 'b'])
  })

  it('rejects in the thread when it throws while asked, and rejects the call when it throws otherwise', async () => {
    const { thread } = open()
    const thrower = (message: string) => () => {
      throw new TypeError(message)
    }

    await expect(thread.call('countTo', 1, { host: { ...counting, nameOf: thrower('no name') } })).rejects.toThrow(
      new TypeError('no name'),
    )
    await expect(thread.call('countTo', 1, { host: { ...counting, count: thrower('no count') } })).rejects.toThrow(
      'no count',
    )
    expect(await thread.call('echo', 1)).toBe(1)
  })
})

describe('a thread that ends', () => {
  it('because it is out of memory rejects every call with one known error', async () => {
    const { thread, gone } = open()
    const neighbour = thread.call('wait', undefined)
    const filling = thread.call('fillMemory', undefined)

    await expect(filling).rejects.toThrow(ThreadOutOfMemory)
    await expect(neighbour).rejects.toThrow('the sample thread has ended: it exceeded its memory limit')
    expect(await gone).toBeInstanceOf(ThreadOutOfMemory)
    expect(thread.isOpen()).toBe(false)
    await expect(thread.call('echo', 1)).rejects.toThrow(ThreadOutOfMemory)
  })

  it('because it exits rejects the calls in flight', async () => {
    const { thread } = open()

    await expect(thread.call('exit', 3)).rejects.toThrow('the sample thread has ended: it exited with status 3')
  })

  it.each([
    ['that nobody catches', PROGRAM, 'nobody catches this'],
    ['while its program is loaded', new URL('./testing/missing-thread.ts', import.meta.url), 'Cannot find module'],
  ])('because of an error %s keeps the error as the cause', async (_when, program, message) => {
    const { thread, gone } = open(program)

    await expect(thread.call('throwLater', undefined)).rejects.toThrow(message)
    expect((await gone).cause).toMatchObject({ message: expect.stringContaining(message) })
  })

  it('because it is closed rejects the calls in flight with the reason', async () => {
    const { thread, gone } = open()
    const waiting = expect(thread.call('wait', undefined)).rejects.toThrow('the sample thread has ended: it was idle')

    await thread.close('it was idle')

    await waiting
    expect((await gone).cause).toBeUndefined()
  })
})

describe('aborting a call', () => {
  it('ends a thread that keeps computing, and rejects with the reason', async () => {
    const { thread } = open()
    const stop = new AbortController()
    const computing = thread.call('computeForever', undefined, { signal: stop.signal })
    const neighbour = thread.call('echo', 1)

    stop.abort(new Error('no longer needed'))

    await expect(computing).rejects.toThrow('no longer needed')
    await expect(neighbour).rejects.toThrow('one of its calls was aborted')
  })

  it('saves the thread if the call ends within its grace period', async () => {
    const { thread } = open()
    const stop = new AbortController()
    const host = {
      ...counting,
      nameOf: async () => {
        stop.abort()
        return 'stopped'
      },
    }

    expect(await thread.call('countTo', 1, { host, signal: stop.signal, graceMs: 10_000 })).toBe('stopped')
    expect(await thread.call('echo', 1)).toBe(1)
  })

  it('before it starts rejects and leaves the thread alone', async () => {
    const { thread } = open()

    await expect(thread.call('exit', 1, { signal: AbortSignal.abort(new Error('too late')) })).rejects.toThrow(
      'too late',
    )
    expect(await thread.call('echo', 1)).toBe(1)
  })
})

describe('the process', () => {
  it('ends although a thread is idle, but not while a call is in flight', async () => {
    const program = `void (async () => {
      const { openThread } = await import(${JSON.stringify(new URL('./open-thread.ts', import.meta.url))})
      const thread = openThread(new URL(${JSON.stringify(PROGRAM)}), { name: 'sample', memory: { heapMb: 32 } })
      console.log(await thread.call('echo', 'answered'))
    })()`

    const { stdout } = await promisify(execFile)(process.execPath, ['--eval', program])

    expect(stdout).toBe('answered\n')
  })
})

describe('bytes of its own', () => {
  it('are the same bytes when they fill their buffer, else a copy', () => {
    const whole = Uint8Array.of(1, 2, 3)
    const slice = whole.subarray(1)

    expect(ownBytes(whole)).toBe(whole)
    expect([...ownBytes(slice)]).toEqual([2, 3])
    expect(ownBytes(slice).buffer.byteLength).toBe(2)
  })
})
