import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { bundledProgram, readBundles } from '../src/platform/threads/bundled-program.ts'
import { openThread } from '../src/platform/threads/open-thread.ts'
import { ensureThreadsBundled } from './bundle-threads.ts'

const ROOT = new URL('../../', import.meta.url)

it('the program of each thread is one file with a source map, which loads and answers', async () => {
  await ensureThreadsBundled()
  const programs = Object.keys(readBundles()!.programs).map((path) => new URL(path, ROOT))

  expect(programs.map(({ pathname }) => pathname.split('/').at(-1))).toEqual(
    expect.arrayContaining(['engine-worker.ts', 'planner-worker.ts', 'compile-worker.ts', 'archive-thread.ts']),
  )
  for (const program of programs) {
    expect(existsSync(new URL(`${bundledProgram(program).href}.map`))).toBe(true)
    const thread = openThread<{ nothing: () => void }>(program, { name: 'test', memory: { heapMb: 200 } })
    await expect(thread.call('nothing', undefined)).rejects.toThrow('is not a function')
    await thread.close()
  }
})

it('a program that is no thread of the product runs as it is', () => {
  const program = new URL('some-program.ts', import.meta.url)

  expect(bundledProgram(program)).toBe(program)
})
