import type { Completion } from '../answers/completion.ts'
import { BadPrompt, dataEvent, type Dialect, SSE } from './dialect.ts'
import { fieldsOf, type Fields, listOf, numberOf, schemaOf, textOf, wordOf } from './fields.ts'

const FINISH = { stop: 'STOP', length: 'MAX_TOKENS', refusal: 'STOP', content_filter: 'SAFETY' } as const

/** `models/<id>:generateContent` of Google, and `streamGenerateContent` with `alt=sse`. */
export const GEMINI_GENERATE: Dialect = {
  name: 'generateContent',
  streamType: SSE,
  readPrompt(body, address) {
    const contents = listOf(body['contents'])
    if (contents.length === 0) throw new BadPrompt('* GenerateContentRequest.contents: contents is not specified\n')
    const config = fieldsOf(body['generationConfig'])
    const schema = schemaOf(config['responseSchema'] ?? config['responseJsonSchema'])
    const isJson = config['responseMimeType'] === 'application/json'
    // The format of Google's own schemas knows no more than this; `responseJsonSchema` takes any.
    if ('responseSchema' in config) requireKnownWords(fieldsOf(config['responseSchema']))
    if (schema && !isJson) {
      throw new BadPrompt(
        '* GenerateContentRequest.generation_config.response_schema: only allowed when response mime type is application/json\n',
      )
    }
    return {
      model: address.model ?? '',
      system: textOf(body['systemInstruction']),
      messages: contents.map((one) => ({ role: wordOf(fieldsOf(one)['role'], 'user'), text: textOf(one) })),
      schema,
      wantsJson: isJson,
      tool: undefined,
      isStreamed: address.isStreamed,
      maxTokens: numberOf(config['maxOutputTokens']),
    }
  },
  whole: (completion) => chunk(completion, completion.text, true),
  stream: (completion, parts) => {
    const all = parts.length === 0 ? [''] : parts
    return all.map((part, index) => dataEvent(chunk(completion, part, index === all.length - 1)))
  },
  streamError: dataEvent,
}

/** Google's stream without `alt=sse`: a JSON array that grows. */
export function asGrowingArray(events: readonly string[]): string[] {
  return [
    ...events.map((event, index) => `${index === 0 ? '[' : ',\r\n'}${event.slice('data: '.length).trimEnd()}`),
    ']',
  ]
}

function requireKnownWords(schema: Fields): void {
  const unknown = ['additionalProperties', '$schema', '$ref', '$defs', 'const', 'oneOf'].find((word) => word in schema)
  if (unknown !== undefined) {
    throw new BadPrompt(
      `Invalid JSON payload received. Unknown name "${unknown}" at 'generation_config.response_schema': Cannot find field.`,
    )
  }
  const inner = [...Object.values(fieldsOf(schema['properties'])), ...listOf(schema['anyOf']), schema['items']]
  for (const one of inner) requireKnownWords(fieldsOf(one))
}

function chunk(completion: Completion, text: string, isLast: boolean): object {
  const { id, model, ending, usage } = completion
  const isBlocked = ending === 'content_filter'
  const candidate = {
    content: { parts: [{ text }], role: 'model' },
    ...(isLast && { finishReason: FINISH[ending] }),
    index: 0,
  }
  return {
    ...(isBlocked ? { promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } } : { candidates: [candidate] }),
    usageMetadata: {
      promptTokenCount: usage.inputTokens,
      ...(!isBlocked && { candidatesTokenCount: usage.outputTokens }),
      totalTokenCount: usage.inputTokens + usage.outputTokens,
    },
    modelVersion: model,
    responseId: id,
  }
}
