import type { Completion } from '../answers/completion.ts'
import { BadPrompt, type Dialect, SSE, typedEvent } from './dialect.ts'
import { conversationOf, fieldsOf, numberOf, schemaOf, textOf } from './fields.ts'
import { requireStrict } from './strict-schema.ts'

/** `responses` of OpenAI and Azure. */
export const OPENAI_RESPONSES: Dialect = {
  name: 'responses',
  streamType: SSE,
  readPrompt(body) {
    const { model, input, instructions, stream, max_output_tokens } = body
    if (typeof model !== 'string') throw new BadPrompt("Missing required parameter: 'model'.", 'model')
    if (input === undefined) throw new BadPrompt("Missing required parameter: 'input'.", 'input')
    const { system, messages } =
      typeof input === 'string' ? conversationOf([{ content: input }]) : conversationOf(input)
    const { type, schema, strict, name } = fieldsOf(fieldsOf(body['text'])['format'])
    if (strict === true) requireStrict(schema, `response_format '${String(name)}'`, 'text.format.schema')
    return {
      model,
      system: [textOf(instructions), system].filter((text) => text !== '').join('\n'),
      messages,
      schema: schemaOf(schema),
      wantsJson: type === 'json_object',
      tool: undefined,
      isStreamed: stream === true,
      maxTokens: numberOf(max_output_tokens),
    }
  },
  whole: (completion) => document(completion, statusOf(completion)),
  stream: events,
  // An event of its own instead of the error body.
  streamError: (body) => {
    const { code = null, message = '' } = fieldsOf(fieldsOf(body)['error'])
    const event = { type: 'error', sequence_number: 0, error: { type: 'server_error', code, message, param: null } }
    return typedEvent(event)
  },
}

function statusOf({ ending }: Completion): string {
  return ending === 'length' || ending === 'content_filter' ? 'incomplete' : 'completed'
}

function document(completion: Completion, status: string): object {
  const { id, model, createdAt, ending, usage } = completion
  const isOver = status !== 'in_progress'
  const reason = ending === 'length' ? 'max_output_tokens' : 'content_filter'
  return {
    id: `resp_${id}`,
    object: 'response',
    created_at: createdAt,
    status,
    error: null,
    incomplete_details: status === 'incomplete' ? { reason } : null,
    instructions: null,
    model,
    output: isOver ? [message(completion, statusOf(completion))] : [],
    parallel_tool_calls: true,
    previous_response_id: null,
    store: true,
    tool_choice: 'auto',
    tools: [],
    truncation: 'disabled',
    usage: isOver
      ? {
          input_tokens: usage.inputTokens,
          input_tokens_details: { cached_tokens: 0 },
          output_tokens: usage.outputTokens,
          output_tokens_details: { reasoning_tokens: 0 },
          total_tokens: usage.inputTokens + usage.outputTokens,
        }
      : null,
    metadata: {},
  }
}

function message(completion: Completion, status: string): object {
  return {
    id: `msg_${completion.id}`,
    type: 'message',
    status,
    role: 'assistant',
    content: [contentPart(completion, completion.text)],
  }
}

function contentPart({ ending }: Completion, text: string): object {
  return ending === 'refusal'
    ? { type: 'refusal', refusal: text }
    : { type: 'output_text', text, annotations: [], logprobs: [] }
}

function events(completion: Completion, parts: readonly string[]): string[] {
  const [kind, key] =
    completion.ending === 'refusal' ? ['response.refusal', 'refusal'] : ['response.output_text', 'text']
  const item = { item_id: `msg_${completion.id}`, output_index: 0, content_index: 0 }
  const unfinished = {
    id: `msg_${completion.id}`,
    type: 'message',
    status: 'in_progress',
    role: 'assistant',
    content: [],
  }
  const status = statusOf(completion)
  const written: { readonly type: string; readonly [key: string]: unknown }[] = [
    { type: 'response.created', response: document(completion, 'in_progress') },
    { type: 'response.in_progress', response: document(completion, 'in_progress') },
    { type: 'response.output_item.added', output_index: 0, item: unfinished },
    { type: 'response.content_part.added', ...item, part: contentPart(completion, '') },
    ...parts.map((delta) => ({ type: `${kind}.delta`, ...item, delta, ...(key === 'text' && { logprobs: [] }) })),
    { type: `${kind}.done`, ...item, [key]: completion.text },
    { type: 'response.content_part.done', ...item, part: contentPart(completion, completion.text) },
    { type: 'response.output_item.done', output_index: 0, item: message(completion, status) },
    { type: `response.${status}`, response: document(completion, status) },
  ]
  return written.map((event, index) => typedEvent({ ...event, sequence_number: index }))
}
