import { type Static, Type } from 'typebox'
import { edgeList, nodeList, savedParts, stepList } from './canvas-lists.ts'
import { Nullable, Timestamp, Uuid } from './common.ts'
import { ValidateReply } from './executions.ts'

/** AI providers, the settings for them, and what Heddle asks them for. */

export const PROVIDER_IDS = [
  'openai',
  'anthropic',
  'gemini',
  'mistral',
  'openrouter',
  'azure_openai',
  'ollama',
] as const
export type ProviderId = (typeof PROVIDER_IDS)[number]
const provider = Type.Enum([...PROVIDER_IDS])

const LONGEST_PROMPT = 4_000
/** A live list of models is only asked for with a key of at least so many characters. */
export const SHORTEST_LISTING_KEY = 8

const model = Type.String({ maxLength: 200 })
const baseUrl = Type.String({ maxLength: 2_000 })
const deployment = Type.String({ maxLength: 200, description: 'Azure: the name of the deployment.' })
const apiKey = Type.String({ maxLength: 2_000, description: 'Stored sealed, never returned.' })

export const AiProvider = Type.Object({
  id: provider,
  display_name: Type.String(),
  requires_api_key: Type.Boolean(),
  requires_base_url: Type.Boolean(),
  requires_deployment_name: Type.Boolean(),
  default_model: Type.String(),
  fallback_models: Type.Array(Type.String(), { description: 'Offered when the provider cannot be asked.' }),
})
export type AiProvider = Static<typeof AiProvider>
export const AiProvidersReply = Type.Object({ providers: Type.Array(AiProvider) })

export const AiProviderConfig = Type.Object({
  provider,
  model: Type.String(),
  base_url: Nullable(Type.String()),
  azure_deployment_name: Nullable(Type.String()),
  has_api_key: Type.Boolean(),
  is_configured: Type.Boolean({ description: 'Nothing that the provider requires is missing.' }),
  updated_at: Timestamp,
})
export type AiProviderConfig = Static<typeof AiProviderConfig>

export const AiProviderWrite = Type.Object({
  provider,
  model: Type.Optional(Nullable(model)),
  api_key: Type.Optional(
    Nullable(Type.String({ maxLength: 2_000, description: 'Left out: the stored key is kept. Empty: removed.' })),
  ),
  base_url: Type.Optional(Nullable(baseUrl)),
  azure_deployment_name: Type.Optional(Nullable(deployment)),
})
export type AiProviderWrite = Static<typeof AiProviderWrite>

export const AiModelsQuery = Type.Object({
  provider,
  api_key: Type.Optional(apiKey),
  base_url: Type.Optional(baseUrl),
})
export type AiModelsQuery = Static<typeof AiModelsQuery>
export const AiModels = Type.Object({
  source: Type.Enum(['live', 'fallback']),
  models: Type.Array(Type.String()),
  recommended: Type.String({ description: 'One of `models`.' }),
  detail: Type.Optional(Type.String({ description: 'Why the provider was not asked, or what went wrong.' })),
})
export type AiModels = Static<typeof AiModels>

export const AiTestBody = Type.Object({
  provider: Type.Optional(provider),
  model: Type.Optional(Nullable(model)),
  api_key: Type.Optional(Nullable(apiKey)),
  base_url: Type.Optional(Nullable(baseUrl)),
  azure_deployment_name: Type.Optional(Nullable(deployment)),
})
export type AiTestBody = Static<typeof AiTestBody>
export const AiTestReply = Type.Object({
  status: Type.Enum(['success', 'failure']),
  message: Type.String(),
  latency_ms: Type.Optional(Type.Integer({ description: 'Of the question put to the model; only with success.' })),
})
export type AiTestReply = Static<typeof AiTestReply>

export const PROMPT_STYLES = ['concise', 'normal', 'detailed'] as const
export type PromptStyle = (typeof PROMPT_STYLES)[number]
export const COMPLEXITIES = ['auto', 'simple', 'normal', 'advanced'] as const
export type Complexity = (typeof COMPLEXITIES)[number]

const settings = {
  ai_builder_enabled: Type.Boolean({ description: 'The master switch.' }),
  platform_default_provider: Nullable(provider),
  platform_default_model: Nullable(model),
  platform_base_url: Nullable(baseUrl),
  platform_deployment_name: Nullable(deployment),
  prompt_style: Type.Enum([...PROMPT_STYLES]),
  verbosity: Type.Enum([...PROMPT_STYLES]),
  default_complexity: Type.Enum([...COMPLEXITIES]),
  share_results: Type.Boolean({ description: 'Whether values, DNs and names of results may be sent to a provider.' }),
  audit_prompts: Type.Boolean({ description: 'Whether audit entries contain what was sent.' }),
}
export const AiSettings = Type.Object({
  ...settings,
  has_platform_api_key: Type.Boolean(),
  is_configured: Type.Boolean({ description: 'The platform default lacks nothing that its provider requires.' }),
})
export type AiSettings = Static<typeof AiSettings>
export const AiSettingsPatch = Type.Partial(Type.Object({ ...settings, platform_api_key: Nullable(apiKey) }))
export type AiSettingsPatch = Static<typeof AiSettingsPatch>

