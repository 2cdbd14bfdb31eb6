import type { Completion } from '../answers/completion.ts'
import { BadPrompt, type Dialect, SSE, typedEvent } from './dialect.ts'
import { conversationOf, fieldsOf, type Fields, listOf, numberOf, schemaOf, textOf } from './fields.ts'
import { requireClosedObjects } from './strict-schema.ts'

const STOP_REASONS = { stop: 'end_turn', length: 'max_tokens', refusal: 'refusal', content_filter: 'refusal' } as const

/** `messages` of Anthropic. */
export const ANTHROPIC_MESSAGES: Dialect = {
  name: 'messages',
  streamType: SSE,
  readPrompt(body) {
    const { model, messages, system, max_tokens, stream } = body
    if (typeof model !== 'string') throw new BadPrompt('model: Field required')
    if (numberOf(max_tokens) === undefined) throw new BadPrompt('max_tokens: Field required')
    if (listOf(messages).length === 0) throw new BadPrompt('messages: at least one message is required')
    const { tool, schema } = askedFor(body)
    return {
      model,
      system: textOf(system),
      messages: conversationOf(messages).messages,
      schema,
      wantsJson: false,
      tool,
      isStreamed: stream === true,
      maxTokens: numberOf(max_tokens),
    }
  },
  whole: (completion) => ({
    ...head(completion),
    content: contentOf(completion),
    stop_reason: stopReason(completion),
    usage: usageOf(completion, completion.usage.outputTokens),
  }),
  stream: events,
  streamError: (body) => typedEvent({ ...body, type: 'error' }),
}

/** The format of the answer, or, for models without formats, the input of the one tool that has to be used. */
function askedFor(body: Fields): { readonly tool: string | undefined; readonly schema: Fields | undefined } {
  const { schema } = fieldsOf(fieldsOf(body['output_config'])['format'])
  if (schema !== undefined) {
    requireClosedObjects(fieldsOf(schema))
    return { tool: undefined, schema: schemaOf(schema) }
  }
  const choice = fieldsOf(body['tool_choice'])
  const tools = listOf(body['tools']).map(fieldsOf)
  const tool =
    choice['type'] === 'tool'
      ? tools.find(({ name }) => name === choice['name'])
      : choice['type'] === 'any'
        ? tools[0]
        : undefined
  return { tool: tool && String(tool['name']), schema: tool && schemaOf(tool['input_schema']) }
}

function head({ id, model }: Completion): object {
  return {
    id: `msg_${id}`,
    type: 'message',
    role: 'assistant',
    model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
  }
}

function stopReason({ ending, tool }: Completion): string {
  return tool !== undefined && ending === 'stop' ? 'tool_use' : STOP_REASONS[ending]
}

function usageOf({ usage }: Completion, outputTokens: number): object {
  return {
    input_tokens: usage.inputTokens,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
    output_tokens: outputTokens,
  }
}

function contentOf({ id, tool, text, ending }: Completion): object[] {
  if (ending === 'refusal') return []
  if (tool !== undefined) return [{ type: 'tool_use', id: `toolu_${id}`, name: tool, input: inputOf(text) }]
  return text === '' ? [] : [{ type: 'text', text }]
}

/** The server reads what the model writes; what it cannot read it leaves out. */
function inputOf(text: string): Fields {
  try {
    return fieldsOf(JSON.parse(text))
  } catch {
    return {}
  }
}

function events(completion: Completion, parts: readonly string[]): string[] {
  const { id, tool, ending } = completion
  const block =
    tool === undefined ? { type: 'text', text: '' } : { type: 'tool_use', id: `toolu_${id}`, name: tool, input: {} }
  const delta = (part: string) =>
    tool === undefined ? { type: 'text_delta', text: part } : { type: 'input_json_delta', partial_json: part }
  const content = [
    { type: 'content_block_start', index: 0, content_block: block },
    { type: 'ping' },
    ...parts.map((part) => ({ type: 'content_block_delta', index: 0, delta: delta(part) })),
    { type: 'content_block_stop', index: 0 },
  ]
  const last = { stop_reason: stopReason(completion), stop_sequence: null }
  return [
    { type: 'message_start', message: { ...head(completion), usage: usageOf(completion, 1) } },
    ...(ending === 'refusal' || parts.length === 0 ? [] : content),
    { type: 'message_delta', delta: last, usage: { output_tokens: completion.usage.outputTokens } },
    { type: 'message_stop' },
  ].map(typedEvent)
}
