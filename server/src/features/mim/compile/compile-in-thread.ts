import { openThread } from '../../../platform/threads/open-thread.ts'
import { threadMemory, type ThreadBudget } from '../../../platform/threads/thread-memory.ts'
import type { Compiled, CompilerCalls, CompilerStep } from './compile-calls.ts'

/** One at a time, in a job: on a small machine it waits until it is alone, and then takes half. */
const MEMORY = { mostMb: 1_072, youngHeapMb: 48, share: 1 / 2 }

/**
 * Compiles class records into a graph and a search index, in a thread that ends with the call or when the signal fires.
 * Waits for the memory of the thread.
 */
export async function compileInThread(
  rows: AsyncIterable<Uint8Array>,
  onStep: (step: CompilerStep) => void,
  signal: AbortSignal,
  budget: ThreadBudget,
): Promise<Compiled> {
  const { memory, borrow } = threadMemory(budget, MEMORY)
  const giveBack = await borrow('class model compiler', signal)
  const program = new URL('./compile-worker.ts', import.meta.url)
  const compiler = openThread<CompilerCalls>(program, { name: 'class model compiler', memory })
  try {
    for await (const body of rows) await compiler.call('add', body, { signal })
    return await compiler.call('finish', undefined, { host: { step: onStep }, signal })
  } finally {
    await compiler.close()
    giveBack()
  }
}
