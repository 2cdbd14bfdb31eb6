import type { Completion } from '../answers/completion.ts'
import { BadPrompt, type Dialect } from './dialect.ts'
import { conversationOf, fieldsOf, numberOf, schemaOf } from './fields.ts'

const NANOSECONDS_PER_TOKEN = 10_000_000

/** `/api/chat` of Ollama: lines of JSON, streamed unless `stream` is false. */
export const OLLAMA_CHAT: Dialect = {
  name: 'chat',
  streamType: 'application/x-ndjson',
  readPrompt(body) {
    const { model, messages, format, stream } = body
    if (typeof model !== 'string' || model === '') throw new BadPrompt('model is required')
    return {
      model,
      ...conversationOf(messages),
      schema: typeof format === 'object' ? schemaOf(format) : undefined,
      wantsJson: format === 'json',
      tool: undefined,
      isStreamed: stream !== false,
      maxTokens: limitOf(fieldsOf(body['options'])['num_predict']),
    }
  },
  whole: (completion) => ({ ...message(completion, completion.text), ...end(completion) }),
  stream: (completion, parts) => [
    ...parts.map((part) => line({ ...message(completion, part), done: false })),
    line({ ...message(completion, ''), ...end(completion) }),
  ],
  streamError: line,
}

/** Below zero there is no limit. */
function limitOf(value: unknown): number | undefined {
  const limit = numberOf(value)
  return limit !== undefined && limit >= 0 ? limit : undefined
}

function line(body: object): string {
  return `${JSON.stringify(body)}\n`
}

function message({ model, createdAt }: Completion, content: string): object {
  return { model, created_at: new Date(createdAt * 1000).toISOString(), message: { role: 'assistant', content } }
}

function end({ ending, usage }: Completion): object {
  const [input, output] = [usage.inputTokens * NANOSECONDS_PER_TOKEN, usage.outputTokens * NANOSECONDS_PER_TOKEN]
  return {
    done: true,
    done_reason: ending === 'length' ? 'length' : 'stop',
    total_duration: input + output,
    load_duration: 0,
    prompt_eval_count: usage.inputTokens,
    prompt_eval_duration: input,
    eval_count: usage.outputTokens,
    eval_duration: output,
  }
}
