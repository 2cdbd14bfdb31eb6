import { Worker } from 'node:worker_threads'
import type { FromCompiler, ToCompiler } from './compile-messages.ts'

type Step = Omit<Extract<FromCompiler, { type: 'step' }>, 'type'>
type Answer = Exclude<FromCompiler, { type: 'step' }>
export type Compiled = Omit<Extract<FromCompiler, { type: 'done' }>, 'type'>

const MAX_HEAP_MB = 1024

/**
 * Compiles class records into a graph and a search index, in a thread that ends with the call or when the signal fires.
 */
export async function compileInThread(
  rows: AsyncIterable<Uint8Array>,
  onStep: (step: Step) => void,
  signal: AbortSignal,
): Promise<Compiled> {
  const thread = new Worker(new URL('./compile-worker.ts', import.meta.url), { resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB } })
  const ask = questions(thread, onStep, signal)
  try {
    for await (const body of rows) await ask({ type: 'records', body })
    const answer = await ask({ type: 'finish' })
    if (answer.type !== 'done') throw new Error(`the class model compiler answered ${answer.type} instead of done`)
    return answer
  } finally {
    await thread.terminate()
  }
}

/**
 * One question at a time. If the thread ends or the signal fires, the open question fails, and so does every later one.
 */
function questions(thread: Worker, onStep: (step: Step) => void, signal: AbortSignal): (message: ToCompiler) => Promise<Answer> {
  const failed = Promise.withResolvers<never>()
  // Only awaited while a question is open.
  failed.promise.catch(() => undefined)
  let take: (answer: Answer) => void = () => undefined
  thread.on('message', (message: FromCompiler) => {
    if (message.type === 'step') onStep(message)
    else take(message)
  })
  thread.once('error', failed.reject)
  thread.once('exit', () => failed.reject(new Error('the class model compiler thread ended early')))
  const onAbort = (): void => failed.reject(signal.reason)
  if (signal.aborted) onAbort()
  else signal.addEventListener('abort', onAbort, { once: true })
  return (message) => {
    const answer = new Promise<Answer>((resolve) => (take = resolve))
    thread.postMessage(message)
    return Promise.race([answer, failed.promise])
  }
}
