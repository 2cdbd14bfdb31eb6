import { openThread } from '../../../platform/threads/open-thread.ts'
import type { Compiled, CompilerCalls, CompilerStep } from './compile-calls.ts'

const MAX_HEAP_MB = 1024

/**
 * Compiles class records into a graph and a search index, in a thread that ends with the call or when the signal fires.
 */
export async function compileInThread(
  rows: AsyncIterable<Uint8Array>,
  onStep: (step: CompilerStep) => void,
  signal: AbortSignal,
): Promise<Compiled> {
  const program = new URL('./compile-worker.ts', import.meta.url)
  const compiler = openThread<CompilerCalls>(program, { name: 'class model compiler', memory: { heapMb: MAX_HEAP_MB } })
  try {
    for await (const body of rows) await compiler.call('add', body, { signal })
    return await compiler.call('finish', undefined, { host: { step: onStep }, signal })
  } finally {
    await compiler.close()
  }
}
