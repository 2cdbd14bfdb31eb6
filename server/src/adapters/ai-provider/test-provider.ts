import { AiFailure } from './ai-failure.ts'
import type { AiTest } from './ai-providers.ts'
import type { Peer } from './open-peer.ts'
import type { Question, ModelAnswer } from './put-question.ts'
import { Rejection } from './rejection.ts'

type Steps = {
  readonly list: () => Promise<unknown>
  readonly put: (question: Question) => Promise<ModelAnswer & { readonly latencyMs: number }>
}

/** Models that reason think first; being cut off while they do is an answer here. */
const QUESTION: Question = {
  instructions: 'This is a test of the connection.',
  prompt: 'Answer with the word OK.',
  schema: undefined,
  name: 'connection_test',
  maxOutputTokens: 64,
}

/**
 * The list comes first: it costs nothing, and a wrong key is not taken for a wrong model. Rejects with an `AiFailure`.
 */
export async function testProvider(peer: Peer, { list, put }: Steps): Promise<AiTest> {
  await proveKey(peer, list)
  try {
    const { latencyMs } = await put(QUESTION)
    return { status: 'success', message: `Connected: ${peer.name} answered in ${latencyMs} ms.`, latencyMs }
  } catch (error: unknown) {
    const mayLoad = peer.provider === 'ollama' && error instanceof AiFailure && error.reason === 'timeout'
    throw mayLoad ? new AiFailure('timeout', `${error.message} It may still be loading the model.`) : error
  }
}

async function proveKey(peer: Peer, list: Steps['list']): Promise<void> {
  try {
    if (peer.provider === 'openrouter') await readKey(peer)
    else await list()
  } catch (error: unknown) {
    if (endsTest(error)) throw error
  }
}

/** A server may have no list, and a key may be allowed to chat but not to list: then the question decides. */
function endsTest(error: unknown): boolean {
  if (!(error instanceof AiFailure)) return true
  if (error instanceof Rejection) return error.reason === 'unauthorized' && error.status !== 403
  return error.reason !== 'broken'
}

/** Its list is public. */
async function readKey({ lists, read }: Peer): Promise<void> {
  const [list] = lists
  if (list) await read(new URL(list.url.replace(/models$/, 'key')))
}
