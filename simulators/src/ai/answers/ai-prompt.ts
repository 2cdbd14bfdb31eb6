import type { ProviderId } from '../providers.ts'

export type AiMessage = { readonly role: string; readonly text: string }

/** What a request asks of the model, whichever interface it came through. */
export type AiPrompt = {
  readonly provider: ProviderId
  /** As sent; the deployment for Azure. */
  readonly model: string
  /** Instructions that stand apart from the conversation. */
  readonly system: string
  readonly messages: readonly AiMessage[]
  /** The JSON schema the answer has to follow, as sent. */
  readonly schema: Readonly<Record<string, unknown>> | undefined
  readonly wantsJson: boolean
  /** The tool the answer has to be an input of, for models that know no schemas. */
  readonly tool: string | undefined
  readonly isStreamed: boolean
  readonly maxTokens: number | undefined
}

/** A text as it is, or an object sent as JSON. */
export type AiAnswer = string | object

/** A function of the request, or answers in the order of use; once a list is used up, answers are made up again. */
export type Answers = ((prompt: AiPrompt) => AiAnswer | Promise<AiAnswer>) | readonly AiAnswer[]

export type Usage = { readonly inputTokens: number; readonly outputTokens: number }
