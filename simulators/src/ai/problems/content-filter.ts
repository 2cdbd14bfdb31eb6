import type { ProviderId } from '../providers.ts'
import type { ProblemReply } from './problem.ts'

/** Filters that answer with an error; the other providers end an empty answer with a reason. */
export function contentFilterReply(provider: ProviderId): ProblemReply | undefined {
  switch (provider) {
    case 'anthropic': {
      const error = { type: 'invalid_request_error', message: 'Output blocked by content filtering policy' }
      return { status: 400, body: { type: 'error', error, request_id: 'req_simulated' } }
    }
    case 'azure_openai':
      return { status: 400, body: { error: AZURE_FILTER } }
    case 'openrouter':
      return { status: 403, body: { error: MODERATION } }
    default:
      return undefined
  }
}

const PASSED = { filtered: false, severity: 'safe' }
const AZURE_FILTER = {
  message:
    "The response was filtered due to the prompt triggering Azure OpenAI's content management policy. Please modify your prompt and retry.",
  type: null,
  param: 'prompt',
  code: 'content_filter',
  status: 400,
  innererror: {
    code: 'ResponsibleAIPolicyViolation',
    content_filter_result: {
      hate: PASSED,
      self_harm: PASSED,
      sexual: PASSED,
      violence: { filtered: true, severity: 'high' },
    },
  },
}
const MODERATION = {
  message: 'Your input was flagged for "violence". No credits were charged.',
  code: 403,
  metadata: { reasons: ['violence'], flagged_input: '…', provider_name: 'Simulated', model_slug: 'simulated' },
}
