import type { AiMessage } from '../answers/ai-prompt.ts'

export type Fields = Readonly<Record<string, unknown>>

/** The value as an object; empty if it is none. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** What a value that should be a text says, if it is one. */
export function wordOf(value: unknown, standard = ''): string {
  return typeof value === 'string' ? value : standard
}

export function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined
}

/** All text of a message: providers nest it in parts of several kinds. */
export function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  if (Array.isArray(content)) return content.map(textOf).join('\n')
  const { text, content: inner, parts } = fieldsOf(content)
  return inner === undefined && parts === undefined && text === undefined ? '' : textOf(text ?? inner ?? parts)
}

type Conversation = { readonly system: string; readonly messages: readonly AiMessage[] }

/** Sets the messages of the roles that give instructions apart. */
export function conversationOf(messages: unknown): Conversation {
  const all = listOf(messages).map((one) => ({ role: wordOf(fieldsOf(one)['role'], 'user'), text: textOf(one) }))
  const isInstruction = ({ role }: AiMessage) => role === 'system' || role === 'developer'
  return {
    system: all
      .filter(isInstruction)
      .map(({ text }) => text)
      .join('\n'),
    messages: all.filter((one) => !isInstruction(one)),
  }
}

/** The schema of an answer: an object, if one is given. */
export function schemaOf(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null ? fieldsOf(value) : undefined
}
