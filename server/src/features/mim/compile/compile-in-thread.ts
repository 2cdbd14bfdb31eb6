import { Worker } from 'node:worker_threads'
import type { FromCompiler, ToCompiler } from './compile-messages.ts'

type Step = Omit<Extract<FromCompiler, { type: 'step' }>, 'type'>
type Answer = Exclude<FromCompiler, { type: 'step' }>
export type Compiled = Omit<Extract<FromCompiler, { type: 'done' }>, 'type'>

const MAX_HEAP_MB = 1024

/** Makes graph and search index from rows of class records in a thread of its own, which ends with it or when the signal fires. */
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
    if (answer.type !== 'done') throw new Error(`the thread that compiles class models answered ${answer.type}`)
    return answer
  } finally {
    await thread.terminate()
  }
}

/** One question at a time; a thread that ends, or the signal, fails the one that is open and every further one. */
function questions(thread: Worker, onStep: (step: Step) => void, signal: AbortSignal): (message: ToCompiler) => Promise<Answer> {
  const failed = Promise.withResolvers<never>()
  // Looked at only while a question is open.
  failed.promise.catch(() => undefined)
  let take: (answer: Answer) => void = () => undefined
  thread.on('message', (message: FromCompiler) => {
    if (message.type === 'step') onStep(message)
    else take(message)
  })
  thread.once('error', failed.reject)
  thread.once('exit', () => failed.reject(new Error('the thread that compiles class models ended early')))
  const onAbort = (): void => failed.reject(signal.reason)
  if (signal.aborted) onAbort()
  else signal.addEventListener('abort', onAbort, { once: true })
  return (message) => {
    const answer = new Promise<Answer>((resolve) => (take = resolve))
    thread.postMessage(message)
    return Promise.race([answer, failed.promise])
  }
}
