import type { Completion } from '../answers/completion.ts'
import { BadPrompt, dataEvent, type Dialect, SSE } from './dialect.ts'
import { conversationOf, type Fields, fieldsOf, listOf, numberOf, schemaOf } from './fields.ts'
import { requireStrict } from './strict-schema.ts'

const FINISH = { stop: 'stop', length: 'length', refusal: 'stop', content_filter: 'content_filter' } as const

/** `chat/completions` of OpenAI and Azure. */
export const OPENAI_CHAT: Dialect = chatDialect({ knowsRefusals: true, checksModels: true })

/** `chat/completions` of those who took over OpenAI's interface, where a refusal is a text. */
export const COMPATIBLE_CHAT: Dialect = chatDialect({ knowsRefusals: false, checksModels: false })

type Variant = { readonly knowsRefusals: boolean; readonly checksModels: boolean }

function chatDialect(variant: Variant): Dialect {
  return {
    name: 'chat/completions',
    streamType: SSE,
    readPrompt(body, address) {
      const { model = address.model, messages, stream, max_tokens, max_completion_tokens } = body
      if (typeof model !== 'string') throw new BadPrompt("Missing required parameter: 'model'.", 'model')
      if (listOf(messages).length === 0) throw new BadPrompt("Missing required parameter: 'messages'.", 'messages')
      if (variant.checksModels) checkParameters(model, body)
      const format = fieldsOf(body['response_format'])
      const { schema, strict, name } = fieldsOf(format['json_schema'])
      if (variant.checksModels && strict === true)
        requireStrict(schema, `response_format '${String(name)}'`, 'response_format')
      return {
        model,
        ...conversationOf(messages),
        schema: schemaOf(schema),
        wantsJson: format['type'] === 'json_object',
        tool: undefined,
        isStreamed: stream === true,
        maxTokens: numberOf(max_completion_tokens ?? max_tokens),
      }
    },
    whole: (completion) => {
      const message = { role: 'assistant', ...contentOf(completion, variant) }
      return {
        ...head(completion, 'chat.completion'),
        choices: [{ index: 0, message, logprobs: null, finish_reason: FINISH[completion.ending] }],
        usage: usageOf(completion),
      }
    },
    stream: (completion, parts, request) => chunks(completion, parts, request, variant),
    streamError: dataEvent,
  }
}

/** Models that reason take neither of these. */
function checkParameters(model: string, body: Fields): void {
  if (!/^(?:o\d|gpt-[5-9])/.test(model)) return
  if ('max_tokens' in body) {
    const text =
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."
    throw new BadPrompt(text, 'max_tokens')
  }
  const temperature = body['temperature'] ?? 1
  if (temperature !== 1) {
    const text = `Unsupported value: 'temperature' does not support ${JSON.stringify(temperature)} with this model. Only the default (1) value is supported.`
    throw new BadPrompt(text, 'temperature')
  }
}

function contentOf({ text, ending }: Completion, { knowsRefusals }: Variant): object {
  const isRefusal = knowsRefusals && ending === 'refusal'
  return { content: isRefusal ? null : text, ...(knowsRefusals && { refusal: isRefusal ? text : null }) }
}

function head({ id, model, createdAt }: Completion, object: string): object {
  return { id: `chatcmpl-${id}`, object, created: createdAt, model }
}

function usageOf({ usage: { inputTokens, outputTokens } }: Completion): object {
  return { prompt_tokens: inputTokens, completion_tokens: outputTokens, total_tokens: inputTokens + outputTokens }
}

function chunks(completion: Completion, parts: readonly string[], request: Fields, variant: Variant): string[] {
  const key = variant.knowsRefusals && completion.ending === 'refusal' ? 'refusal' : 'content'
  const start = head(completion, 'chat.completion.chunk')
  const chunk = (delta: object, finish: string | null = null, rest: object = {}) =>
    dataEvent({ ...start, choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }], ...rest })
  // OpenAI counts in a chunk of its own, and only when asked to; the others count in the last one.
  const usage = usageOf(completion)
  const isAsked = fieldsOf(request['stream_options'])['include_usage'] === true
  return [
    chunk({ role: 'assistant', content: '' }),
    ...parts.map((part) => chunk({ [key]: part })),
    chunk({}, FINISH[completion.ending], variant.knowsRefusals ? {} : { usage }),
    ...(variant.knowsRefusals && isAsked ? [dataEvent({ ...start, choices: [], usage })] : []),
    dataEvent('[DONE]'),
  ]
}