export const DryRunQuery = Type.Object({
  dry_run: Type.Optional(Type.Boolean({ description: 'Show what would be sent, without sending it.' })),
})
export const PromptDryRunReply = Type.Object({
  prompt: Type.String({ description: 'All that would be sent, as one text.' }),
  tokens: Type.Integer({ description: 'An estimate.' }),
})
export type PromptDryRunReply = Static<typeof PromptDryRunReply>

const JsonObject = Type.Record(Type.String(), Type.Unknown())
const Canvas = Type.Object({
  nodes: nodeList,
  edges: Type.Optional(edgeList),
  post_processors: Type.Optional(stepList),
})

export const GenerateQueryBody = Type.Object({
  prompt: Type.String({ minLength: 1, maxLength: LONGEST_PROMPT }),
  controller_connection: Type.Optional(Nullable(Uuid)),
  canvas: Type.Optional(Nullable(Canvas)),
})
export type GenerateQueryBody = Static<typeof GenerateQueryBody>

export const EDIT_OPERATIONS = ['add', 'change', 'remove'] as const
export const EDIT_KINDS = ['node', 'edge', 'step'] as const
export const CanvasEdit = Type.Object({
  op: Type.Enum([...EDIT_OPERATIONS]),
  kind: Type.Enum([...EDIT_KINDS]),
  id: Type.String(),
  at: Type.Optional(Type.Integer({ description: 'The place of a step in the list after the edit, from 0.' })),
  before: Nullable(JsonObject),
  after: Nullable(JsonObject),
  reason: Type.String(),
})
export type CanvasEdit = Static<typeof CanvasEdit>

/** What one use of AI took. Providers that count no tokens say zero. */
export const AiSpent = Type.Object({
  provider,
  model: Type.String(),
  rounds: Type.Integer({ description: 'Questions that were sent, those asked again included.' }),
  input_tokens: Type.Integer(),
  output_tokens: Type.Integer(),
})
export type AiSpent = Static<typeof AiSpent>

const usage = {
  uses: Type.Integer({ description: 'Those that count against the quota.' }),
  input_tokens: Type.Integer(),
  output_tokens: Type.Integer(),
}
export const AiUsageReply = Type.Object({
  daily_quota: Nullable(Type.Integer({ description: 'Uses a day; null means no limit.' })),
  is_allowed: Type.Boolean({ description: 'Whether one of your groups may use AI.' }),
  today: Type.Object(usage, { description: 'Since 00:00 UTC.' }),
  days: Type.Array(Type.Object({ day: Type.String({ format: 'date' }), ...usage }), {
    description: 'The last 30 days (UTC) on which you used AI, newest first.',
  }),
})
export type AiUsageReply = Static<typeof AiUsageReply>

export const GenerateQueryReply = Type.Object({
  name: Type.String(),
  description: Type.String(),
  ...savedParts,
  explanation: Type.String(),
  validation: ValidateReply,
  reasons: Type.Array(Type.Object({ kind: Type.Enum([...EDIT_KINDS]), id: Type.String(), reason: Type.String() }), {
    description: 'Why each part of the proposal is there.',
  }),
  spent: AiSpent,
  changes: Type.Optional(
    Type.Array(CanvasEdit, { description: 'Only when a canvas was sent: the edits that lead from it to this one.' }),
  ),
})
export type GenerateQueryReply = Static<typeof GenerateQueryReply>

export const ExplainQueryBody = Type.Object({
  saved_query: Type.Optional(Uuid),
  nodes: Type.Optional(nodeList),
  edges: Type.Optional(edgeList),
  post_processors: Type.Optional(stepList),
})
export type ExplainQueryBody = Static<typeof ExplainQueryBody>

export const ExplainChangesBody = Type.Object({ snapshot_a: Uuid, snapshot_b: Uuid })
export type ExplainChangesBody = Static<typeof ExplainChangesBody>

export const FACT_KINDS = [
  'node',
  'edge',
  'filter',
  'step',
  'scope',
  'primary',
  'count',
  'added',
  'removed',
  'changed',
  'field',
] as const
export type FactKind = (typeof FACT_KINDS)[number]
export const ExplainFact = Type.Object(
  { kind: Type.Enum([...FACT_KINDS]), name: Type.String() },
  { additionalProperties: true, description: 'What was found; further keys depend on the kind.' },
)
export type ExplainFact = Static<typeof ExplainFact> & Readonly<Record<string, unknown>>

export const ExplainReply = Type.Object({
  text: Type.String(),
  source: Type.Enum(['ai', 'rules']),
  facts: Type.Array(ExplainFact),
  detail: Type.Optional(Type.String({ description: 'Why no AI was asked, or what went wrong.' })),
  spent: Type.Optional(AiSpent),
})
export type ExplainReply = Static<typeof ExplainReply>
