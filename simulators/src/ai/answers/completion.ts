import { randomUUID } from 'node:crypto'
import type { AiEffect } from '../faults/ai-fault.ts'
import type { AiPrompt, Usage } from './ai-prompt.ts'

/** How a model ended: of its own accord, at the limit of tokens, or because it would not or must not answer. */
export type Ending = 'stop' | 'length' | 'refusal' | 'content_filter'

/** What a model answered, before it is written in a provider's format. */
export type Completion = {
  readonly id: string
  readonly model: string
  readonly text: string
  readonly ending: Ending
  readonly tool: string | undefined
  readonly usage: Usage
  /** Seconds since 1970. */
  readonly createdAt: number
}

const REFUSAL = "I'm sorry, but I can't help with that."
const CHARACTERS_PER_TOKEN = 4

/** Applies the faults that change what the model says, and the limit of the request. */
export function completionOf(prompt: AiPrompt, answer: string, effects: readonly AiEffect[]): Completion {
  const spoilt = effects.reduce<Said>(spoil, { text: answer, ending: 'stop' })
  const { text, ending } = limit(spoilt, prompt.maxTokens)
  const sent = [
    prompt.system,
    ...prompt.messages.map((one) => one.text),
    prompt.schema ? JSON.stringify(prompt.schema) : '',
  ]
  return {
    id: randomUUID().replaceAll('-', ''),
    model: prompt.model,
    text,
    ending,
    tool: ending === 'refusal' ? undefined : prompt.tool,
    usage: { inputTokens: tokensOf(sent.join('')), outputTokens: tokensOf(text) },
    createdAt: Math.floor(Date.now() / 1000),
  }
}

type Said = Pick<Completion, 'text' | 'ending'>

function spoil(said: Said, effect: AiEffect): Said {
  switch (effect.kind) {
    case 'broken_json':
      return { ...said, text: `${said.text.slice(0, -1)},"` }
    case 'fenced_json':
      return { ...said, text: `Here is the JSON you asked for:\n\`\`\`json\n${said.text}\n\`\`\`` }
    case 'wrong_schema':
      return { ...said, text: '{"unexpected":{"answer":42}}' }
    case 'empty_answer':
      return { ...said, text: '' }
    case 'huge_answer':
      return { ...said, text: said.text + 'x'.repeat(effect.characters) }
    case 'cut_off':
      return { text: said.text.slice(0, Math.floor(said.text.length / 2)), ending: 'length' }
    case 'refusal':
      return { text: REFUSAL, ending: 'refusal' }
    case 'content_filter':
      return { text: '', ending: 'content_filter' }
    default:
      return said
  }
}

function limit(said: Said, maxTokens = Infinity): Said {
  if (tokensOf(said.text) <= maxTokens) return said
  return { text: said.text.slice(0, maxTokens * CHARACTERS_PER_TOKEN), ending: 'length' }
}

/** A rule of thumb that always counts alike. */
function tokensOf(text: string): number {
  return Math.ceil(text.length / CHARACTERS_PER_TOKEN)
}
