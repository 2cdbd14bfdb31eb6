// Generated from the routes and the contract by `npm run docs`.

export type AiExplainChangesReply = ExplainReply | PromptDryRunReply

export type AiExplainQueryReply = ExplainReply | PromptDryRunReply

export type AiGenerateQueryReply = GenerateQueryReply | PromptDryRunReply

export type QueryFilter =
  | {
      /**
       * The property to look at; a column in steps.
       */
      property: string
      /**
       * How to compare.
       */
      operator:
        | 'eq'
        | 'ne'
        | 'lt'
        | 'le'
        | 'gt'
        | 'ge'
        | 'between'
        | 'in'
        | 'not_in'
        | 'contains'
        | 'starts_with'
        | 'ends_with'
        | 'matches'
        | 'is_empty'
        | 'is_set'
        | 'any_bit'
        | 'all_bits'
        | 'since'
        | 'in_subnet'
        | 'contains_ip'
        | 'overlaps'
      /**
       * What to compare with; a list for some operators, absent for `is_empty` and `is_set`.
       */
      value?: (string | number | boolean | null) | (string | number | boolean | null)[]
    }
  | {
      /**
       * At least one of these must hold.
       */
      any: QueryFilter[]
    }
  | {
      /**
       * All of these must hold.
       */
      all: QueryFilter[]
    }
  | {
      not: QueryFilter
    }

export type QueryStep =
  | FilterStep
  | SelectStep
  | RenameStep
  | ComputeStep
  | SortStep
  | RankStep
  | LimitStep
  | DistinctStep
  | GroupStep
  | ExplodeStep
  | ExtractStep
  | SplitDnStep
  | LookupStep
  | PivotStep
  | FillStep

export type AiProviderGetReply = AiProviderConfig | null

export type AuthLinkedSignInsListReply = LinkedSignOn[]

export type AuthManagementSessionsListReply = OpenSession[]

export type AuthOidcListReply = SignOnProviderReply[]

export type AuthPermissionsReply = {
  codename: string
  name: string
}[]

export type AuthServiceAccountsGroupsReply = OwningGroup[]

export type AuthSessionsListReply = OpenSession[]

export type AutomationExecutionFrame = OutputChunkFrame | OutputReplacedFrame | StatusChangedFrame | OutputCompleteFrame

export type AutomationRequestFrame =
  RequestStatusFrame | ExecutionSpawnedFrame | ExecutionStatusFrame | ExecutionCompleteFrame | RequestCompleteFrame

export type MimClassesRootsReply = MimClassItem[]

export type MimFavoritesListReply = (string | MimFavorite)[]

export type MimPackagesGetReply = MimPackage[]

export type MimPackagesTopReply = MimPackage[]

export type MimRegistryRemoteVersionsReply = RemoteVersion[]

export type ModelImportFrame = ImportPhaseFrame | ImportProgressFrame | ImportCompleteFrame | ImportFailedFrame

export type NotificationFrame = NotificationCreatedFrame | NotificationReadFrame | UnreadCountFrame

export type QueriesRepositoriesConflictsListReply = RepositoryConflict[]

export type QueriesSavedQueriesVersionsListReply = VersionEntry[]

export type RunFrame =
  | NodeStartFrame
  | NodeProgressFrame
  | NodeResultFrame
  | NodeCompleteFrame
  | RunWaitingFrame
  | RunCompleteFrame
  | RunFailedFrame

export interface ExplainReply {
  text: string
  source: 'ai' | 'rules'
  facts: ExplainFact[]
  /**
   * Why no AI was asked, or what went wrong.
   */
  detail?: string
  spent?: AiSpent
}
/**
 * What was found; further keys depend on the kind.
 */
export interface ExplainFact {
  kind: 'node' | 'edge' | 'filter' | 'step' | 'scope' | 'primary' | 'count' | 'added' | 'removed' | 'changed' | 'field'
  name: string
  [k: string]: unknown
}

export interface AiSpent {
  provider: 'openai' | 'anthropic' | 'gemini' | 'mistral' | 'openrouter' | 'azure_openai' | 'ollama'
  model: string
  /**
   * Questions that were sent, those asked again included.
   */
  rounds: number
  input_tokens: number
  output_tokens: number
}

export interface PromptDryRunReply {
  /**
   * All that would be sent, as one text.
   */
  prompt: string
  /**
   * An estimate.
   */
  tokens: number
}

export interface GenerateQueryReply {
  name: string
  description: string
  /**
   * As it is, faults included.
   */
  nodes: QueryNode[]
  /**
   * As it is, faults included.
   */
  edges: QueryEdge[]
  /**
   * As it is, faults included.
   */
  post_processors: QueryStep[]
  explanation: string
  validation: ValidateReply
  /**
   * Why each part of the proposal is there.
   */
  reasons: {
    kind: 'node' | 'edge' | 'step'
    id: string
    reason: string
  }[]
  spent: AiSpent
  /**
   * Only when a canvas was sent: the edits that lead from it to this one.
   */
  changes?: CanvasEdit[]
}

export interface QueryNode {
  /**
   * Names the node in edges, and its columns unless there is an alias.
   */
  id: string
  /**
   * The class of the objects, such as fvBD.
   */
  class_name?: string | null
  /**
   * Instead of `class_name`: objects of any of these classes.
   */
  class_names?: string[] | null
  /**
   * Stands before the columns of the node instead of its id.
   */
  alias?: string | null
  /**
   * Only this object and what is below it.
   */
  scope_dn?: string | null
  /**
   * All of these must hold.
   */
  filters?: QueryFilter[] | null
  /**
   * The columns; all of the primary node and naming ones of others, if absent.
   */
  properties?: string[] | null
  /**
   * Rows begin with the objects of this node; the first node if none says so.
   */
  primary?: boolean | null
  /**
   * Only records of this time: {from, to}, either of which may be absent.
   */
  time_range?: {
    from?: string | null
    to?: string | null
  } | null
  /**
   * A class that the controller does not know has no objects, instead of a failed run.
   */
  optional?: boolean | null
  /**
   * Where a program draws it; it means nothing.
   */
  position?: unknown
}

export interface QueryEdge {
  /**
   * Names the edge in faults, and columns of relation objects.
   */
  id?: string
  /**
   * The id of a node.
   */
  source: string
  /**
   * The id of another node.
   */
  target: string
  /**
   * How the objects belong together; `auto` finds out.
   */
  kind?: ('auto' | 'contains' | 'references' | 'match' | 'any') | null
  /**
   * Of `contains`: at any depth, or direct children only.
   */
  depth?: ('any' | 'child') | null
  /**
   * Of `references`: the class of the relation, such as fvRsCtx.
   */
  through?: string | null
  /**
   * Of `match`: {source, target} that must be equal, or a list of {source, target, op}.
   */
  on?:
    | null
    | {
        source:
          | string
          | {
              expression: string
            }
        target:
          | (
              | string
              | {
                  expression: string
                }
            )
          | (
              | string
              | {
                  expression: string
                }
            )[]
        op?: ('eq' | 'between' | 'in_subnet' | 'overlaps' | 'contains_ip') | null
      }
    | {
        source:
          | string
          | {
              expression: string
            }
        target:
          | (
              | string
              | {
                  expression: string
                }
            )
          | (
              | string
              | {
                  expression: string
                }
            )[]
        op?: ('eq' | 'between' | 'in_subnet' | 'overlaps' | 'contains_ip') | null
      }[]
  /**
   * `inner` drops rows without a partner, `left` keeps them, `without` keeps only those.
   */
  join?: ('inner' | 'left' | 'without') | null
  /**
   * Of `references`: properties of the relation that become columns.
   */
  properties?: string[] | null
}

export interface FilterStep {
  /**
   * Names the step in faults and timings.
   */
  id?: string
  type: 'filter'
  /**
   * False leaves the step out.
   */
  enabled?: boolean | null
  /**
   * Keeps some rows.
   */
  config?: {
    filters?: QueryFilter[]
    expression?: string
  }
}

export interface SelectStep {
  /**
   * Names the step in faults and timings.
   */
  id?: string
  type: 'select'
  /**
   * False leaves the step out.
   */
  enabled?: boolean | null
  /**
   * Keeps some columns, in this order.
   */
  config: {
    columns: string[]
  }
}

export interface RenameStep {
  /**
   * Names the step in faults and timings.
   */
  id?: string
  type: 'rename'
  /**
   * False leaves the step out.
   */
  enabled?: boolean | null
  /**
   * Renames columns.
   */
  config: {
    columns: {
      [k: string]: string
    }
  }
}

export interface ComputeStep {
  /**
   * Names the step in faults and timings.
   */
  id?: string
  type: 'compute'
  /**
   * False leaves the step out.
   */
  enabled?: boolean | null
  /**
   * Computes a column from others.
   */
  config: {
    column: string
    expression: string
  }
}

export interface SortStep {
  /**
   * Names the step in faults and timings.
   */
  id?: string
  type: 'sort'
  /**
   * False leaves the step out.
   */
  enabled?: boolean | null
  /**
   * Sorts rows.
   */
  config: {
    by: {
      column: string
      direction?: 'asc' | 'desc'
      order?: 'natural' | 'code'
    }[]
  }
}

export interface RankStep {
  /**
   * Names the step in faults and timings.
   */
  id?: string
  type: 'rank'
  /**
   * False leaves the step out.
   */
  enabled?: boolean | null
  /**
   * Numbers rows, also within groups.
   */
  config: {
    by?: string[]
    order: {
      column: string
      direction?: 'asc' | 'desc'
      order?: 'natural' | 'code'
    }[]
    as?: string
    ties?: 'dense' | 'row'
  }
}

export interface LimitStep {
  /**
   * Names the step in faults and timings.
   */
  id?: string
  type: 'limit'
  /**
   * False leaves the step out.
   */
  enabled?: boolean | null
  /**
   * Keeps the first rows.
   */
  config: {
    count: (number | string) | string
    offset?: (number | string) | string
  }
}

export interface DistinctStep {
  /**
   * Names the step in faults and timings.
   */
  id?: string
  type: 'distinct'
  /**
   * False leaves the step out.
   */
  enabled?: boolean | null
  /**
   * Drops repeated rows.
   */
  config?: {
    columns?: string[]
  }
}

export interface GroupStep {
  /**
   * Names the step in faults and timings.
   */
  id?: string
  type: 'group'
  /**
   * False leaves the step out.
   */
  enabled?: boolean | null
  /**
   * Groups rows and counts, sums or lists them.
   */
  config?: {
    by?: string[]
    aggregates?: {
      function: 'count' | 'count_distinct' | 'sum' | 'avg' | 'min' | 'max' | 'percentile' | 'first' | 'last' | 'list'
      column?: string
      as?: string
      percentile?: (number | string) | string
      distinct?: boolean | string
      where?: string
    }[]
  }
}

export interface ExplodeStep {
  /**
   * Names the step in faults and timings.
   */
  id?: string
  type: 'explode'
  /**
   * False leaves the step out.
   */
  enabled?: boolean | null
  /**
   * Makes one row for each part of a value.
   */
  config: {
    column: string
    separator?: string
  }
}

export interface ExtractStep {
  /**
   * Names the step in faults and timings.
   */
  id?: string
  type: 'extract'
  /**
   * False leaves the step out.
   */
  enabled?: boolean | null
  /**
   * Extracts parts of a text with a pattern.
   */
  config: {
    column: string
    pattern: string
    into: string[]
  }
}

export interface SplitDnStep {
  /**
   * Names the step in faults and timings.
   */
  id?: string
  type: 'split_dn'
  /**
   * False leaves the step out.
   */
  enabled?: boolean | null
  /**
   * Splits a DN into tenant, node, interface and more.
   */
  config?: {
    column?: string
    parts?: string[]
  }
}

export interface LookupStep {
  /**
   * Names the step in faults and timings.
   */
  id?: string
  type: 'lookup'
  /**
   * False leaves the step out.
   */
  enabled?: boolean | null
  /**
   * Adds columns from another saved query, as it is now or as it was captured.
   */
  config: {
    saved_query: string
    on: {
      [k: string]: string
    }
    columns?: string[]
    prefix?: string
    join?: 'inner' | 'left' | 'without'
    connection?: 'same' | 'own'
    as_of?: string
  }
}

export interface PivotStep {
  /**
   * Names the step in faults and timings.
   */
  id?: string
  type: 'pivot'
  /**
   * False leaves the step out.
   */
  enabled?: boolean | null
  /**
   * Turns values into columns.
   */
  config: {
    by?: string[]
    column: string
    value?: string
    function?: 'count' | 'count_distinct' | 'sum' | 'avg' | 'min' | 'max' | 'percentile' | 'first' | 'last' | 'list'
    percentile?: (number | string) | string
    distinct?: boolean | string
  }
}

export interface FillStep {
  /**
   * Names the step in faults and timings.
   */
  id?: string
  type: 'fill'
  /**
   * False leaves the step out.
   */
  enabled?: boolean | null
  /**
   * Replaces missing values.
   */
  config: {
    columns: string[]
    value: string | (number | string) | (boolean | string) | null
  }
}

export interface ValidateReply {
  valid: boolean
  errors: CanvasProblem[]
  warnings: CanvasProblem[]
  plan: PlanReply | null
}

export interface CanvasProblem {
  code: string
  message: string
  node_id?: string
  edge_id?: string
  step_id?: string
  path?: string
  suggestions?: string[]
}

export interface PlanReply {
  text: string
  steps: PlanStepReply[]
}

export interface PlanStepReply {
  step: 'fetch' | 'join' | 'rows' | 'post_processor'
  /**
   * Of the node, edge or step of the canvas.
   */
  id: string
  text: string
  class_name?: string
  /**
   * How its objects are fetched.
   */
  access?: string
  /**
   * The path of the first request, if it is known before the run.
   */
  request?: string
  /**
   * What the controller filters by.
   */
  pushed_filter?: string
  /**
   * What is filtered after fetching.
   */
  local_filter?: string
  estimated_rows?: number
  /**
   * Objects of the class in the whole fabric.
   */
  size?: {
    objects: number
    source: 'counted' | 'estimated'
  }
}

export interface CanvasEdit {
  op: 'add' | 'change' | 'remove'
  kind: 'node' | 'edge' | 'step'
  id: string
  /**
   * The place of a step in the list after the edit, from 0.
   */
  at?: number
  before: {
    [k: string]: unknown
  } | null
  after: {
    [k: string]: unknown
  } | null
  reason: string
}

export interface AiModels {
  source: 'live' | 'fallback'
  models: string[]
  /**
   * One of `models`.
   */
  recommended: string
  /**
   * Why the provider was not asked, or what went wrong.
   */
  detail?: string
}

export interface AiModelsQuery {
  provider: 'openai' | 'anthropic' | 'gemini' | 'mistral' | 'openrouter' | 'azure_openai' | 'ollama'
  /**
   * Stored sealed, never returned.
   */
  api_key?: string
  base_url?: string
}

export interface AiProvider {
  id: 'openai' | 'anthropic' | 'gemini' | 'mistral' | 'openrouter' | 'azure_openai' | 'ollama'
  display_name: string
  requires_api_key: boolean
  requires_base_url: boolean
  requires_deployment_name: boolean
  default_model: string
  /**
   * Offered when the provider cannot be asked.
   */
  fallback_models: string[]
}

export interface AiProviderConfig {
  provider: 'openai' | 'anthropic' | 'gemini' | 'mistral' | 'openrouter' | 'azure_openai' | 'ollama'
  model: string
  base_url: string | null
  azure_deployment_name: string | null
  has_api_key: boolean
  /**
   * Nothing that the provider requires is missing.
   */
  is_configured: boolean
  updated_at: string
}

export interface AiProviderWrite {
  provider: 'openai' | 'anthropic' | 'gemini' | 'mistral' | 'openrouter' | 'azure_openai' | 'ollama'
  model?: string | null
  api_key?: string | null
  base_url?: string | null
  azure_deployment_name?: string | null
}

export interface AiProvidersReply {
  providers: AiProvider[]
}

export interface AiSettings {
  /**
   * The master switch.
   */
  ai_builder_enabled: boolean
  platform_default_provider:
    ('openai' | 'anthropic' | 'gemini' | 'mistral' | 'openrouter' | 'azure_openai' | 'ollama') | null
  platform_default_model: string | null
  platform_base_url: string | null
  platform_deployment_name: string | null
  prompt_style: 'concise' | 'normal' | 'detailed'
  verbosity: 'concise' | 'normal' | 'detailed'
  default_complexity: 'auto' | 'simple' | 'normal' | 'advanced'
  /**
   * Whether values, DNs and names of results may be sent to a provider.
   */
  share_results: boolean
  /**
   * Whether audit entries contain what was sent.
   */
  audit_prompts: boolean
  has_platform_api_key: boolean
  /**
   * The platform default lacks nothing that its provider requires.
   */
  is_configured: boolean
}

export interface AiSettingsPatch {
  /**
   * The master switch.
   */
  ai_builder_enabled?: boolean
  platform_default_provider?:
    ('openai' | 'anthropic' | 'gemini' | 'mistral' | 'openrouter' | 'azure_openai' | 'ollama') | null
  platform_default_model?: string | null
  platform_base_url?: string | null
  platform_deployment_name?: string | null
  prompt_style?: 'concise' | 'normal' | 'detailed'
  verbosity?: 'concise' | 'normal' | 'detailed'
  default_complexity?: 'auto' | 'simple' | 'normal' | 'advanced'
  /**
   * Whether values, DNs and names of results may be sent to a provider.
   */
  share_results?: boolean
  /**
   * Whether audit entries contain what was sent.
   */
  audit_prompts?: boolean
  platform_api_key?: string | null
}

export interface AiTestBody {
  provider?: 'openai' | 'anthropic' | 'gemini' | 'mistral' | 'openrouter' | 'azure_openai' | 'ollama'
  model?: string | null
  api_key?: string | null
  base_url?: string | null
  azure_deployment_name?: string | null
}

export interface AiTestReply {
  status: 'success' | 'failure'
  message: string
  /**
   * Of the question put to the model; only with success.
   */
  latency_ms?: number
}

export interface AiUsageReply {
  daily_quota: number | null
  /**
   * Whether one of your groups may use AI.
   */
  is_allowed: boolean
  /**
   * Since 00:00 UTC.
   */
  today: {
    /**
     * Those that count against the quota.
     */
    uses: number
    input_tokens: number
    output_tokens: number
  }
  /**
   * The last 30 days (UTC) on which you used AI, newest first.
   */
  days: {
    day: string
    /**
     * Those that count against the quota.
     */
    uses: number
    input_tokens: number
    output_tokens: number
  }[]
}

export interface AnnotateBody {
  annotation: string | null
}

export interface ApiToken {
  id: string
  name: string
  /**
   * The first twelve characters of the token, to recognize it by.
   */
  prefix: string
  permissions: string[] | null
  /**
   * Its owner.
   */
  username: string
  created_at: string
  expires_at: string | null
  last_used_at: string | null
  last_used_ip: string | null
}

export interface ApiTokenCreate {
  name: string
  permissions?: string[] | null
  expires_at?: string | null
}

export interface ApiTokenListQuery {
  /**
   * Page number, from 1.
   */
  page?: number
  /**
   * Items per page: 50 by default, at most 200.
   */
  page_size?: number
  /**
   * Comma-separated names: each item has only these, and its `id`. All by default.
   */
  fields?: string
  /**
   * Everyone's; for administrators.
   */
  all?: boolean
  /**
   * Id of a user whose tokens to list; administrators may name any, others only themselves.
   */
  user?: number
  /**
   * Comma-separated fields, `-` before one for descending.
   */
  ordering?: string
}

export interface At {
  saved_query: string
  at: string
  snapshot: string
  captured_at: string
  rows: {
    [k: string]: unknown
  }[]
}

export interface AtQuery {
  /**
   * Page number, from 1.
   */
  page?: number
  /**
   * Items per page: 50 by default, at most 200.
   */
  page_size?: number
  saved_query: string
  /**
   * ISO 8601.
   */
  at: string
  controller_connection?: string
}

export interface AttributeChanges {
  saved_query: string
  dn: string
  attribute: string
  changes: {
    before: unknown
    after: unknown
    from_snapshot: string
    to_snapshot: string
    before_time: string
    after_time: string
  }[]
}

export interface AuditEntry {
  id: number
  category: string
  /**
   * <noun>_<verb>, such as query_run.
   */
  action: string
  /**
   * Who acted; kept when the account is deleted. For a failed login, the name entered.
   */
  username: string
  user_id: number | null
  ip_address: string | null
  user_agent: string | null
  description: string
  target_type: string | null
  target_id: string | null
  metadata: {
    [k: string]: unknown
  }
  /**
   * How it is stored; the content of an entry is always returned as it was recorded.
   */
  content_compressed: boolean
  /**
   * Size of the content before compression.
   */
  content_size_bytes: number
  created_at: string
}

export interface AuditEntryDetail {
  id: number
  category: string
  /**
   * <noun>_<verb>, such as query_run.
   */
  action: string
  /**
   * Who acted; kept when the account is deleted. For a failed login, the name entered.
   */
  username: string
  user_id: number | null
  ip_address: string | null
  user_agent: string | null
  description: string
  target_type: string | null
  target_id: string | null
  metadata: {
    [k: string]: unknown
  }
  /**
   * How it is stored; the content of an entry is always returned as it was recorded.
   */
  content_compressed: boolean
  /**
   * Size of the content before compression.
   */
  content_size_bytes: number
  created_at: string
  /**
   * What was sent or changed; null if there is none, text if it was truncated.
   */
  content: unknown
}

export interface AuditEntryParams {
  id: number
}

export interface AuditLine {
  at: string
  user: string
  action: 'created' | 'modified' | 'deleted'
  /**
   * The DN of the object.
   */
  affected: string
  /**
   * What changed, in the words of the controller. Secrets are masked.
   */
  changes: string
  /**
   * Of the login that made the change; empty if unknown.
   */
  session: string
  /**
   * The DN of the audit record.
   */
  record: string
}

export interface AuditLogExportQuery {
  /**
   * An unknown value gives an empty list.
   */
  category?: string
  /**
   * An unknown value gives an empty list.
   */
  action?: string
  /**
   * Id of a user.
   */
  user?: string
  /**
   * Exact match.
   */
  username?: string
  /**
   * Exact match.
   */
  ip?: string
  /**
   * At or after this time, ISO 8601.
   */
  created_after?: string
  /**
   * At or before this time, ISO 8601.
   */
  created_before?: string
  /**
   * Part of the description, ignoring case.
   */
  search?: string
  /**
   * Comma-separated fields, `-` before one for descending.
   */
  ordering?: string
}

export interface AuditLogListQuery {
  /**
   * Page number, from 1.
   */
  page?: number
  /**
   * Items per page: 50 by default, at most 200.
   */
  page_size?: number
  /**
   * Comma-separated names: each item has only these, and its `id`. All by default.
   */
  fields?: string
  /**
   * An unknown value gives an empty list.
   */
  category?: string
  /**
   * An unknown value gives an empty list.
   */
  action?: string
  /**
   * Id of a user.
   */
  user?: string
  /**
   * Exact match.
   */
  username?: string
  /**
   * Exact match.
   */
  ip?: string
  /**
   * At or after this time, ISO 8601.
   */
  created_after?: string
  /**
   * At or before this time, ISO 8601.
   */
  created_before?: string
  /**
   * Part of the description, ignoring case.
   */
  search?: string
  /**
   * Comma-separated fields, `-` before one for descending.
   */
  ordering?: string
}

export interface AuditLoginAttemptsReply {
  /**
   * Items on all pages, or an estimate when `count_is_exact` is false.
   */
  count: number
  next: string | null
  previous: string | null
  results: LoginAttemptReply[]
  count_is_exact: boolean
}

export interface LoginAttemptReply {
  id: number
  /**
   * The name entered, even if there is no such account.
   */
  username: string
  success: boolean
  failure_reason: string
  ip_address: string | null
  user_agent: string | null
  attempted_at: string
}

export interface AuditLogsListReply {
  /**
   * Items on all pages, or an estimate when `count_is_exact` is false.
   */
  count: number
  next: string | null
  previous: string | null
  results: AuditEntry[]
  count_is_exact: boolean
}

export interface AuditSettingsGetReply {
  groups: {
    authentication: boolean
    user_management: boolean
    queries: boolean
    scheduling: boolean
    snapshots: boolean
    connections: boolean
    automation: boolean
    mim: boolean
    ai: boolean
    settings: boolean
    admin: boolean
    api_access: boolean
  }
  retention_days: {
    authentication: number
    user_management: number
    group_management: number
    permission_management: number
    query_management: number
    query_execution: number
    scheduled_task: number
    snapshot: number
    controller_connection: number
    automation_connection: number
    automation_template: number
    automation_execution: number
    automation_webhook: number
    mim_registry: number
    ai_configuration: number
    ai_usage: number
    notification: number
    settings_change: number
    admin_action: number
    api_access: number
  }
  content_max_bytes: number
  compress_threshold_bytes: number
}

export interface AuditSettingsUpdateBody {
  groups?: {
    authentication?: boolean
    user_management?: boolean
    queries?: boolean
    scheduling?: boolean
    snapshots?: boolean
    connections?: boolean
    automation?: boolean
    mim?: boolean
    ai?: boolean
    settings?: boolean
    admin?: boolean
    api_access?: boolean
  }
  retention_days?: {
    authentication?: number
    user_management?: number
    group_management?: number
    permission_management?: number
    query_management?: number
    query_execution?: number
    scheduled_task?: number
    snapshot?: number
    controller_connection?: number
    automation_connection?: number
    automation_template?: number
    automation_execution?: number
    automation_webhook?: number
    mim_registry?: number
    ai_configuration?: number
    ai_usage?: number
    notification?: number
    settings_change?: number
    admin_action?: number
    api_access?: number
  }
  content_max_bytes?: number
  compress_threshold_bytes?: number
}

export interface AuditSettingsUpdateReply {
  groups: {
    authentication: boolean
    user_management: boolean
    queries: boolean
    scheduling: boolean
    snapshots: boolean
    connections: boolean
    automation: boolean
    mim: boolean
    ai: boolean
    settings: boolean
    admin: boolean
    api_access: boolean
  }
  retention_days: {
    authentication: number
    user_management: number
    group_management: number
    permission_management: number
    query_management: number
    query_execution: number
    scheduled_task: number
    snapshot: number
    controller_connection: number
    automation_connection: number
    automation_template: number
    automation_execution: number
    automation_webhook: number
    mim_registry: number
    ai_configuration: number
    ai_usage: number
    notification: number
    settings_change: number
    admin_action: number
    api_access: number
  }
  content_max_bytes: number
  compress_threshold_bytes: number
}

export interface AuditStats {
  window: '24h' | '7d' | '30d'
  total: number
  /**
   * Every category, including those without entries.
   */
  by_category: {
    [k: string]: number
  }
  failed_logins: number
  /**
   * Distinct usernames.
   */
  unique_actors: number
}

export interface AuditStatsQuery {
  /**
   * Defaults to 24h.
   */
  window?: '24h' | '7d' | '30d'
}

export interface AuditStream {
  target: 'syslog' | 'otlp'
  /**
   * Host and port of the collector.
   */
  address: string
  /**
   * `failing`: the collector takes nothing at present. `held`: a transaction that is open for long keeps records waiting. `starting`: no process that works has seen it yet.
   */
  state: 'ok' | 'failing' | 'held' | 'starting'
  failing_since: string | null
  last_sent_at: string | null
  last_error: string | null
  /**
   * Age of the oldest row that waits.
   */
  lag_seconds: number
  /**
   * Rows that wait; up to a hundred findings are one.
   */
  waiting: number
  /**
   * False when there are more than were counted.
   */
  waiting_is_exact: boolean
  /**
   * Records that the collector has taken.
   */
  sent: number
  /**
   * Records that the collector refused for good.
   */
  refused: number
  /**
   * Rows that were deleted before the collector had taken them.
   */
  lost: number
}

export interface AuditStreams {
  targets: AuditStream[]
}

export interface AuthGroupsListReply {
  /**
   * Items on all pages.
   */
  count: number
  next: string | null
  previous: string | null
  results: GroupReply[]
}

export interface GroupReply {
  id: number
  name: string
  role_template: string | null
  member_count: number
  permissions: string[]
  quota: QuotaBody
  scim: {
    /**
     * Whether the client created it, or has changed one that was here.
     */
    origin: 'created' | 'linked'
    external_id: string | null
  } | null
}

export interface QuotaBody {
  ai_analysis_daily: number | null
  queries_max: number | null
  can_use_ai_builder: boolean
}

export interface LinkedSignOn {
  id: string
  /**
   * The name in the settings, in small letters.
   */
  provider: string
  label: string
  /**
   * As the provider last said; empty if it did not.
   */
  email: string
  created_at: string
  last_used_at: string | null
}

export interface AuthManagementListReply {
  /**
   * Items on all pages.
   */
  count: number
  next: string | null
  previous: string | null
  results: ManagedUser[]
}

export interface ManagedUser {
  id: number
  username: string
  email: string
  first_name: string
  last_name: string
  group_names: string[]
  is_admin: boolean
  is_superuser: boolean
  email_verified: boolean
  mfa_enabled: boolean
  query_count: number
  favorite_count: number
  date_joined: string
  last_login: string | null
  preferences: Preferences
  is_active: boolean
  groups: number[]
  /**
   * Granted directly, in addition to those of groups.
   */
  permissions: string[]
  auth_source: 'local' | 'directory' | 'provider'
  scim: {
    /**
     * Whether the client created it, or has changed one that was here.
     */
    origin: 'created' | 'linked'
    external_id: string | null
  } | null
  updated_at: string
}

export interface Preferences {
  timezone: string
  date_format: string
  time_format: string
  theme: string
  class_browser_sections: {
    [k: string]: boolean
  }
  /**
   * What the web UI keeps. Shown to its user only.
   */
  ui?: {
    [k: string]: unknown
  }
}

export interface OpenSession {
  id: string
  created_at: string
  last_used_at: string
  ip_address: string | null
  user_agent: string | null
  /**
   * The session of this request.
   */
  current: boolean
}

export interface SignOnProviderReply {
  /**
   * The name in the settings, in small letters.
   */
  name: string
  /**
   * What its button says.
   */
  label: string
  /**
   * Where a browser begins to sign in; takes `next`.
   */
  url: string
}

export interface OwningGroup {
  id: number
  name: string
}

export interface AuthServiceAccountsListReply {
  /**
   * Items on all pages.
   */
  count: number
  next: string | null
  previous: string | null
  results: ServiceAccount[]
}

export interface ServiceAccount {
  id: number
  /**
   * What it is called wherever users are named. It never changes.
   */
  name: string
  /**
   * What the program does, and where it runs.
   */
  description: string
  group: OwningGroup
  /**
   * What a token of it may do at most: what its group may, but for what asks for a person.
   */
  permissions: string[]
  is_active: boolean
  /**
   * Its API tokens, with those that have expired.
   */
  token_count: number
  last_used_at: string | null
  created_by: string
  created_at: string
  updated_at: string
}

export interface AuthServiceAccountsTokensListReply {
  /**
   * Items on all pages.
   */
  count: number
  next: string | null
  previous: string | null
  results: ApiToken[]
}

export interface AuthTokensListReply {
  /**
   * Items on all pages.
   */
  count: number
  next: string | null
  previous: string | null
  results: ApiToken[]
}

export interface AutomationCategoriesListReply {
  /**
   * Items on all pages.
   */
  count: number
  next: string | null
  previous: string | null
  results: AutomationCategory[]
}

export interface AutomationCategory {
  id: number
  name: string
  parent: number | null
  description: string
  /**
   * Templates directly in this category that the caller sees.
   */
  template_count: number
  children: number[]
}

export interface AutomationCategoryListQuery {
  /**
   * Page number, from 1.
   */
  page?: number
  /**
   * Items per page: 50 by default, at most 200.
   */
  page_size?: number
  /**
   * Comma-separated names: each item has only these, and its `id`. All by default.
   */
  fields?: string
  parent?: number
  search?: string
  /**
   * Comma-separated fields, `-` before one for descending.
   */
  ordering?: string
}

export interface AutomationCategoryPatch {
  name?: string
  parent?: number | null
  description?: string
}

export interface AutomationCategoryWrite {
  name: string
  parent?: number | null
  description?: string
}

export interface AutomationColumnTemplatesListReply {
  /**
   * Items on all pages.
   */
  count: number
  next: string | null
  previous: string | null
  results: ColumnTemplate[]
}

export interface ColumnTemplate {
  id: string
  description: string
  /**
   * Key of the value in a row.
   */
  name: string
  field_type?:
    | 'text'
    | 'integer'
    | 'number'
    | 'boolean'
    | 'enum'
    | 'multi_enum'
    | 'ip_address'
    | 'ip_network'
    | 'mac_address'
    | 'date'
    | 'datetime'
    | 'dn'
  required?: boolean
  choices?: string[]
  validation_list?: string | null
  regex_pattern?: string | null
  min?: number | null
  max?: number | null
  min_length?: number | null
  max_length?: number | null
  /**
   * Each value at most once within the rows of a request.
   */
  unique?: boolean
  /**
   * Taken by a row without a value.
   */
  default?: unknown
  help_text?: string
  created_by: string | null
  created_at: string
  updated_at: string
}

export interface AutomationConnection {
  id: string
  name: string
  /**
   * Where the automation server is, with its scheme; may end in a path.
   */
  base_url: string
  username: string
  auth_method: 'token' | 'password'
  token_configured: boolean
  api_prefix: string | null
  verify_ssl: boolean
  ca_certificate: string | null
  job_url_pattern: string | null
  is_default: boolean
  last_tested_at: string | null
  last_test_status: ('success' | 'failure') | null
  last_test_message: string | null
  created_at: string
  updated_at: string
}

export interface AutomationConnectionCreate {
  name: string
  base_url: string
  username?: string
  /**
   * Write-only; an empty one removes the stored token.
   */
  oauth_token?: string
  auth_method?: 'token' | 'password'
  api_prefix?: string | null
  verify_ssl?: boolean
  ca_certificate?: string | null
  job_url_pattern?: string | null
  is_default?: boolean
}

export interface AutomationConnectionListQuery {
  /**
   * Page number, from 1.
   */
  page?: number
  /**
   * Items per page: 50 by default, at most 200.
   */
  page_size?: number
  /**
   * Comma-separated names: each item has only these, and its `id`. All by default.
   */
  fields?: string
  search?: string
  is_default?: boolean
  /**
   * Comma-separated fields, `-` before one for descending.
   */
  ordering?: string
}

export interface AutomationConnectionPatch {
  name?: string
  base_url?: string
  username?: string
  /**
   * Write-only; an empty one removes the stored token.
   */
  oauth_token?: string
  auth_method?: 'token' | 'password'
  api_prefix?: string | null
  verify_ssl?: boolean
  ca_certificate?: string | null
  job_url_pattern?: string | null
  is_default?: boolean
}

export interface AutomationConnectionsJobTemplatesReply {
  /**
   * Items on all pages.
   */
  count: number
  next: string | null
  previous: string | null
  results: AutomationJobTemplate[]
}

export interface AutomationJobTemplate {
  /**
   * For `automation_job_template_id` of a template.
   */
  id: number
  name: string
  description: string
  playbook: string
  /**
   * Whether the account of the connection may start it.
   */
  can_start: boolean
  /**
   * Whether it prompts for variables or has a survey: else it ignores the rows that a launch sends.
   */
  takes_variables: boolean
}

export interface AutomationConnectionsListReply {
  /**
   * Items on all pages.
   */
  count: number
  next: string | null
  previous: string | null
  results: AutomationConnection[]
}

export interface AutomationExecution {
  id: string
  request: string
  row_index: number | null
  automation_job_id: number | null
  automation_job_url: string | null
  status: 'pending' | 'running' | 'successful' | 'failed' | 'error' | 'cancelled'
  job_status: string | null
  /**
   * The answer to the launch was lost: `reconcile` looks for the job.
   */
  launch_uncertain: boolean
  error: string | null
  created_at: string
  started_at: string | null
  finished_at: string | null
  scm_commit_sha: string | null
  /**
   * What the job left with set_stats, an object; null before the end.
   */
  artifacts: unknown
  /**
   * What the automation server did not take although the job started; null if nothing.
   */
  ignored_fields: unknown
  warnings: string[]
  /**
   * The first 2,000 characters.
   */
  stdout_preview: string
  stdout_bytes: number
  /**
   * The whole output of the job is here.
   */
  stdout_complete: boolean
  extra_vars_snapshot: {
    [k: string]: unknown
  }
}
/**
 * A piece of what the job prints.
 */
export interface OutputChunkFrame {
  type: 'stdout_chunk'
  timestamp: string
  data: {
    /**
     * In bytes of UTF-8 from the beginning of the output.
     */
    offset: number
    text: string
  }
}
/**
 * Forget the text from there on: the chunks that follow replace it. Rare.
 */
export interface OutputReplacedFrame {
  type: 'stdout_replaced'
  timestamp: string
  data: {
    /**
     * In bytes of UTF-8 from the beginning of the output.
     */
    offset: number
  }
}
/**
 * Another status.
 */
export interface StatusChangedFrame {
  type: 'status_changed'
  timestamp: string
  data: {
    from: 'pending' | 'running' | 'successful' | 'failed' | 'error' | 'cancelled'
    to: 'pending' | 'running' | 'successful' | 'failed' | 'error' | 'cancelled'
  }
}
/**
 * The job has ended and its whole output was sent. The last frame.
 */
export interface OutputCompleteFrame {
  type: 'execution_complete'
  timestamp: string
  data: {
    status: 'pending' | 'running' | 'successful' | 'failed' | 'error' | 'cancelled'
    artifacts: {
      [k: string]: unknown
    }
  }
}

export interface AutomationExecutionListQuery {
  /**
   * Page number, from 1.
   */
  page?: number
  /**
   * Items per page: 50 by default, at most 200.
   */
  page_size?: number
  /**
   * Comma-separated names: each item has only these, and its `id`. All by default.
   */
  fields?: string
  request?: string
  status?: 'pending' | 'running' | 'successful' | 'failed' | 'error' | 'cancelled'
  /**
   * Comma-separated fields, `-` before one for descending.
   */
  ordering?: string
}

export interface AutomationExecutionsListReply {
  /**
   * Items on all pages.
   */
  count: number
  next: string | null
  previous: string | null
  results: AutomationExecution[]
}

export interface AutomationJobTemplateListQuery {
  /**
   * Page number, from 1.
   */
  page?: number
  /**
   * Items per page: 50 by default, at most 200.
   */
  page_size?: number
  /**
   * Comma-separated names: each item has only these, and its `id`. All by default.
   */
  fields?: string
  /**
   * Part of the name, in any case of letters.
   */
  search?: string
}

export interface AutomationNotAsked {
  detail: string
  reason: string
  request_id: string
}

export interface AutomationRegexPatternsListReply {
  /**
   * Items on all pages.
   */
  count: number
  next: string | null
  previous: string | null
  results: RegexPattern[]
}

export interface RegexPattern {
  id: string
  name: string
  description: string
  /**
   * RE2; the whole value must match.
   */
  pattern: string
  created_by: string | null
  created_at: string
  updated_at: string
}

export interface AutomationRequest {
  id: string
  template: string | null
  template_name: string
  user: string
  status: 'pending' | 'running' | 'succeeded' | 'failed' | 'cancelled'
  execution_mode: 'bulk' | 'per_row'
  row_count: number
  execution_count: number
  /**
   * Executions that have ended.
   */
  executions_complete: number
  created_at: string
  started_at: string | null
  finished_at: string | null
  scm_commit_sha: string | null
  comment: string
  cancel_requested: boolean
  warnings: string[]
  relaunch_of: string | null
  source: RequestSource | null
  approval: RequestApproval | null
  verification: Verification | null
  /**
   * Path of the WebSocket channel.
   */
  channel: string
}

export interface RequestSource {
  type: 'saved_query' | 'snapshot' | 'compare'
  saved_query: string | null
  snapshot: string | null
  snapshot_a: string | null
  snapshot_b: string | null
  execution: string | null
  /**
   * Rows of the source, before the filter.
   */
  row_count: number
  scheduled_execution: string | null
}

export interface RequestApproval {
  status: 'waiting' | 'approved' | 'declined'
  decided_by: string | null
  decided_at: string | null
  note: string
}

export interface Verification {
  status: 'pending' | 'holds' | 'differs' | 'failed'
  expect: 'gone' | 'present'
  by: string[]
  execution: string | null
  checked_at: string | null
  rows: {
    index: number
    holds: boolean
  }[]
  error: string | null
  blame?: VerificationBlame
}

export interface VerificationBlame {
  /**
   * `kept`: read earlier, and remembered.
   */
  source: 'kept' | 'read' | 'unavailable'
  reason: string | null
  message: string | null
  /**
   * Audit records of the span.
   */
  records: number
  /**
   * At most 20, with most rows first.
   */
  people: {
    user: string
    /**
     * Rows that they changed last.
     */
    rows: number
  }[]
  /**
   * Rows that differ from those the request took from its source.
   */
  changed: number
  /**
   * Rows that no audit record fits.
   */
  nobody: number
  /**
   * Rows whose author cannot be known.
   */
  unknown: number
}

export interface AutomationRequestDetail {
  id: string
  template: string | null
  template_name: string
  user: string
  status: 'pending' | 'running' | 'succeeded' | 'failed' | 'cancelled'
  execution_mode: 'bulk' | 'per_row'
  row_count: number
  execution_count: number
  /**
   * Executions that have ended.
   */
  executions_complete: number
  created_at: string
  started_at: string | null
  finished_at: string | null
  scm_commit_sha: string | null
  comment: string
  cancel_requested: boolean
  warnings: string[]
  relaunch_of: string | null
  source: RequestSource | null
  approval: RequestApproval | null
  verification: Verification | null
  /**
   * Path of the WebSocket channel.
   */
  channel: string
  /**
   * Earlier checks, oldest first.
   */
  verifications: Verification[]
}
/**
 * How far the request is. The first frame.
 */
export interface RequestStatusFrame {
  type: 'request_status'
  timestamp: string
  data: {
    status: 'pending' | 'running' | 'succeeded' | 'failed' | 'cancelled'
    executions_total: number
    executions_complete: number
  }
}
/**
 * The job of an execution is known.
 */
export interface ExecutionSpawnedFrame {
  type: 'execution_spawned'
  timestamp: string
  data: {
    execution_id: string
    automation_job_id: number
  }
}
/**
 * An execution has another status.
 */
export interface ExecutionStatusFrame {
  type: 'execution_status'
  timestamp: string
  data: {
    execution_id: string
    status: 'pending' | 'running' | 'successful' | 'failed' | 'error' | 'cancelled'
  }
}
/**
 * An execution has ended.
 */
export interface ExecutionCompleteFrame {
  type: 'execution_complete'
  timestamp: string
  data: {
    execution_id: string
    status: 'pending' | 'running' | 'successful' | 'failed' | 'error' | 'cancelled'
  }
}
/**
 * The request has ended. The last frame.
 */
export interface RequestCompleteFrame {
  type: 'request_complete'
  timestamp: string
  data: {
    status: 'pending' | 'running' | 'succeeded' | 'failed' | 'cancelled'
    duration_ms: number
  }
}

export interface AutomationRequestListQuery {
  /**
   * Page number, from 1.
   */
  page?: number
  /**
   * Items per page: 50 by default, at most 200.
   */
  page_size?: number
  /**
   * Comma-separated names: each item has only these, and its `id`. All by default.
   */
  fields?: string
  template?: string
  status?: 'pending' | 'running' | 'succeeded' | 'failed' | 'cancelled'
  /**
   * Username.
   */
  user?: string
  source_saved_query?: string
  source_snapshot?: string
  /**
   * Comma-separated fields, `-` before one for descending.
   */
  ordering?: string
}

export interface AutomationRequestsListReply {
  /**
   * Items on all pages.
   */
  count: number
  next: string | null
  previous: string | null
  results: AutomationRequest[]
}

export interface AutomationRequestsRowsReply {
  /**
   * Items on all pages.
   */
  count: number
  next: string | null
  previous: string | null
  results: LaunchedRow[]
}

export interface LaunchedRow {
  index: number
  values: {
    [k: string]: unknown
  }
  source: {
    [k: string]: unknown
  } | null
  blame?: RowBlame
}
/**
 * Who changed it, by the audit log of the controller.
 */
export interface RowBlame {
  /**
   * `none`: the records of the whole span were read, and none fits. `unknown`: they were not, and none fits of those that were, or the row has no DN.
   */
  status: 'found' | 'none' | 'unknown'
  /**
   * Newest first, at most five.
   */
  entries: {
    at: string
    /**
     * The account at the controller.
     */
    user: string
    action: 'created' | 'modified' | 'deleted'
    /**
     * The DN of the object.
     */
    affected: string
    /**
     * What changed, in the words of the controller. Secrets are masked.
     */
    changes: string
    /**
     * Of the login that made the change; empty if unknown.
     */
    session: string
    /**
     * The DN of the audit record.
     */
    record: string
  }[]
  more: boolean
}

export interface AutomationTemplate {
  id: string
  name: string
  description: string
  category: number | null
  automation_connection: string
  /**
   * Job template on the automation server.
   */
  automation_job_template_id: number
  /**
   * bulk: one job for all rows of a request. per_row: one job for each row.
   */
  execution_mode: 'bulk' | 'per_row'
  /**
   * per_row: jobs of one request that run at once.
   */
  row_concurrency: number
  schema: ColumnDefinition[]
  validation_lists: string[]
  /**
   * Their members see and launch the template; empty: everybody.
   */
  allowed_groups: number[]
  created_by: string | null
  created_at: string
  updated_at: string
}

export interface ColumnDefinition {
  /**
   * Key of the value in a row.
   */
  name: string
  field_type?:
    | 'text'
    | 'integer'
    | 'number'
    | 'boolean'
    | 'enum'
    | 'multi_enum'
    | 'ip_address'
    | 'ip_network'
    | 'mac_address'
    | 'date'
    | 'datetime'
    | 'dn'
  required?: boolean
  choices?: string[]
  validation_list?: string | null
  regex_pattern?: string | null
  min?: number | null
  max?: number | null
  min_length?: number | null
  max_length?: number | null
  /**
   * Each value at most once within the rows of a request.
   */
  unique?: boolean
  /**
   * Taken by a row without a value.
   */
  default?: unknown
  help_text?: string
  column_template?: string | null
}

export interface AutomationTemplateCreate {
  name: string
  description?: string
  category?: number | null
  automation_connection: string
  automation_job_template_id: number
  execution_mode?: 'bulk' | 'per_row'
  row_concurrency?: number
  /**
   * Column definitions.
   */
  schema?: unknown[]
  validation_lists?: string[]
  allowed_groups?: number[]
}

export interface AutomationTemplateListQuery {
  /**
   * Page number, from 1.
   */
  page?: number
  /**
   * Items per page: 50 by default, at most 200.
   */
  page_size?: number
  /**
   * Comma-separated names: each item has only these, and its `id`. All by default.
   */
  fields?: string
  category?: number
  automation_connection?: string
  search?: string
  /**
   * Comma-separated fields, `-` before one for descending.
   */
  ordering?: string
}

export interface AutomationTemplatePatch {
  name?: string
  description?: string
  category?: number | null
  automation_connection?: string
  automation_job_template_id?: number
  execution_mode?: 'bulk' | 'per_row'
  row_concurrency?: number
  /**
   * Column definitions.
   */
  schema?: unknown[]
  validation_lists?: string[]
  allowed_groups?: number[]
}

export interface AutomationTemplatesListReply {
  /**
   * Items on all pages.
   */
  count: number
  next: string | null
  previous: string | null
  results: AutomationTemplate[]
}

export interface AutomationTestReply {
  status: 'success' | 'failure'
  message: string
  tested_at: string
  /**
   * The step that failed.
   */
  step?: 'address' | 'tls' | 'ping' | 'login' | 'templates'
  /**
   * Version of the automation server.
   */
  version?: string
  /**
   * The account that the token belongs to.
   */
  username?: string
  /**
   * Job templates that the account can see.
   */
  template_count?: number
  /**
   * False: a token that may only read, or no job template that it may start.
   */
  can_launch?: boolean
  latency_ms?: number
}

export interface AutomationValidationListsListReply {
  /**
   * Items on all pages.
   */
  count: number
  next: string | null
  previous: string | null
  results: ValidationList[]
}

export interface ValidationList {
  id: string
  name: string
  description: string
  source: ValidationListSource
  /**
   * The allowed values; those of a bound list as of `refreshed_at`.
   */
  values: string[]
  refreshed_at: string | null
  created_by: string | null
  created_at: string
  updated_at: string
}

export interface ValidationListSource {
  type: 'static' | 'saved_query' | 'snapshot'
  saved_query: string | null
  column: string | null
}

export interface AutomationWebhooksTestBody {}

export interface BackchannelLogoutBody {
  logout_token: string
}

export interface BackgroundBody {
  controller_connection?: string | null
  controller_connections?: string[] | null
  /**
   * Runs the canvas on each connection and puts the rows together, with the column `@controller`.
   */
  merge?: boolean
  /**
   * A connection that fails is a warning, unless all of them do.
   */
  allow_partial?: boolean
  /**
   * Values for {{name}} in filters, scopes and steps. Variables: at most 16 kB each and 1000 kB together; a text with its values filled in: at most 64 kB, all of a run 1000 kB.
   */
  variables?: {
    [k: string]: unknown
  }
  skip_post_processors?: boolean
  draft?: DraftBody | null
  as_of?: string | null
  /**
   * Keeps what the first step gets for an hour, so that steps are tried without a run.
   */
  keep_rows_before_steps?: boolean
}
/**
 * Taken instead of the saved `nodes`, `edges` and `post_processors`. `parameters` and `expect` are those of the saved query where they are left out.
 */
export interface DraftBody {
  /**
   * nodes, edges and post_processors together: at most 512 kB of JSON, unknown keys included.
   */
  nodes: QueryNode[]
  /**
   * nodes, edges and post_processors together: at most 512 kB of JSON, unknown keys included.
   */
  edges: QueryEdge[]
  /**
   * At most 20 lookups in a run, those of the queries it looks up in included.
   */
  post_processors?: QueryStep[]
  expect?: Expect | null
  /**
   * Variables the query declares.
   */
  parameters?: ParameterWrite[]
}

export interface Expect {
  rows?: {
    min?: number
    max?: number
  }
  /**
   * An expression over the columns that must be true for every row.
   */
  every?: string
  /**
   * How many rows may differ from a snapshot; a kind that is left out may differ as it likes.
   */
  changes?: {
    added?: {
      min?: number
      max?: number
    }
    removed?: {
      min?: number
      max?: number
    }
    changed?: {
      min?: number
      max?: number
    }
  }
  /**
   * `previous`, the default: the newest snapshot before the run. Or the id of a snapshot of this query.
   */
  against?: string
}

export interface ParameterWrite {
  name: string
  label?: string | null
  type?: ('text' | 'integer' | 'number' | 'boolean' | 'enum' | 'date' | 'dn' | 'ip') | null
  required?: boolean | null
  /**
   * Null: none.
   */
  default?: (string | number | boolean) | null
  choices?: (string | number | boolean)[] | null
  choices_from?: {
    saved_query: string
    column: string
  } | null
}

export interface BackgroundDraftBody {
  controller_connection?: string | null
  controller_connections?: string[] | null
  /**
   * Runs the canvas on each connection and puts the rows together, with the column `@controller`.
   */
  merge?: boolean
  /**
   * A connection that fails is a warning, unless all of them do.
   */
  allow_partial?: boolean
  /**
   * Values for {{name}} in filters, scopes and steps. Variables: at most 16 kB each and 1000 kB together; a text with its values filled in: at most 64 kB, all of a run 1000 kB.
   */
  variables?: {
    [k: string]: unknown
  }
  skip_post_processors?: boolean
  draft: DraftBody
  as_of?: string | null
  /**
   * Keeps what the first step gets for an hour, so that steps are tried without a run.
   */
  keep_rows_before_steps?: boolean
}

export interface BackgroundReply {
  /**
   * True for a draft; absent for what is saved.
   */
  draft?: boolean
  job_id: string
  execution_id: string
  /**
   * Path of the WebSocket channel that streams the progress.
   */
  channel: string
}

export interface BackupCodesReply {
  backup_codes: string[]
}

export interface BlameReply {
  /**
   * `kept`: read earlier, and remembered.
   */
  source: 'kept' | 'read' | 'unavailable'
  reason: string | null
  message: string | null
  /**
   * Audit records of the span.
   */
  records: number
}

export interface CancelReply {
  cancelled: boolean
}

export interface Capacity {
  at: string
  /**
   * The process that answers: with several, each has its own.
   */
  process: {
    role: 'all' | 'api' | 'worker'
    uptime_seconds: number
    /**
     * Runs wait, or end, before it is used up.
     */
    memory_limit_bytes: number
    memory_used_bytes: number
    runs_waiting_for_memory: number
    clock_ahead_ms: number | null
    /**
     * Of runs (`engine`), of preparing them (`planner`) and of reading stored rows (`rows`).
     */
    threads: {
      pool: 'engine' | 'planner' | 'rows'
      busy: number
      capacity: number
      waiting: number
    }[]
    database: {
      connections_in_use: number
      connections_limit: number
      callers_waiting: number
    }
  }
  database: {
    kind: 'embedded' | 'postgres'
    size_bytes: number
  }
  queues: {
    queue: string
    waiting: number
    /**
     * For later.
     */
    delayed: number
    active: number
    /**
     * How long the oldest waiting job could have been running.
     */
    oldest_seconds: number
  }[]
  /**
   * At most 50, by the name of their first connection.
   */
  controllers: {
    /**
     * They lead to the same controller, and share its budget.
     */
    connections: {
      id: string
      name: string
    }[]
    budget: ConnectionBudget
  }[]
  last_backup: {
    taken_at: string
    program_version: string
  } | null
}

export interface ConnectionBudget {
  max_parallel_requests: number
  max_requests_per_minute: number | null
  /**
   * The strictest limits of all connections to this controller: these hold.
   */
  effective: {
    max_parallel_requests: number
    max_requests_per_minute: number | null
  }
  /**
   * Other connections to this controller, which share the budget.
   */
  shared_with: string[]
  /**
   * `this_process` while the cache is away: each process then keeps to its part of the limits.
   */
  counted_over: 'all_processes' | 'this_process'
  /**
   * Processes that share the budget.
   */
  processes: number
  /**
   * Requests that the controller is answering.
   */
  in_flight: number
  requests_last_minute: number
  waiting: {
    requests: number
    runs: number
    /**
     * How long the request has waited that waits longest; 0 if none does.
     */
    longest_wait_ms: number
  }
  /**
   * Requests that the controller, or its web server, refused because it has too much to do.
   */
  refusals: {
    last_hour: number
    last_at: string | null
  }
}

export interface CaptureBody {
  saved_query?: string
  controller_connection?: string | null
  controller_connections?: string[] | null
  /**
   * Runs the canvas on each connection and puts the rows together, with the column `@controller`.
   */
  merge?: boolean
  /**
   * A connection that fails is a warning, unless all of them do.
   */
  allow_partial?: boolean
  execution?: string
  variables?: {
    [k: string]: unknown
  }
  retention_policy?: ('7d' | '30d' | '90d' | '1y' | 'forever') | null
  annotation?: string | null
}

export interface CategoryDeleteQuery {
  force?: boolean
}

export interface Change {
  id: string
  name: string
  note: string
  controller_connection: string
  /**
   * When the window was opened.
   */
  controller_connection_name: string
  category: number | null
  pack: string | null
  /**
   * How many queries it has.
   */
  total: number
  opened_by: string
  opened_at: string
  closed_by: string | null
  closed_at: string | null
  status: 'opening' | 'open' | 'closing' | 'closed' | 'failed'
  reason: string | null
  /**
   * It is open, or its closing failed.
   */
  can_close: boolean
  before: {
    check: string | null
    captured: number
    /**
     * Queries that could not be captured.
     */
    failed: number
  } | null
  after: {
    check: string | null
    captured: number
    /**
     * Queries that could not be captured.
     */
    failed: number
  } | null
  sha256: string | null
}

export interface ChangeBody {
  name: string
  saved_queries?: string[] | null
  category?: number | null
  pack?: string | null
  /**
   * On which all of the queries run.
   */
  controller_connection: string
  note?: string | null
}

export interface ChangeDetail {
  id: string
  name: string
  note: string
  controller_connection: string
  /**
   * When the window was opened.
   */
  controller_connection_name: string
  category: number | null
  pack: string | null
  /**
   * How many queries it has.
   */
  total: number
  opened_by: string
  opened_at: string
  closed_by: string | null
  closed_at: string | null
  status: 'opening' | 'open' | 'closing' | 'closed' | 'failed'
  reason: string | null
  /**
   * It is open, or its closing failed.
   */
  can_close: boolean
  before: {
    check: string | null
    captured: number
    /**
     * Queries that could not be captured.
     */
    failed: number
  } | null
  after: {
    check: string | null
    captured: number
    /**
     * Queries that could not be captured.
     */
    failed: number
  } | null
  sha256: string | null
  queries: {
    saved_query: string
    /**
     * When the window was opened.
     */
    name: string
    severity: 'none' | 'low' | 'medium' | 'high' | 'critical'
    before: {
      snapshot: string | null
      execution: string | null
      status: 'passed' | 'failed' | 'look' | 'not_applicable' | 'waived' | 'error'
      reason: string | null
      findings: number
    } | null
    after: {
      snapshot: string | null
      execution: string | null
      status: 'passed' | 'failed' | 'look' | 'not_applicable' | 'waived' | 'error'
      reason: string | null
      findings: number
    } | null
  }[]
}

export interface ChangeListQuery {
  /**
   * Page number, from 1.
   */
  page?: number
  /**
   * Items per page: 50 by default, at most 200.
   */
  page_size?: number
  /**
   * Comma-separated names: each item has only these, and its `id`. All by default.
   */
  fields?: string
  search?: string
  status?: 'opening' | 'open' | 'closing' | 'closed' | 'failed'
  controller_connection?: string
  /**
   * Comma-separated fields, `-` before one for descending.
   */
  ordering?: string
}

export interface ChangeReport {
  /**
   * Of this shape.
   */
  version: number
  change: {
    id: string
    name: string
    note: string
    controller_connection: string
    /**
     * When the window was opened.
     */
    controller_connection_name: string
    category: number | null
    pack: string | null
    /**
     * How many queries it has.
     */
    total: number
    opened_by: string
    opened_at: string
    closed_by: string | null
    closed_at: string | null
  }
  queries: {
    saved_query: string
    name: string
    snapshot_a: string | null
    snapshot_b: string | null
    reason: string | null
    summary: SnapshotChanges | null
    added: {
      [k: string]: unknown
    }[]
    removed: {
      [k: string]: unknown
    }[]
    changed: ChangedRowReply[]
    /**
     * Not all that differs is listed; `summary` counts all.
     */
    truncated: boolean
    blame: BlameReply | null
  }[]
  /**
   * Of the queries that expect something.
   */
  checks: {
    saved_query: string
    name: string
    severity: 'none' | 'low' | 'medium' | 'high' | 'critical'
    before: {
      status: 'passed' | 'failed' | 'look' | 'not_applicable' | 'waived' | 'error'
      reason: string | null
      /**
       * What was found that no waiver is for.
       */
      findings: number
    }
    after: {
      status: 'passed' | 'failed' | 'look' | 'not_applicable' | 'waived' | 'error'
      reason: string | null
      /**
       * What was found that no waiver is for.
       */
      findings: number
    }
    new_findings: {
      /**
       * 32 hexadecimal digits: the same for the same check, connection and resource.
       */
      id: string
      resource: string | null
      reason: string
      severity: 'none' | 'low' | 'medium' | 'high' | 'critical'
      /**
       * How many rows are about this resource.
       */
      rows: number
      waiver: string | null
    }[]
    gone_findings: {
      /**
       * 32 hexadecimal digits: the same for the same check, connection and resource.
       */
      id: string
      resource: string | null
      reason: string
      severity: 'none' | 'low' | 'medium' | 'high' | 'critical'
      /**
       * How many rows are about this resource.
       */
      rows: number
      waiver: string | null
    }[]
    /**
     * Findings of both times.
     */
    still: number
    /**
     * Not all findings were looked at, or listed.
     */
    truncated: boolean
  }[]
  /**
   * Automation requests with rows of this connection that were launched meanwhile.
   */
  requests: string[]
  /**
   * Automation requests launched meanwhile whose rows were typed or sent, so that nothing says which fabric they are about. Absent in reports made before they were kept.
   */
  requests_by_hand?: string[]
  /**
   * Of the same canonical JSON without this field.
   */
  sha256: string
}

export interface SnapshotChanges {
  added: number
  removed: number
  changed: number
  unchanged: number
}

export interface ChangedRowReply {
  key: {
    [k: string]: unknown
  }
  fields: {
    [k: string]: {
      before: unknown
      after: unknown
    }
  }
  /**
   * As it is in `snapshot_b`; `with_rows`.
   */
  row?: {
    [k: string]: unknown
  }
  blame?: RowBlame
}

export interface ChangeReportQuery {
  format?: 'json' | 'html'
}

export interface ChangedClass {
  class_name: string
  /**
   * Properties that `to` does not have.
   */
  removed: string[]
  /**
   * Properties that `from` does not have.
   */
  added: string[]
  retyped: {
    property: string
    before: string
    after: string
  }[]
  /**
   * Enumerations that lose values.
   */
  values: {
    property: string
    removed: string[]
  }[]
  relation: {
    before: string
    /**
     * Empty if it is no longer a relation.
     */
    after: string
  } | null
}

export interface ChangesQuery {
  saved_query: string
  dn: string
  attribute: string
  controller_connection?: string
  /**
   * In merged runs, the `@controller` of the object.
   */
  controller?: string
}

export interface Channel {
  id: string
  name: string
  type: 'webhook' | 'slack' | 'teams' | 'webex' | 'pagerduty' | 'mail'
  owner: string | null
  group: number | null
  enabled: boolean
  events: ChannelEvents
  /**
   * A URL, masked beyond its host, or the addresses of a mail.
   */
  target: string | string[]
  secret_set: boolean
  state: 'ok' | 'failing' | 'disabled'
  last_error: string | null
  /**
   * What it does not take at present.
   */
  muted: Mute[]
  created_at: string
}

export interface ChannelEvents {
  /**
   * Empty: all.
   */
  categories: ('scheduled_task' | 'automation_execution' | 'snapshot' | 'system')[]
  minimum_severity: 'info' | 'warning' | 'error'
  /**
   * Empty: all.
   */
  saved_queries: string[]
  category: number | null
  /**
   * Names of packs. Empty: all.
   */
  packs: string[]
}

export interface Mute {
  saved_query: string | null
  until: string | null
}

export interface ChannelCreate {
  name: string
  type: 'webhook' | 'slack' | 'teams' | 'webex' | 'pagerduty' | 'mail'
  group?: number | null
  enabled?: boolean
  events?: {
    /**
     * Empty: all.
     */
    categories?: ('scheduled_task' | 'automation_execution' | 'snapshot' | 'system')[]
    minimum_severity?: 'info' | 'warning' | 'error'
    /**
     * Empty: all.
     */
    saved_queries?: string[]
    category?: number | null
    /**
     * Names of packs. Empty: all.
     */
    packs?: string[]
  }
  /**
   * A URL, or addresses for `mail`. Left out for `pagerduty`: its public address. Never read back.
   */
  target?: string | string[]
  /**
   * For `webhook` what signs, `whsec_` and base64 of 24 to 64 bytes, made unless given; for `pagerduty` the integration key. Never read back.
   */
  secret?: string
}

export interface ChannelListQuery {
  /**
   * Page number, from 1.
   */
  page?: number
  /**
   * Items per page: 50 by default, at most 200.
   */
  page_size?: number
  /**
   * Comma-separated names: each item has only these, and its `id`. All by default.
   */
  fields?: string
}

export interface ChannelPatch {
  name?: string
  /**
   * Enabling one that was disabled tries it again.
   */
  enabled?: boolean
  events?: {
    /**
     * Empty: all.
     */
    categories?: ('scheduled_task' | 'automation_execution' | 'snapshot' | 'system')[]
    minimum_severity?: 'info' | 'warning' | 'error'
    /**
     * Empty: all.
     */
    saved_queries?: string[]
    category?: number | null
    /**
     * Names of packs. Empty: all.
     */
    packs?: string[]
  }
  /**
   * A URL, or addresses for `mail`. Left out for `pagerduty`: its public address. Never read back.
   */
  target?: string | string[]
  /**
   * For `webhook` what signs, `whsec_` and base64 of 24 to 64 bytes, made unless given; for `pagerduty` the integration key. Never read back.
   */
  secret?: string
}

export interface ChannelTestReply {
  delivered: boolean
  status: number | null
  detail: string
}

export interface ChannelWithSecret {
  id: string
  name: string
  type: 'webhook' | 'slack' | 'teams' | 'webex' | 'pagerduty' | 'mail'
  owner: string | null
  group: number | null
  enabled: boolean
  events: ChannelEvents
  /**
   * A URL, masked beyond its host, or the addresses of a mail.
   */
  target: string | string[]
  secret_set: boolean
  state: 'ok' | 'failing' | 'disabled'
  last_error: string | null
  /**
   * What it does not take at present.
   */
  muted: Mute[]
  created_at: string
  secret: string | null
}

export interface ChannelsSchemaQuery {
  format?: 'json' | 'yaml'
}

export interface ChannelsSchemaReply {
  [k: string]: unknown
}

export interface CheckPast {
  /**
   * Oldest first.
   */
  results: {
    snapshot: string
    at: string
    /**
     * `error`: the rows cannot be judged, for example because they lack a column that `expect` reads.
     */
    status: 'passed' | 'failed' | 'look' | 'not_applicable' | 'waived' | 'error'
    /**
     * What was found that no waiver is for.
     */
    findings: number
  }[]
  failed_since: {
    snapshot: string
    at: string
  } | null
}

export interface CheckPastQuery {
  saved_query: string
  /**
   * Without it, that of the newest capture.
   */
  controller_connection?: string
  /**
   * ISO 8601.
   */
  from_date?: string
  /**
   * ISO 8601.
   */
  to_date?: string
}

export interface CheckResults {
  id: string
  status: 'running' | 'finished'
  total: number
  at: string | null
  passed: number
  failed: number
  /**
   * Queries whose rows a person has to judge.
   */
  look: number
  /**
   * Queries that do not concern the fabric: their `when` is not true.
   */
  not_applicable: number
  /**
   * Queries with a waiver for everything that they found.
   */
  waived: number
  /**
   * Queries whose run did not succeed.
   */
  errored: number
  results: {
    saved_query: string
    pack: string | null
    check: string | null
    group: string | null
    name: string
    title: string
    execution: string | null
    snapshot: string | null
    /**
     * That of the query when the check was requested.
     */
    severity: 'none' | 'low' | 'medium' | 'high' | 'critical'
    status: ('passed' | 'failed' | 'look' | 'not_applicable' | 'waived' | 'error') | null
    reason: string | null
    code: 'no_capture' | null
    /**
     * What was found that no waiver is for.
     */
    findings: number
  }[]
}

export interface ChecksBody {
  saved_queries?: string[] | null
  category?: number | null
  pack?: string | null
  groups?: string[] | null
  controller_connection?: string | null
  /**
   * Values by name, given to each query that declares them.
   */
  parameters?: {
    [k: string]: unknown
  }
  at?: string | null
}

export interface ChecksQuery {
  format?: 'json' | 'junit' | 'sarif' | 'markdown' | 'html'
}

export interface ChecksReply {
  id: string
  status: 'running' | 'finished'
  total: number
}

export interface Choices {
  /**
   * At most 1000.
   */
  choices: (string | number | boolean)[]
  /**
   * How many there are, also those not listed.
   */
  count: number
}

export interface ChoicesQuery {
  /**
   * Only choices that contain it, in any case.
   */
  q?: string
  controller_connection?: string
}

export interface ClassNameParams {
  name: string
}

export interface ClassObjects {
  class_name: string
  /**
   * Objects of the class, as the controller counts them.
   */
  total: number
  /**
   * The first ones, by `dn`, with all properties. Secrets are masked.
   */
  objects: {
    [k: string]: string
  }[]
  /**
   * Every request that the controller got.
   */
  asked: string[]
}

export interface ClassObjectsQuery {
  class_name: string
  limit?: number
}

export interface ClassUseReply {
  class_name: string
  /**
   * At most 200; then `truncated` is true.
   */
  query_count: number
  truncated: boolean
  /**
   * Those that queries show, filter or join by, the most used first.
   */
  properties: {
    property: string
    query_count: number
  }[]
  /**
   * The last changed first.
   */
  queries: {
    id: string
    name: string
    created_by: string | null
    properties: string[]
  }[]
}

export interface Cleanup {
  /**
   * Number of snapshots per policy.
   */
  will_delete: {
    '7d': number
    '30d': number
    '90d': number
    '1y': number
    forever: number
  }
  total_bytes_reclaimed: number
}

export interface ColumnTemplatePatch {
  name?: string
  description?: string
  field_type?: unknown
  required?: unknown
  choices?: unknown
  validation_list?: unknown
  regex_pattern?: unknown
  min?: unknown
  max?: unknown
  min_length?: unknown
  max_length?: unknown
  unique?: unknown
  default?: unknown
  help_text?: unknown
}

export interface ColumnTemplateWrite {
  name: string
  description?: string
  field_type?: unknown
  required?: unknown
  choices?: unknown
  validation_list?: unknown
  regex_pattern?: unknown
  min?: unknown
  max?: unknown
  min_length?: unknown
  max_length?: unknown
  unique?: unknown
  default?: unknown
  help_text?: unknown
}

export interface CompareBody {
  snapshot_a: string
  /**
   * A snapshot, or `live` to run the query of the other snapshot now.
   */
  snapshot_b: string
  key_fields?: string[] | null
  ignore_fields?: string[] | null
  /**
   * Limit per list: 1,000 by default, at most 10,000.
   */
  limit?: number
  /**
   * Whether each changed row also has its whole `row`, with what did not change.
   */
  with_rows?: boolean
  /**
   * Whether each row says who changed it; added and removed ones under `blame` too.
   */
  blame?: boolean
}

export interface CompareExportQuery {
  a: string
  b: string
  format?: 'csv' | 'ndjson' | 'parquet'
  /**
   * Comma-separated; repeat the parameter for names that contain a comma.
   */
  key_fields?: string[]
  /**
   * Comma-separated; repeat the parameter for names that contain a comma.
   */
  ignore_fields?: string[]
}

export interface CompareModelsQuery {
  from: string
  to: string
}

export interface CompareQuery {
  snapshot_a: string
  snapshot_b: string
  /**
   * Comma-separated.
   */
  key_fields?: string
  /**
   * Comma-separated.
   */
  ignore_fields?: string
  limit?: number
  with_rows?: boolean
  blame?: boolean
}

export interface CompareReply {
  snapshot_a: string
  snapshot_b: string | null
  execution: string | null
  key_strategy: 'dn' | 'auto' | 'hash' | 'key_fields'
  key_fields: string[]
  ignored_fields: string[]
  summary: SnapshotChanges
  added: {
    [k: string]: unknown
  }[]
  removed: {
    [k: string]: unknown
  }[]
  changed: ChangedRowReply[]
  truncated: boolean
  blame?: BlameReply
}

export interface ConflictBody {
  detail: string
  code: string
  [k: string]: unknown
}

export interface ConnectionFacts {
  version: string | null
  /**
   * Releases of the active switches in their own spelling (`n9000-16.0(9c)`), each once, lowest first.
   */
  switch_versions: string[]
  lowest_switch: string | null
  highest_switch: string | null
  /**
   * All that are registered, controllers included.
   */
  nodes: number
  leafs: number
  spines: number
  controllers: number
  pods: number
  read_at: string
}

export interface ConnectionTestReply {
  status: 'success' | 'failure'
  message: string
  tested_at: string
  /**
   * The step that failed: address, tls, login or reading; `turn` if the controller was not asked, because its limits left no turn in time.
   */
  step?: string
  /**
   * Software release of the controller.
   */
  release?: string
  /**
   * What the controller showed over HTTPS, also if it was refused for it.
   */
  certificate?: {
    subject: string
    issuer: string
    valid_to: string
    /**
     * The fingerprint, in hexadecimal with colons.
     */
    sha256: string
  }
  /**
   * Number of controllers in the cluster.
   */
  cluster_size?: number
  latency_ms?: number
  /**
   * The result of each address, if there are several.
   */
  hosts?: {
    host: string
    status: 'success' | 'failure'
    message: string
  }[]
}

export interface ControllerConnection {
  id: string
  name: string
  /**
   * Host name or address with an optional port, or an https:// URL.
   */
  host: string
  /**
   * Further addresses of the same cluster, used in this order while the one before cannot be reached.
   */
  hosts: string[]
  username: string
  /**
   * False only for one that a file created: nothing is sent to its controller until it has a password.
   */
  has_password: boolean
  verify_ssl: boolean
  ca_certificate: string | null
  is_default: boolean
  /**
   * Most requests at the controller at once, over all processes. Connections to one controller share the strictest of theirs.
   */
  max_parallel_requests: number
  max_requests_per_minute: number | null
  last_tested_at: string | null
  last_test_status: ('success' | 'failure') | null
  last_test_message: string | null
  created_at: string
  updated_at: string
}

export interface ControllerConnectionCreate {
  name: string
  host: string
  /**
   * Further addresses of the same cluster.
   */
  hosts?: string[]
  username: string
  /**
   * Write-only.
   */
  password: string
  verify_ssl?: boolean
  ca_certificate?: string | null
  is_default?: boolean
  max_parallel_requests?: number
  max_requests_per_minute?: number | null
}

export interface ControllerConnectionListQuery {
  /**
   * Page number, from 1.
   */
  page?: number
  /**
   * Items per page: 50 by default, at most 200.
   */
  page_size?: number
  /**
   * Comma-separated names: each item has only these, and its `id`. All by default.
   */
  fields?: string
  search?: string
  is_default?: boolean
  /**
   * Comma-separated fields, `-` before one for descending.
   */
  ordering?: string
}

export interface ControllerConnectionPatch {
  name?: string
  host?: string
  /**
   * Further addresses of the same cluster.
   */
  hosts?: string[]
  username?: string
  /**
   * Write-only.
   */
  password?: string
  verify_ssl?: boolean
  ca_certificate?: string | null
  is_default?: boolean
  max_parallel_requests?: number
  max_requests_per_minute?: number | null
}

export interface ControllerConnectionReplace {
  name: string
  host: string
  /**
   * Further addresses of the same cluster.
   */
  hosts?: string[]
  username: string
  /**
   * Write-only.
   */
  password?: string
  verify_ssl?: boolean
  ca_certificate?: string | null
  is_default?: boolean
  max_parallel_requests?: number
  max_requests_per_minute?: number | null
}

export interface ControllerConnectionsListReply {
  /**
   * Items on all pages.
   */
  count: number
  next: string | null
  previous: string | null
  results: ControllerConnection[]
}

export interface ControllerInstall {
  controller_connection: string
  /**
   * Number of concurrent requests; configured on the server by default.
   */
  concurrency?: number
  /**
   * False reads the version only to compare it; the installed model stays in use.
   */
  activate?: boolean
}

export interface CreatedApiToken {
  id: string
  name: string
  /**
   * The first twelve characters of the token, to recognize it by.
   */
  prefix: string
  permissions: string[] | null
  /**
   * Its owner.
   */
  username: string
  created_at: string
  expires_at: string | null
  last_used_at: string | null
  last_used_ip: string | null
  /**
   * Send it as `Authorization: Bearer …`. It is not shown again.
   */
  token: string
}

export interface DashboardChange {
  type:
    | 'snapshot_changes'
    | 'task_failed'
    | 'task_late'
    | 'request_finished'
    | 'request_waiting'
    | 'connection_fault'
    | 'check_failed'
  at: string
  title: string
  /**
   * The path of its page.
   */
  link: string
  severity: 'error' | 'warning' | 'info'
  /**
   * Which keys there are depends on the type.
   */
  counts: {
    [k: string]: number
  }
}

export interface DashboardChanges {
  since: string
  /**
   * Worst first, then newest.
   */
  results: DashboardChange[]
  /**
   * More happened than is listed.
   */
  truncated: boolean
}

export interface DashboardChangesQuery {
  /**
   * ISO 8601; 24 hours ago by default, at most 30 days.
   */
  since?: string
}

export interface DashboardStats {
  /**
   * Created by you.
   */
  saved_queries: number
  scheduled_tasks: {
    total: number
    /**
     * Neither disabled nor paused.
     */
    enabled: number
    /**
     * Their newest firing failed.
     */
    failing: number
  }
  /**
   * Launched by you in the last seven days.
   */
  automation_requests_7d: number
  /**
   * Captured by you, or by your tasks, in the last seven days.
   */
  snapshots_7d: number
  unread_notifications: number
  last_login: string | null
}

export interface DecisionBody {
  note?: string
}

export interface Delivery {
  id: string
  event:
    | 'run.failed'
    | 'run.recovered'
    | 'check.failed'
    | 'check.passed'
    | 'changes.found'
    | 'request.waiting'
    | 'request.finished'
    | 'connection.fault'
    | 'connection.recovered'
    | 'waiver.expired'
    | 'test'
  title: string
  /**
   * How many there were.
   */
  attempt: number
  at: string
  status: 'waiting' | 'delivered' | 'failed' | 'skipped'
  response_status: number | null
  duration_ms: number | null
  next_attempt_at: string | null
}

export interface DeliveryDetails {
  id: string
  event:
    | 'run.failed'
    | 'run.recovered'
    | 'check.failed'
    | 'check.passed'
    | 'changes.found'
    | 'request.waiting'
    | 'request.finished'
    | 'connection.fault'
    | 'connection.recovered'
    | 'waiver.expired'
    | 'test'
  title: string
  /**
   * How many there were.
   */
  attempt: number
  at: string
  status: 'waiting' | 'delivered' | 'failed' | 'skipped'
  response_status: number | null
  duration_ms: number | null
  next_attempt_at: string | null
  error: string | null
  request: {
    method: string
    /**
     * Masked beyond its host.
     */
    url: string
    /**
     * As it is sent, without secrets.
     */
    body: string
  }
  response_text: string | null
}

export interface DeliveryListQuery {
  /**
   * Page number, from 1.
   */
  page?: number
  /**
   * Items per page: 50 by default, at most 200.
   */
  page_size?: number
  /**
   * Comma-separated names: each item has only these, and its `id`. All by default.
   */
  fields?: string
}
/**
 * What went wrong, in plain words.
 */
export interface Detail {
  detail: string
}

export interface Dns {
  dns: {
    dn: string
    className: string
  }[]
  /**
   * Number of entries in `dns`.
   */
  count: number
  /**
   * Number of all matching DNs.
   */
  total: number
}

export interface DnsQuery {
  q?: string
  /**
   * 50 by default, at most 200.
   */
  limit?: number
}

export interface DryRunQuery {
  /**
   * Show what would be sent, without sending it.
   */
  dry_run?: boolean
}

export interface DuplicateBody {
  name?: string
}

export interface EffectivePermissions {
  permissions: string[]
  groups: string[]
  is_superuser: boolean
}

export interface ExecuteBody {
  controller_connection?: string | null
  controller_connections?: string[] | null
  /**
   * Runs the canvas on each connection and puts the rows together, with the column `@controller`.
   */
  merge?: boolean
  /**
   * A connection that fails is a warning, unless all of them do.
   */
  allow_partial?: boolean
  /**
   * Values for {{name}} in filters, scopes and steps. Variables: at most 16 kB each and 1000 kB together; a text with its values filled in: at most 64 kB, all of a run 1000 kB.
   */
  variables?: {
    [k: string]: unknown
  }
  skip_post_processors?: boolean
  draft?: DraftBody | null
  as_of?: string | null
}

export interface ExecuteDraftBody {
  controller_connection?: string | null
  controller_connections?: string[] | null
  /**
   * Runs the canvas on each connection and puts the rows together, with the column `@controller`.
   */
  merge?: boolean
  /**
   * A connection that fails is a warning, unless all of them do.
   */
  allow_partial?: boolean
  /**
   * Values for {{name}} in filters, scopes and steps. Variables: at most 16 kB each and 1000 kB together; a text with its values filled in: at most 64 kB, all of a run 1000 kB.
   */
  variables?: {
    [k: string]: unknown
  }
  skip_post_processors?: boolean
  draft: DraftBody
  as_of?: string | null
}

export interface ExecuteReply {
  execution_id: string
  /**
   * True for a draft; absent for what is saved.
   */
  draft?: boolean
  status: 'running' | 'success' | 'failure' | 'timeout'
  /**
   * All rows, including those truncated from `results`.
   */
  row_count: number
  /**
   * The plan as text.
   */
  generated_query: string
  /**
   * Controller paths sent, one per line, without page parameters; above 256 kB the last line says how many more there were.
   */
  actual_query_path: string
  duration_ms: number
  /**
   * How much of `duration_ms` it waited for its turn: at the controller, on the server, or behind earlier runs of its user.
   */
  waited_ms: number
  columns: string[]
  error_message: string | null
  reason:
    | (
        | 'unreachable'
        | 'tls'
        | 'login_failed'
        | 'unknown_class'
        | 'bad_filter'
        | 'too_big'
        | 'controller_timeout'
        | 'busy'
        | 'forbidden'
        | 'incomplete'
        | 'cancelled'
        | 'deadline'
        | 'no_capture'
      )
    | null
  expectation: ExpectationResult | null
  warnings: string[]
  /**
   * True above 10,000 rows; the results export has all of them.
   */
  results_truncated: boolean
  results: {
    [k: string]: unknown
  }[]
}

export interface ExpectationResult {
  status: 'passed' | 'failed' | 'look' | 'not_applicable' | 'waived'
  reason: string | null
  /**
   * What was found that no waiver is for.
   */
  findings: number
  /**
   * The first rows that are not as expected, at most 10.
   */
  failing_rows: {
    [k: string]: unknown
  }[]
}

export interface ExecutionLog {
  id: string
  saved_query: string | null
  saved_query_name: string | null
  saved_query_version: string | null
  /**
   * It ran a draft, not what was saved.
   */
  draft: boolean
  user: string
  controller_connection: string | null
  controller_connections: string[] | null
  controller_connection_name: string | null
  controller_connection_names: (string | null)[] | null
  trigger: string
  status: 'running' | 'success' | 'failure' | 'timeout'
  reason:
    | (
        | 'unreachable'
        | 'tls'
        | 'login_failed'
        | 'unknown_class'
        | 'bad_filter'
        | 'too_big'
        | 'controller_timeout'
        | 'busy'
        | 'forbidden'
        | 'incomplete'
        | 'cancelled'
        | 'deadline'
        | 'no_capture'
      )
    | null
  expectation: ExpectationResult | null
  row_count: number
  duration_ms: number | null
  waited_ms: number | null
  executed_at: string
  started_at: string | null
  error_message: string | null
  results_truncated: boolean
  pipeline_execution: string | null
  warnings: string[]
  /**
   * Values for {{name}} in filters, scopes and steps. Variables: at most 16 kB each and 1000 kB together; a text with its values filled in: at most 64 kB, all of a run 1000 kB.
   */
  variables: {
    [k: string]: unknown
  }
  columns: string[]
  generated_query: string
  actual_query_path: string
  canvas: {
    /**
     * As it is, faults included.
     */
    nodes: QueryNode[]
    /**
     * As it is, faults included.
     */
    edges: QueryEdge[]
    /**
     * As it is, faults included.
     */
    post_processors: QueryStep[]
  } | null
  rows_before_steps: {
    columns: string[]
    row_count: number
  } | null
  results: {
    [k: string]: unknown
  }[]
}

export interface ExecutionLogItem {
  id: string
  saved_query: string | null
  saved_query_name: string | null
  saved_query_version: string | null
  /**
   * It ran a draft, not what was saved.
   */
  draft: boolean
  user: string
  controller_connection: string | null
  controller_connections: string[] | null
  controller_connection_name: string | null
  controller_connection_names: (string | null)[] | null
  trigger: string
  status: 'running' | 'success' | 'failure' | 'timeout'
  reason:
    | (
        | 'unreachable'
        | 'tls'
        | 'login_failed'
        | 'unknown_class'
        | 'bad_filter'
        | 'too_big'
        | 'controller_timeout'
        | 'busy'
        | 'forbidden'
        | 'incomplete'
        | 'cancelled'
        | 'deadline'
        | 'no_capture'
      )
    | null
  expectation: ExpectationResult | null
  row_count: number
  duration_ms: number | null
  waited_ms: number | null
  executed_at: string
  started_at: string | null
  error_message: string | null
  results_truncated: boolean
  pipeline_execution: string | null
}

export interface ExecutionLogListQuery {
  /**
   * Page number, from 1.
   */
  page?: number
  /**
   * Items per page: 50 by default, at most 200.
   */
  page_size?: number
  /**
   * Comma-separated names: each item has only these, and its `id`. All by default.
   */
  fields?: string
  saved_query?: string
  /**
   * Ids of up to 200 saved queries, separated by commas: only the newest run of each that passes the other filters.
   */
  newest_of?: string
  /**
   * Only runs of drafts, or only runs of what was saved.
   */
  draft?: boolean
  /**
   * Only runs that left their steps out, as the web UI asks for previews; or only the others.
   */
  skip_post_processors?: boolean
  controller_connection?: string
  status?: 'running' | 'success' | 'failure' | 'timeout'
  expectation?: 'passed' | 'failed' | 'look' | 'not_applicable' | 'waived' | 'none'
  /**
   * ISO 8601.
   */
  executed_after?: string
  /**
   * ISO 8601.
   */
  executed_before?: string
  /**
   * Comma-separated fields, `-` before one for descending.
   */
  ordering?: string
}

export interface ExplainChangesBody {
  snapshot_a: string
  snapshot_b: string
}

export interface ExplainQueryBody {
  saved_query?: string
  /**
   * nodes, edges and post_processors together: at most 512 kB of JSON, unknown keys included.
   */
  nodes?: QueryNode[]
  /**
   * nodes, edges and post_processors together: at most 512 kB of JSON, unknown keys included.
   */
  edges?: QueryEdge[]
  /**
   * At most 20 lookups in a run, those of the queries it looks up in included.
   */
  post_processors?: QueryStep[]
}

export interface FactsQuery {
  refresh?: boolean
}

export interface FileAiSettings {
  name: 'ai'
  /**
   * The master switch.
   */
  ai_builder_enabled?: boolean
  platform_default_provider?:
    ('openai' | 'anthropic' | 'gemini' | 'mistral' | 'openrouter' | 'azure_openai' | 'ollama') | null
  platform_default_model?: string | null
  platform_base_url?: string | null
  platform_deployment_name?: string | null
  prompt_style?: 'concise' | 'normal' | 'detailed'
  verbosity?: 'concise' | 'normal' | 'detailed'
  default_complexity?: 'auto' | 'simple' | 'normal' | 'advanced'
  /**
   * Whether values, DNs and names of results may be sent to a provider.
   */
  share_results?: boolean
  /**
   * Whether audit entries contain what was sent.
   */
  audit_prompts?: boolean
}

export interface FileAutomationCategory {
  /**
   * Its path, such as `A/B`; a slash in a name is `~1`.
   */
  name: string
  /**
   * Its former name. If the one of that name is there and this one is not, it is renamed.
   */
  renamed_from?: string
  description?: string
}

export interface FileAutomationConnection {
  name: string
  base_url?: string
  username?: string
  auth_method?: 'token' | 'password'
  api_prefix?: string | null
  verify_ssl?: boolean
  ca_certificate?: string | null
  job_url_pattern?: string | null
  is_default?: boolean
  /**
   * Its former name. If the one of that name is there and this one is not, it is renamed.
   */
  renamed_from?: string
}

export interface FileAutomationTemplate {
  name: string
  description?: string
  category?: string | null
  /**
   * The name of an automation connection.
   */
  automation_connection?: string
  automation_job_template_id?: number
  execution_mode?: 'bulk' | 'per_row'
  row_concurrency?: number
  /**
   * Column definitions.
   */
  schema?: unknown[]
  /**
   * Items: The name of a validation list.
   */
  validation_lists?: string[]
  /**
   * Items: The name of a group.
   */
  allowed_groups?: string[]
  /**
   * Its former name. If the one of that name is there and this one is not, it is renamed.
   */
  renamed_from?: string
}

export interface FileColumnTemplate {
  name: string
  description?: string
  field_type?: unknown
  required?: unknown
  choices?: unknown
  validation_list?: unknown
  regex_pattern?: unknown
  min?: unknown
  max?: unknown
  min_length?: unknown
  max_length?: unknown
  unique?: unknown
  default?: unknown
  help_text?: unknown
  /**
   * Its former name. If the one of that name is there and this one is not, it is renamed.
   */
  renamed_from?: string
}

export interface FileControllerConnection {
  name: string
  host?: string
  /**
   * Further addresses of the same cluster.
   */
  hosts?: string[]
  username?: string
  verify_ssl?: boolean
  ca_certificate?: string | null
  is_default?: boolean
  max_parallel_requests?: number
  max_requests_per_minute?: number | null
  /**
   * Its former name. If the one of that name is there and this one is not, it is renamed.
   */
  renamed_from?: string
}

export interface FileGroup {
  name?: string
  /**
   * Its former name. If the one of that name is there and this one is not, it is renamed.
   */
  renamed_from?: string
  role_template?: ('administrator' | 'operator' | 'editor' | 'viewer') | null
  permissions?: string[]
  quota?: {
    ai_analysis_daily?: number | null
    queries_max?: number | null
    can_use_ai_builder?: boolean
  }
}

export interface FilePlatform {
  groups?: FileGroup[]
  controller_connections?: FileControllerConnection[]
  automation_connections?: FileAutomationConnection[]
  automation_categories?: FileAutomationCategory[]
  regex_patterns?: FileRegexPattern[]
  validation_lists?: FileValidationList[]
  column_templates?: FileColumnTemplate[]
  automation_templates?: FileAutomationTemplate[]
  settings?: FileSetting[]
}

export interface FileRegexPattern {
  name: string
  description?: string
  pattern?: string
  /**
   * Its former name. If the one of that name is there and this one is not, it is renamed.
   */
  renamed_from?: string
}

export interface FileValidationList {
  name: string
  description?: string
  values?: string[]
  /**
   * Absent: as it is; of a new list static. Values of a bound list are in no file.
   */
  source?: {
    type: 'static' | 'saved_query' | 'snapshot'
    /**
     * The name of a saved query.
     */
    saved_query?: string
    column?: string | null
  }
  /**
   * Its former name. If the one of that name is there and this one is not, it is renamed.
   */
  renamed_from?: string
}
/**
 * Without the API key of the AI provider.
 */
export interface FileSetting {
  name: 'ai' | 'audit'
  [k: string]: unknown
}

export interface FileSavedQuery {
  name: string
  description?: string
  category?: string | null
  /**
   * The name of a controller connection.
   */
  controller_connection?: string
  /**
   * Its former name. If that query is there and this one is not, it is renamed and keeps its history.
   */
  renamed_from?: string
  /**
   * nodes, edges and post_processors together: at most 512 kB of JSON, unknown keys included.
   */
  nodes?: QueryNode[]
  /**
   * nodes, edges and post_processors together: at most 512 kB of JSON, unknown keys included.
   */
  edges?: QueryEdge[]
  /**
   * At most 20 lookups in a run, those of the queries it looks up in included.
   */
  post_processors?: QueryStep[]
  expect?: Expect | null
  /**
   * Variables the query declares.
   */
  parameters?: ParameterWrite[]
  when?: string | null
  /**
   * The column that a finding is about.
   */
  resource?: string
  /**
   * Why a row is a finding, with `{{columns}}` of it; empty: what is expected.
   */
  reason?: string
  /**
   * How bad it is if the rows are not as expected.
   */
  severity?: 'none' | 'low' | 'medium' | 'high' | 'critical'
  /**
   * Why it matters, as Markdown.
   */
  why?: string
  /**
   * What to do about it, as Markdown.
   */
  remedy?: string
  links?: {
    title: string
    url: string
  }[]
  /**
   * Rows that are not as expected are for a person to judge: the status is `look` instead of `failed`.
   */
  look?: boolean
  /**
   * All that hold: others are ended. Those whose time is over are left out.
   */
  waivers?: FileWaiver[]
}

export interface FileWaiver {
  /**
   * A pattern for the whole resource of a finding: `*` is any text, `?` one character.
   */
  resource: string
  controller_connection?: string | null
  /**
   * ISO 8601, at most 2 years ahead.
   */
  until: string
  reason: string
}

export interface FileScheduledTask {
  name: string
  /**
   * The name of a saved query, in the file or on the server.
   */
  saved_query?: string
  /**
   * Items: The name of a controller connection.
   */
  controller_connections?: string[]
  merge?: boolean
  allow_partial?: boolean
  schedule_type?: 'cron' | 'interval'
  cron_expression?: string | null
  interval_minutes?: number | null
  /**
   * IANA name; defaults to `default_timezone` of the task settings.
   */
  timezone?: string
  enabled?: boolean
  notify_on_failure?: boolean
  notify_on_changes?: boolean
  notify_on_expectation?: boolean
  /**
   * Items: The name of a group.
   */
  granted_groups?: string[]
  capture_snapshot?: boolean | null
  retention_policy?: ('7d' | '30d' | '90d' | '1y' | 'forever') | null
  diff_key_fields?: string[] | null
  diff_ignore_fields?: string[] | null
  /**
   * Values for {{name}} in the saved query. Variables: at most 16 kB each and 1000 kB together; a text with its values filled in: at most 64 kB, all of a run 1000 kB.
   */
  variables?: {
    [k: string]: unknown
  }
  on_changes?: {
    /**
     * The name of an automation template.
     */
    template: string
    /**
     * Schema column to column of the comparison, or to `{value}`.
     */
    mapping?: unknown
    /**
     * Absent: all of them.
     */
    changes?: ('added' | 'removed' | 'changed')[]
    filter?: string | null
    requires_approval?: boolean
  } | null
  metric?: {
    /**
     * Served as `heddle_query_<name>`.
     */
    name: string
    /**
     * What it says; absent: the name of the task.
     */
    help?: string
    /**
     * `rows` for their number, or a column whose values are numbers.
     */
    value: string
    /**
     * Columns; characters that a label cannot have become `_`.
     */
    labels?: string[]
  } | null
  /**
   * The username of a person or service account. Administrators create and change tasks of others; any other import leaves those as they are.
   */
  owner?: string
}

export interface Finding {
  /**
   * 32 hexadecimal digits: the same for the same check, connection and resource.
   */
  id: string
  resource: string | null
  reason: string
  severity: 'none' | 'low' | 'medium' | 'high' | 'critical'
  row: {
    [k: string]: unknown
  } | null
  /**
   * How many rows are about this resource.
   */
  rows: number
  waiver: string | null
}

export interface FindingsQuery {
  /**
   * Page number, from 1.
   */
  page?: number
  /**
   * Items per page: 50 by default, at most 200.
   */
  page_size?: number
  /**
   * Comma-separated names: each item has only these, and its `id`. All by default.
   */
  fields?: string
}

export interface FindingsReply {
  /**
   * Items on all pages.
   */
  count: number
  next: string | null
  previous: string | null
  results: Finding[]
  /**
   * There were more than the 10,000 that are kept.
   */
  truncated: boolean
}

export interface ForbiddenBody {
  detail: string
  /**
   * For programs.
   */
  code?: string
  /**
   * The permission that is missing.
   */
  permission?: string
}

export interface GenerateQueryBody {
  prompt: string
  controller_connection?: string | null
  canvas?: {
    /**
     * nodes, edges and post_processors together: at most 512 kB of JSON, unknown keys included.
     */
    nodes: QueryNode[]
    /**
     * nodes, edges and post_processors together: at most 512 kB of JSON, unknown keys included.
     */
    edges?: QueryEdge[]
    /**
     * At most 20 lookups in a run, those of the queries it looks up in included.
     */
    post_processors?: QueryStep[]
  } | null
}

export interface GroupClone {
  name: string
}

export interface GroupCreate {
  name: string
  role_template?: ('administrator' | 'operator' | 'editor' | 'viewer') | null
}

export interface GroupListQuery {
  /**
   * Page number, from 1.
   */
  page?: number
  /**
   * Items per page: 50 by default, at most 200.
   */
  page_size?: number
  /**
   * Comma-separated names: each item has only these, and its `id`. All by default.
   */
  fields?: string
  search?: string
  ordering?: string
}

export interface GroupPatch {
  name?: string
  permissions?: string[]
  quota?: {
    ai_analysis_daily?: number | null
    queries_max?: number | null
    can_use_ai_builder?: boolean
  }
}

export interface HealthReply {
  status: 'ok'
}

export interface Heatmap {
  window: string
  days: {
    /**
     * YYYY-MM-DD
     */
    date: string
    snapshot_count: number
    change_score: number
    /**
     * Captures that scheduled tasks should have made of runs due on this day and did not: the run ended without a snapshot, or the slot passed without a firing.
     */
    missed: number
  }[]
}

export interface HeatmapQuery {
  saved_query: string
  /**
   * `1d` to `366d`, `30d` by default.
   */
  window?: string
  controller_connection?: string
}

export interface HistoryChangeWindowsReply {
  /**
   * Items on all pages.
   */
  count: number
  next: string | null
  previous: string | null
  results: Change[]
}

export interface HistoryQueries {
  queries: {
    id: string
    name: string
    snapshot_count: number
    latest_snapshot_at: string | null
  }[]
}

export interface HistorySnapshotsListReply {
  /**
   * Items on all pages.
   */
  count: number
  next: string | null
  previous: string | null
  results: SnapshotItem[]
}

export interface SnapshotItem {
  id: string
  saved_query: string
  saved_query_name: string | null
  controller_connection: string | null
  controller_connections: string[] | null
  controller_connection_name: string | null
  controller_connection_names: (string | null)[] | null
  captured_at: string
  /**
   * Username.
   */
  captured_by: string
  row_count: number
  /**
   * `sha256:` and 64 hex digits. Equal rows have equal hashes, whatever their order.
   */
  version_hash: string
  /**
   * Size of all rows, uncompressed.
   */
  size_bytes: number
  /**
   * Bytes this snapshot added to the database.
   */
  stored_bytes: number
  retention_policy: '7d' | '30d' | '90d' | '1y' | 'forever'
  expires_at: string | null
  annotation: string | null
  /**
   * A pinned snapshot is kept regardless of its policy.
   */
  pinned: boolean
  execution: string | null
  changes: SnapshotChanges | null
}
/**
 * The class model is installed. The last frame.
 */
export interface ImportCompleteFrame {
  type: 'import_complete'
  timestamp: string
  data: {
    version: string
    classes: number
    properties: number
    duration_ms: number
  }
}
/**
 * The import failed, or was cancelled. The last frame.
 */
export interface ImportFailedFrame {
  type: 'import_failed'
  timestamp: string
  data: {
    /**
     * `cancelled`, or what went wrong.
     */
    error: string
  }
}

export interface ImportListQuery {
  /**
   * Page number, from 1.
   */
  page?: number
  /**
   * Items per page: 50 by default, at most 200.
   */
  page_size?: number
  /**
   * Comma-separated names: each item has only these, and its `id`. All by default.
   */
  fields?: string
}
/**
 * The import begins with something else. Each phase is sent once, in order.
 */
export interface ImportPhaseFrame {
  type: 'phase'
  timestamp: string
  data: {
    phase: 'init' | 'downloading' | 'importing' | 'finalizing' | 'done'
    message: string
  }
}

export interface ImportProblem {
  severity: 'error' | 'warning'
  code: string
  message: string
  path: string | null
  suggestions?: string[]
}
/**
 * How far a step of the import is.
 */
export interface ImportProgressFrame {
  type: 'progress'
  timestamp: string
  data: {
    step: 'classes' | 'properties' | 'relations'
    current: number
    total: number
  }
}

export interface ImportStep {
  action: 'create' | 'change' | 'unchanged' | 'delete'
  kind:
    | 'group'
    | 'controller_connection'
    | 'automation_connection'
    | 'automation_category'
    | 'regex_pattern'
    | 'validation_list'
    | 'column_template'
    | 'automation_template'
    | 'category'
    | 'saved_query'
    | 'scheduled_task'
    | 'setting'
  /**
   * Of a category: its path.
   */
  name: string
  diff: ValueChange[] | null
  /**
   * What gets this name: named by the file, or a saved query of the same canvas.
   */
  renamed_from?: string
  /**
   * True where what is changed or deleted is not as a file last made it.
   */
  by_hand?: boolean
  /**
   * Of a saved query that is deleted: what goes with it, of all owners.
   */
  loses?: {
    executions: number
    snapshots: number
    schedules: number
  }
  /**
   * Of a new scheduled task: how many other users have one of this name for this query. All would run.
   */
  twins?: number
  /**
   * Of a scheduled task that the import leaves as it is: its owner, whom the file names.
   */
  left_to?: string
  /**
   * Of a connection that has none, as a file holds no secrets: it has to be set on the connection.
   */
  needs_secret?: 'password' | 'token'
  /**
   * With `validate`: why the query could not run, if there is something.
   */
  problems?: ImportProblem[]
}

export interface ValueChange {
  /**
   * Keys and positions with dots between, such as `nodes.0.class_name`.
   */
  path: string
  /**
   * Null where there was nothing.
   */
  before: unknown
  /**
   * Null where there is no longer anything.
   */
  after: unknown
}

export interface InstallReply {
  run_id: string
  task_id: string
  version_key: string
  total_classes: number
  concurrency: number
}

export interface InstalledCheck {
  id: string
  title: string
  /**
   * The one that holds here.
   */
  severity: 'none' | 'low' | 'medium' | 'high' | 'critical'
  /**
   * Those that are not are left out when the pack runs.
   */
  enabled: boolean
  group: string
  saved_query: string
  overrides: {
    enabled: boolean | null
    severity: ('none' | 'low' | 'medium' | 'high' | 'critical') | null
    parameters: {
      [k: string]: unknown
    } | null
  }
  needs: ('configuration' | 'state' | 'statistics') | null
  verified_on: string | null
  sources: string[]
  mends_with: string | null
}

export interface IntegerParams {
  id: number
}

export interface LaunchBody {
  /**
   * Objects keyed by schema column names.
   */
  rows?: unknown[]
  /**
   * Instead of `rows`: `{saved_query, controller_connection?, variables?}`, `{snapshot}` or `{compare: {snapshot_a, snapshot_b, changes?}}`.
   */
  rows_from?: unknown
  /**
   * With `rows_from`: schema column to result column, or to `{value}`.
   */
  mapping?: unknown
  /**
   * With `rows_from`: an expression over the result's columns.
   */
  filter?: unknown
  comment?: string
  verify_after?: VerifyBody | null
}

export interface VerifyBody {
  /**
   * What makes a row hold: its like is gone from the source, or present.
   */
  expect: 'gone' | 'present'
  /**
   * Columns of the source's result that tell rows apart; default `dn`.
   */
  by?: string[]
  /**
   * Between the end and the check.
   */
  wait_seconds?: number
}

export interface LaunchDryRunReply {
  valid: true
  executions: {
    rows: {
      [k: string]: unknown
    }[]
    extra_vars: {
      [k: string]: unknown
    }
  }[]
  warnings: string[]
  source: RequestSource | null
}

export interface LaunchQuery {
  dry_run?: boolean
}

export interface LinkSignOnBody {
  password: string
}

export interface LinkSignOnReply {
  /**
   * Where the browser goes now.
   */
  url: string
}

export interface LoginAttemptListQuery {
  /**
   * Page number, from 1.
   */
  page?: number
  /**
   * Items per page: 50 by default, at most 200.
   */
  page_size?: number
  /**
   * Comma-separated names: each item has only these, and its `id`. All by default.
   */
  fields?: string
  /**
   * Exact match.
   */
  username?: string
  /**
   * true or false.
   */
  success?: string
  /**
   * Exact match.
   */
  ip?: string
  /**
   * At or after this time, ISO 8601.
   */
  attempted_after?: string
  /**
   * At or before this time, ISO 8601.
   */
  attempted_before?: string
  /**
   * Comma-separated fields, `-` before one for descending.
   */
  ordering?: string
}

export interface LoginBody {
  username: string
  password: string
}

export interface LoginReply {
  access: string
  /**
   * Missing with `X-Heddle-Web: 1`: it is in a cookie then.
   */
  refresh?: string
  user: LoginUser
}

export interface LoginUser {
  id: number
  username: string
  is_admin: boolean
  mfa_enabled: boolean
}

export interface LogoutBody {
  /**
   * Every session of yours.
   */
  all?: boolean
}

export interface MarkAllReadReply {
  /**
   * How many were unread.
   */
  updated: number
}

export interface MembersBody {
  user_ids: number[]
}

export interface MfaDisabledReply {
  enabled: boolean
}

export interface MfaEnabledReply {
  enabled: boolean
  backup_codes: string[]
}

export interface MfaLoginBody {
  mfa_token: string
  /**
   * Six digits of the authenticator, or a backup code XXXX-XXXX.
   */
  code: string
}

export interface MfaRequiredReply {
  mfa_required: boolean
  mfa_token: string
}

export interface MfaSetupBody {
  password?: string
}

export interface MfaSetupReply {
  secret: string
  qr_code_svg: string
  otpauth_url: string
}

export interface MfaStatusReply {
  enabled: boolean
  backup_codes_remaining: number
}

export interface MfaVerifyBody {
  code: string
}

export interface MimAncestors {
  class_name: string
  /**
   * From the root to the class, shortest first, at most 20.
   */
  paths: {
    class_name: string
    display_name: string
    rn_format: string
  }[][]
  /**
   * There are more paths.
   */
  truncated: boolean
}

export interface MimAssociation {
  /**
   * The Rs class, even if this class is the target.
   */
  relation_class: string
  reverse_class: string | null
  /**
   * `to`: this class is the source of the relation, `from`: its target.
   */
  direction: 'to' | 'from'
  /**
   * The class at the other end.
   */
  class_name: string
  display_name: string
  cardinality: string
  /**
   * `named` or `explicit`.
   */
  type: string
  inherited_from: string | null
}

export interface MimClassDetail {
  name: string
  display_name: string
  package: string
  category: 'configuration' | 'operational' | 'relation' | 'statistics' | 'fault' | 'event' | 'health' | 'abstract'
  description: string
  dn_format: string
  /**
   * The first few.
   */
  dn_formats: string[]
  dn_format_count: number
  rn_format: string
  /**
   * Naming properties in RN order.
   */
  identified_by: string[]
  context_root: boolean
  abstract: boolean
  configurable: boolean
  deprecated: boolean
  /**
   * Nearest first.
   */
  super_classes: string[]
  properties: MimProperty[]
}

export interface MimProperty {
  name: string
  type: 'string' | 'enum' | 'flags' | 'boolean' | 'integer' | 'number' | 'date' | 'dn' | 'ip' | 'mac' | 'password'
  /**
   * Must be set when an object is created.
   */
  required: boolean
  /**
   * Part of the RN; present only on naming properties.
   */
  naming?: boolean
  label: string
  description: string
  default: (string | number) | null
  /**
   * Wire values of enums, flags and booleans.
   */
  values: string[]
  /**
   * Number of values; very long enumerations list only the first ones.
   */
  value_count: number
  read_only: boolean
  /**
   * Can be set only when the object is created.
   */
  create_only: boolean
  /**
   * Can be written but not read back.
   */
  secure: boolean
  deprecated: boolean
  /**
   * The model's own type, such as `scalar:Enum8`.
   */
  raw_type: string
}

export interface MimClassDetails {
  results: MimClassDetail[]
}

export interface MimClassItem {
  name: string
  display_name: string
  package: string
  category: 'configuration' | 'operational' | 'relation' | 'statistics' | 'fault' | 'event' | 'health' | 'abstract'
  description: string
}

export interface MimClassListQuery {
  /**
   * Page number, from 1.
   */
  page?: number
  /**
   * Items per page: 50 by default, at most 200.
   */
  page_size?: number
  /**
   * Comma-separated names: each item has only these, and its `id`. All by default.
   */
  fields?: string
  package?: string
}

export interface MimClassResults {
  query: string
  results: MimClassItem[]
}

export interface MimClassesListReply {
  /**
   * Items on all pages.
   */
  count: number
  next: string | null
  previous: string | null
  results: MimClassItem[]
}

export interface MimClassesQuery {
  /**
   * Comma-separated, at most 50.
   */
  names: string
}

export interface MimConnect {
  /**
   * `forward`: the source contains the target.
   */
  contains: {
    forward: ('child' | 'any') | null
    backward: ('child' | 'any') | null
  }
  relations: {
    /**
     * The Rs class.
     */
    through: string
    /**
     * `forward`: the source holds the relation object.
     */
    direction: 'forward' | 'backward'
    cardinality: string
    inherited_from: string | null
  }[]
  /**
   * Properties of one name and type, which a `match` edge can compare.
   */
  shared: {
    source: string
    target: string
  }[]
}

export interface MimConnectQuery {
  source: string
  target: string
}

export interface MimConnectable {
  class_name: string
  /**
   * Best first. The class asked about is the source.
   */
  connectable: {
    name: string
    display_name: string
    package: string
    category: 'configuration' | 'operational' | 'relation' | 'statistics' | 'fault' | 'event' | 'health' | 'abstract'
    description: string
    /**
     * `forward`: the source contains the target.
     */
    contains: {
      forward: ('child' | 'any') | null
      backward: ('child' | 'any') | null
    }
    relations: {
      /**
       * The Rs class.
       */
      through: string
      /**
       * `forward`: the source holds the relation object.
       */
      direction: 'forward' | 'backward'
      cardinality: string
      inherited_from: string | null
    }[]
  }[]
}

export interface MimConnectableQuery {
  class: string
  /**
   * Search text. An empty text finds nothing.
   */
  q?: string
  /**
   * 20 by default, at most 100.
   */
  limit?: number
  /**
   * The controller connection on which objects were counted.
   */
  connection?: string
}

export interface MimEnhancedReply {
  query: string
  results: {
    name: string
    display_name: string
    package: string
    category: 'configuration' | 'operational' | 'relation' | 'statistics' | 'fault' | 'event' | 'health' | 'abstract'
    description: string
    score: number
  }[]
  /**
   * Number of matches by package, largest first.
   */
  packages: {
    package: string
    count: number
  }[]
}

export interface MimFavorite {
  id: number
  class_name: string
}

export interface MimFavoriteBody {
  class_name: string
}

export interface MimFavoritesQuery {
  /**
   * Return objects with ids instead of names.
   */
  detail?: boolean
}

export interface MimGenericQuery {
  /**
   * Include tag, fault, event, health and statistics classes.
   */
  include_generic?: boolean
}

export interface MimHierarchy {
  class_name: string
  display_name: string
  /**
   * Nested `{class_name, display_name, children}`.
   */
  children: {
    [k: string]: unknown
  }[]
  /**
   * There are more classes than one response can hold.
   */
  truncated: boolean
  /**
   * Number of tag, fault, event, health and statistics classes left out.
   */
  generic_count: number
}

export interface MimHierarchyQuery {
  /**
   * Levels below the class: 2 by default, at most 5.
   */
  depth?: number
  /**
   * Include tag, fault, event, health and statistics classes.
   */
  include_generic?: boolean
}

export interface MimImportJob {
  id: number
  class_pkg: string
  class_name: string
  qualified_name: string
  state: 'pending' | 'in_progress' | 'done' | 'not_found' | 'failed'
  source_version: string | null
  attempted_versions: string[]
  http_status_last: number | null
  last_error: string
  retry_count: number
  updated_at: string
}

export interface MimImportRun {
  /**
   * Also the id of the task.
   */
  id: string
  source: 'remote' | 'controller'
  version_key: string
  controller_connection: string | null
  state: 'running' | 'cancelled' | 'failed' | 'succeeded'
  phase: 'init' | 'downloading' | 'importing' | 'finalizing' | 'done'
  /**
   * An estimate until everything is downloaded.
   */
  total_classes: number
  /**
   * Classes imported, including those found in other versions.
   */
  completed_count: number
  /**
   * Imported classes that were found only in a version of the fallback chain.
   */
  fallback_count: number
  not_found_count: number
  failed_count: number
  concurrency: number
  /**
   * Username.
   */
  started_by: string
  started_at: string
  finished_at: string | null
  core_ready_at: string | null
  /**
   * Empty if there is no error.
   */
  error_summary: string
  cancel_requested: boolean
  /**
   * False for an import that only reads a version to compare it.
   */
  activates: boolean
}

export interface MimInsights {
  class_name: string
  notes: {
    title: string
    text: string
    source: 'model' | 'ai'
  }[]
  /**
   * Why no AI was asked, or what went wrong.
   */
  detail?: string
}

export interface MimInsightsQuery {
  /**
   * Only the notes that follow from the model: AI is not asked.
   */
  source?: 'model'
}

export interface MimPackage {
  name: string
  class_count: number
  description: string
}

export interface MimRegistryRemoteRunsListReply {
  /**
   * Items on all pages.
   */
  count: number
  next: string | null
  previous: string | null
  results: MimImportRun[]
}

export interface RemoteVersion {
  version_key: string
  label: string
  /**
   * Older versions, tried in order for a class that this one lacks.
   */
  fallback_chain: string[]
  is_supported: boolean
  display_order: number
  /**
   * Approximate number of classes.
   */
  class_count_seed: number
  notes: string
}

export interface MimRegistryStatus {
  loaded_version: string | null
  active: MimVersion | null
  active_import: {
    task_id: string
    remote_run_id: string
    controller_version: string
    source: 'remote' | 'controller'
    phase: 'init' | 'downloading' | 'importing' | 'finalizing' | 'done'
    state: 'running' | 'cancelled' | 'failed' | 'succeeded'
  } | null
  /**
   * Every version that was ever installed, newest first.
   */
  history: MimVersion[]
  /**
   * Versions that can be compared, newest first, each once: of the last ten imports, and the active one.
   */
  comparable: MimVersion[]
}

export interface MimVersion {
  /**
   * The version key or, for an import from a controller, its release.
   */
  controller_version: string
  class_count: number
  property_count: number
  /**
   * Containment and relation edges.
   */
  rel_count: number
  imported_at: string
  imported_by_username: string | null
  is_active: boolean
  /**
   * False for a version that was only read to be compared.
   */
  is_installed: boolean
}

export interface MimRelated {
  class_name: string
  related: {
    name: string
    display_name: string
    package: string
    category: 'configuration' | 'operational' | 'relation' | 'statistics' | 'fault' | 'event' | 'health' | 'abstract'
    description: string
    relationship: 'container' | 'contained' | 'relation_to' | 'relation_from' | 'superclass' | 'subclass'
    relation_class: string | null
  }[]
  /**
   * Number of tag, fault, event, health and statistics classes left out.
   */
  generic_count: number
}

export interface MimRelationships {
  class_name: string
  containers: {
    class_name: string
    display_name: string
  }[]
  contained: {
    class_name: string
    display_name: string
  }[]
  /**
   * Number of tag, fault, event, health and statistics classes left out.
   */
  generic_count: number
  associations: MimAssociation[]
}

export interface MimSearchQuery {
  /**
   * Search text. An empty text finds nothing.
   */
  q?: string
  type?: 'class' | 'property' | 'package'
  /**
   * 20 by default, at most 100.
   */
  limit?: number
}

export interface MimSearchReply {
  query: string
  results: MimSearchResult[]
}

export interface MimSearchResult {
  type: 'class' | 'property' | 'package'
  name: string
  /**
   * Greater than 0; 1 is a perfect match.
   */
  score: number
  /**
   * Only for classes and properties.
   */
  display_name?: string
  /**
   * The class of a property.
   */
  class?: string
  package?: string
  description?: string
}

export interface MimStats {
  total_classes: number
  total_properties: number
  packages: number
  /**
   * Containment and relation edges.
   */
  relationships: number
  last_synced_at: string | null
  controller_version: string | null
}

export interface MimSuggestQuery {
  /**
   * Search text. An empty text finds nothing.
   */
  q?: string
  /**
   * 20 by default, at most 100.
   */
  limit?: number
  /**
   * Only the search: AI is not asked. For suggestions while typing.
   */
  source?: 'search'
}

export interface MimSuggestReply {
  query: string
  source: 'ai' | 'search'
  /**
   * Best first, at most 10.
   */
  results: {
    name: string
    display_name: string
    reason: string
    /**
     * Those that the text is about.
     */
    properties: string[]
    /**
     * Conditions as a canvas has them.
     */
    filters: {
      property: string
      operator: string
      value: (string | number) | null
    }[]
  }[]
  /**
   * Why no AI was asked, or what went wrong.
   */
  detail?: string
}

export interface MimTablePreferencesListReply {
  /**
   * Items on all pages.
   */
  count: number
  next: string | null
  previous: string | null
  results: TablePreference[]
}

export interface TablePreference {
  id: number
  class_name: string
  columns: {
    name: string
    visible: boolean
    width: number | null
  }[]
  created_at: string
  updated_at: string
}

export interface MimTableTemplatesListReply {
  /**
   * Items on all pages.
   */
  count: number
  next: string | null
  previous: string | null
  results: TableTemplate[]
}

export interface TableTemplate {
  id: number
  name: string
  class_name: string
  /**
   * Property names in order.
   */
  columns: string[]
  /**
   * Visible to all users. Only administrators may share.
   */
  is_shared: boolean
  owner: string | null
  created_at: string
  updated_at: string
}

export interface MimTextQuery {
  /**
   * Search text. An empty text finds nothing.
   */
  q?: string
  /**
   * 20 by default, at most 100.
   */
  limit?: number
}

export interface MimTopPackagesQuery {
  /**
   * 20 by default, at most 100.
   */
  limit?: number
}

export interface MimTree {
  parent: string | null
  nodes: MimTreeNode[]
  /**
   * Of the roots only: the classes in the tree that operators begin with, such as tenants and nodes.
   */
  start: MimTreeNode[]
  /**
   * Number of tag, fault, event, health and statistics classes left out.
   */
  generic_count: number
}

export interface MimTreeNode {
  class_name: string
  display_name: string
  package: string
  category: 'configuration' | 'operational' | 'relation' | 'statistics' | 'fault' | 'event' | 'health' | 'abstract'
  rn_format: string
  has_children: boolean
  child_count: number
  objects: number | null
}

export interface MimTreeQuery {
  parent?: string
  /**
   * The controller connection on which objects were counted.
   */
  connection?: string
  /**
   * Include tag, fault, event, health and statistics classes.
   */
  include_generic?: boolean
}

export interface ModelComparisonReply {
  from: MimVersion
  to: MimVersion
  counts: {
    /**
     * Classes that `to` does not have.
     */
    removed: number
    added: number
    /**
     * Classes that lose properties, types, values or a relation.
     */
    narrowed: number
    /**
     * Classes that only gain properties.
     */
    widened: number
    /**
     * Saved queries that use what is gone or otherwise.
     */
    queries: number
    queries_read: number
  }
  /**
   * Classes, at most 1000.
   */
  removed: string[]
  /**
   * Classes, at most 1000.
   */
  added: string[]
  /**
   * Those that lose something first, at most 1000.
   */
  changed: ChangedClass[]
  /**
   * At most 200.
   */
  queries: TouchedQuery[]
}

export interface TouchedQuery {
  id: string
  name: string
  created_by: string | null
  parts: {
    class_name: string
    property: string | null
    what: 'class_removed' | 'property_removed' | 'property_retyped' | 'value_removed' | 'relation_moved'
  }[]
}

export interface MuteBody {
  for: '1h' | '1d' | 'until_passed'
  saved_query?: string | null
}
/**
 * A node was read.
 */
export interface NodeCompleteFrame {
  type: 'node_complete'
  timestamp: string
  data: {
    /**
     * Of the node on the canvas.
     */
    node_id: string
    duration_ms: number
  }
}
/**
 * How many objects of a node were read, of how many. Sent for long reads.
 */
export interface NodeProgressFrame {
  type: 'node_progress'
  timestamp: string
  data: {
    /**
     * Of the node on the canvas.
     */
    node_id: string
    rows: number
    total: number
  }
}
/**
 * How many objects a node has.
 */
export interface NodeResultFrame {
  type: 'node_result'
  timestamp: string
  data: {
    /**
     * Of the node on the canvas.
     */
    node_id: string
    row_count: number
  }
}
/**
 * The objects of a node are being read.
 */
export interface NodeStartFrame {
  type: 'node_start'
  timestamp: string
  data: {
    /**
     * Of the node on the canvas.
     */
    node_id: string
    class_name: string
  }
}

export interface NotAsked {
  detail: string
  request_id: string
  /**
   * As for runs: `unreachable`, `login_failed`, `busy` and others.
   */
  reason: string
}

export interface NotFoundBody {
  detail: string
  /**
   * Names that are alike.
   */
  suggestions?: string[]
}

export interface Notification {
  id: string
  category: 'scheduled_task' | 'automation_execution' | 'snapshot' | 'system'
  severity: 'info' | 'warning' | 'error'
  title: string
  body: string
  link: string | null
  read_at: string | null
  created_at: string
}
/**
 * A new notification of the user.
 */
export interface NotificationCreatedFrame {
  type: 'notification_created'
  timestamp: string
  data: {
    id: string
    category: 'scheduled_task' | 'automation_execution' | 'snapshot' | 'system'
    severity: 'info' | 'warning' | 'error'
    title: string
    body: string
    link: string | null
  }
}
/**
 * A notification was read somewhere.
 */
export interface NotificationReadFrame {
  type: 'notification_read'
  timestamp: string
  data: {
    /**
     * Of the notification.
     */
    id: string
  }
}
/**
 * How many notifications are unread. The first frame, and after each change.
 */
export interface UnreadCountFrame {
  type: 'unread_count'
  timestamp: string
  data: {
    count: number
  }
}

export interface NotificationListQuery {
  /**
   * Page number, from 1.
   */
  page?: number
  /**
   * Items per page: 50 by default, at most 200.
   */
  page_size?: number
  /**
   * Comma-separated names: each item has only these, and its `id`. All by default.
   */
  fields?: string
  /**
   * `true`: only unread ones, `false`: only read ones.
   */
  unread?: boolean
  category?: 'scheduled_task' | 'automation_execution' | 'snapshot' | 'system'
  severity?: 'info' | 'warning' | 'error'
}

export interface NotificationPreferences {
  in_app_enabled: boolean
  email_enabled: boolean
  categories: {
    scheduled_task: {
      in_app: boolean
      email: boolean
    }
    automation_execution: {
      in_app: boolean
      email: boolean
    }
    snapshot: {
      in_app: boolean
      email: boolean
    }
    system: {
      in_app: boolean
      email: boolean
    }
  }
  quiet_hours_start: string | null
  quiet_hours_end: string | null
  digest_enabled: boolean
}

export interface NotificationPreferencesPatch {
  in_app_enabled?: boolean
  email_enabled?: boolean
  categories?: {
    scheduled_task?: {
      in_app?: boolean
      email?: boolean
    }
    automation_execution?: {
      in_app?: boolean
      email?: boolean
    }
    snapshot?: {
      in_app?: boolean
      email?: boolean
    }
    system?: {
      in_app?: boolean
      email?: boolean
    }
  }
  quiet_hours_start?: string | null
  quiet_hours_end?: string | null
  digest_enabled?: boolean
}

export interface NotificationsChannelsDeliveriesListReply {
  /**
   * Items on all pages.
   */
  count: number
  next: string | null
  previous: string | null
  results: Delivery[]
}

export interface NotificationsChannelsListReply {
  /**
   * Items on all pages.
   */
  count: number
  next: string | null
  previous: string | null
  results: Channel[]
}

export interface NotificationsNotificationsListReply {
  /**
   * Items on all pages.
   */
  count: number
  next: string | null
  previous: string | null
  results: Notification[]
}

export interface ObjectQuery {
  dn: string
  /**
   * Blocks, comma-separated: properties, path, children, points_to, pointed_by, faults, audit, captures. Properties, path and children by default.
   */
  include?: string
}

export interface ObjectView {
  dn: string
  class_name: string
  /**
   * Of the class; its name if no model is installed.
   */
  label: string
  /**
   * In the order of the class model. Secrets are masked.
   */
  properties?: {
    name: string
    label: string
    value: string
  }[]
  /**
   * Objects above, outermost first.
   */
  path?: {
    dn: string
    class_name: string | null
  }[]
  children?: {
    class_name: string
    count: number
    /**
     * False if there may be more.
     */
    is_exact: boolean
  }[]
  points_to?: {
    relation: string
    /**
     * Empty if the controller found no target.
     */
    dn: string
    exists: boolean | null
  }[]
  pointed_by?: {
    relation: string
    dn: string
    class_name: string | null
  }[]
  /**
   * Of the object and of what is below it, worst first.
   */
  faults?: {
    dn: string
    code: string
    severity: string
    descr: string
    lifecycle: string
    created: string
  }[]
  /**
   * Changes to the object and to what is below it, newest first.
   */
  audit?: AuditLine[]
  /**
   * The newest snapshot of each query of this connection that has the object.
   */
  captures?: {
    snapshot: string
    saved_query: string
    saved_query_name: string
    at: string
  }[]
  /**
   * Blocks that were cut.
   */
  more: ('properties' | 'path' | 'children' | 'points_to' | 'pointed_by' | 'faults' | 'audit' | 'captures')[]
  /**
   * Blocks that could not be read.
   */
  problems: {
    block: 'properties' | 'path' | 'children' | 'points_to' | 'pointed_by' | 'faults' | 'audit' | 'captures'
    reason: string
    message: string
  }[]
  /**
   * Every request that the controller got.
   */
  asked: string[]
}

export interface OkReply {
  status: 'ok'
}

export interface OnChanges {
  /**
   * Automation template.
   */
  template: string
  mapping: {
    [k: string]:
      | string
      | {
          value: unknown
        }
  }
  changes: ('added' | 'removed' | 'changed')[]
  filter: string | null
  /**
   * The request waits until somebody other than the owner approves it.
   */
  requires_approval: boolean
}

export interface OnChangesWrite {
  template: string
  /**
   * Schema column to column of the comparison, or to `{value}`.
   */
  mapping?: unknown
  /**
   * Absent: all of them.
   */
  changes?: ('added' | 'removed' | 'changed')[]
  filter?: string | null
  requires_approval?: boolean
}

export interface OwnProfile {
  id: number
  username: string
  email: string
  first_name: string
  last_name: string
  group_names: string[]
  is_admin: boolean
  is_superuser: boolean
  email_verified: boolean
  mfa_enabled: boolean
  query_count: number
  favorite_count: number
  date_joined: string
  last_login: string | null
  preferences: Preferences
  groups: OwningGroup[]
  /**
   * What the caller may do, as codenames: all of them for superusers; for an API token, what it may.
   */
  permissions: string[]
  /**
   * Whether the caller may change and delete what others created: administrators and operators.
   */
  manages_workspace: boolean
  paused_since: string | null
}

export interface Pack {
  /**
   * As its file `heddle-pack.yaml` says.
   */
  name: string
  version: string
  title: string
  /**
   * sha256:<hex> over its files.
   */
  hash: string
  checks: InstalledCheck[]
  installed_at: string
  installed_by: string | null
  category: number | null
  description: string
  parameters: Parameter[]
  groups: {
    title: string
    checks: string[]
  }[]
  needs: {
    heddle: string | null
    classes: string[]
  }
}

export interface Parameter {
  name: string
  label: string
  type: 'text' | 'integer' | 'number' | 'boolean' | 'enum' | 'date' | 'dn' | 'ip'
  required: boolean
  /**
   * Null: none.
   */
  default: (string | number | boolean) | null
  /**
   * At most 1000.
   */
  choices?: (string | number | boolean)[]
  choices_from?: {
    saved_query: string
    column: string
  }
}

export interface PackCheck {
  description?: string
  /**
   * nodes, edges and post_processors together: at most 512 kB of JSON, unknown keys included.
   */
  nodes?: QueryNode[]
  /**
   * nodes, edges and post_processors together: at most 512 kB of JSON, unknown keys included.
   */
  edges?: QueryEdge[]
  /**
   * At most 20 lookups in a run, those of the queries it looks up in included.
   */
  post_processors?: QueryStep[]
  expect?: Expect | null
  /**
   * Variables the query declares.
   */
  parameters?: ParameterWrite[]
  when?: string | null
  /**
   * The column that a finding is about.
   */
  resource?: string
  /**
   * Why a row is a finding, with `{{columns}}` of it; empty: what is expected.
   */
  reason?: string
  /**
   * How bad it is if the rows are not as expected.
   */
  severity?: 'none' | 'low' | 'medium' | 'high' | 'critical'
  /**
   * Why it matters, as Markdown.
   */
  why?: string
  /**
   * What to do about it, as Markdown.
   */
  remedy?: string
  links?: {
    title: string
    url: string
  }[]
  /**
   * Rows that are not as expected are for a person to judge: the status is `look` instead of `failed`.
   */
  look?: boolean
  id: string
  title: string
  needs?: 'configuration' | 'state' | 'statistics'
  verified_on?: string
  sources?: string[]
  mends_with?: string
  examples?: PackExample[]
}

export interface PackExample {
  name: string
  objects: string | unknown[]
  before?: string | unknown[]
  parameters?: {
    [k: string]: unknown
  }
  fabric?: {
    [k: string]: unknown
  }
  rows?: number
  status?: 'passed' | 'failed' | 'look' | 'not_applicable' | 'error'
}

export interface PackCheckParams {
  /**
   * As its file `heddle-pack.yaml` says.
   */
  name: string
  id: string
}

export interface PackCheckPatch {
  enabled?: boolean | null
  severity?: ('none' | 'low' | 'medium' | 'high' | 'critical') | null
  parameters?: {
    [k: string]: unknown
  } | null
}

export interface PackInstallBody {
  /**
   * Texts by path.
   */
  files: {
    [k: string]: string
  }
}

export interface PackInstallQuery {
  dry_run?: boolean
  /**
   * Also in place of a newer version.
   */
  force?: boolean
}

export interface PackInstallReply {
  name: string
  version: string
  hash: string
  plan: PackStep[]
  applied: boolean
}

export interface PackStep {
  action: 'create' | 'change' | 'unchanged' | 'delete'
  check: string
  title: string
  diff: ValueChange[] | null
}

export interface PackListItem {
  /**
   * As its file `heddle-pack.yaml` says.
   */
  name: string
  version: string
  title: string
  /**
   * sha256:<hex> over its files.
   */
  hash: string
  /**
   * How many there are.
   */
  checks: number
  installed_at: string
  installed_by: string | null
  category: number | null
}

export interface PackListQuery {
  /**
   * Page number, from 1.
   */
  page?: number
  /**
   * Items per page: 50 by default, at most 200.
   */
  page_size?: number
  /**
   * Comma-separated names: each item has only these, and its `id`. All by default.
   */
  fields?: string
}

export interface PackManifest {
  pack: string
  version: string
  title: string
  description?: string
  needs?: {
    heddle?: string
    classes?: string[]
  }
  parameters?: unknown[]
  groups: {
    title: string
    checks: string[]
  }[]
}

export interface PackParams {
  /**
   * As its file `heddle-pack.yaml` says.
   */
  name: string
}

export interface PacksListReply {
  /**
   * Items on all pages.
   */
  count: number
  next: string | null
  previous: string | null
  results: PackListItem[]
}

export interface PasswordBody {
  password: string
}

export interface PasswordChangeBody {
  old_password: string
  new_password: string
}

export interface PasswordResetBody {
  email: string
}

export interface PasswordResetConfirmBody {
  /**
   * `<uidb64>:<token>` from a mailed link.
   */
  token?: string
  /**
   * One-time code from an administrator, XXXX-XXXX.
   */
  code?: string
  new_password: string
}

export interface PermissionsBody {
  permissions: string[]
}

export interface PinBody {
  /**
   * True by default.
   */
  pinned?: boolean
}
/**
 * The channel is alive. Sent every 30 seconds; needs no answer.
 */
export interface PingFrame {
  type: 'ping'
  timestamp: string
}

export interface PipelineExecution {
  id: string
  /**
   * The execution log.
   */
  execution: string
  saved_query: string | null
  saved_query_name: string | null
  draft: boolean
  user: string
  status: 'running' | 'success' | 'failure' | 'timeout' | 'cancelled'
  started_at: string | null
  finished_at: string | null
  duration_ms: number | null
  stage_count: number
  cancel_requested: boolean
  error_message: string | null
  stages: PipelineStage[]
}

export interface PipelineStage {
  index: number
  name: string
  type: 'fetch' | 'join' | 'post_processor'
  node_id?: string
  step_id?: string
  /**
   * Of a join: the edge of the canvas.
   */
  edge_id?: string
  /**
   * In a merged run, the name of the connection.
   */
  connection?: string
  status: 'pending' | 'running' | 'success' | 'failure' | 'cancelled' | 'skipped'
  input_rows: number | null
  output_rows: number | null
  /**
   * The first rows, at most 20 and 64 kB. A value above 1 kB is cut and ends in `… (<n> characters)`, a list in an item `… (<n> items)`.
   */
  input_sample: {
    [k: string]: unknown
  }[]
  /**
   * The first rows, at most 20 and 64 kB. A value above 1 kB is cut and ends in `… (<n> characters)`, a list in an item `… (<n> items)`.
   */
  output_sample: {
    [k: string]: unknown
  }[]
  /**
   * Present if values of the samples were cut or rows left out because they are large. All samples and requests of a run together have at most 2000 kB: the samples of later stages may be empty.
   */
  samples_cut?: true
  started_at: string | null
  duration_ms: number | null
  /**
   * How much of it all its requests waited for their turn at the controller; absent below 100 ms.
   */
  waited_ms?: number
  request: string | null
}

export interface PipelineExecutionItem {
  id: string
  /**
   * The execution log.
   */
  execution: string
  saved_query: string | null
  saved_query_name: string | null
  draft: boolean
  user: string
  status: 'running' | 'success' | 'failure' | 'timeout' | 'cancelled'
  started_at: string | null
  finished_at: string | null
  duration_ms: number | null
  stage_count: number
  cancel_requested: boolean
}

export interface PipelineExecutionListQuery {
  /**
   * Page number, from 1.
   */
  page?: number
  /**
   * Items per page: 50 by default, at most 200.
   */
  page_size?: number
  /**
   * Comma-separated names: each item has only these, and its `id`. All by default.
   */
  fields?: string
  saved_query?: string
  status?: 'running' | 'success' | 'failure' | 'timeout' | 'cancelled'
  /**
   * Comma-separated fields, `-` before one for descending.
   */
  ordering?: string
}

export interface PlatformInfo {
  version: string
  controller_version: string | null
  mim_installed_at: string | null
  /**
   * Of the process that answers.
   */
  uptime_seconds: number
  services: {
    database: 'healthy' | 'unhealthy'
    graph_store: 'healthy' | 'unhealthy'
    cache: 'healthy' | 'unhealthy'
    message_broker: 'healthy' | 'unhealthy'
  }
  /**
   * When and how each service was last checked: at most five seconds ago.
   */
  checks: {
    database: ServiceCheck
    graph_store: ServiceCheck
    cache: ServiceCheck
    message_broker: ServiceCheck
  }
}

export interface ServiceCheck {
  status: 'healthy' | 'unhealthy'
  checked_at: string
  latency_ms: number
  detail: string | null
}

export interface PreferencesPatch {
  /**
   * IANA time zone.
   */
  timezone?: string
  date_format?: 'YYYY-MM-DD' | 'DD.MM.YYYY' | 'DD/MM/YYYY' | 'MM/DD/YYYY'
  time_format?: '12h' | '24h'
  theme?: 'light' | 'dark' | 'system'
  class_browser_sections?: {
    [k: string]: boolean
  }
  /**
   * Null removes a key. At most 64 kB of JSON in all.
   */
  ui?: {
    [k: string]: unknown
  }
}

export interface Profile {
  id: number
  username: string
  email: string
  first_name: string
  last_name: string
  group_names: string[]
  is_admin: boolean
  is_superuser: boolean
  email_verified: boolean
  mfa_enabled: boolean
  query_count: number
  favorite_count: number
  date_joined: string
  last_login: string | null
  preferences: Preferences
}

export interface ProfilePatch {
  first_name?: string
  last_name?: string
  email?: string
}

export interface ProofQuery {
  format?: 'json' | 'html'
}

export interface QueriesCanvasSchemaReply {
  [k: string]: unknown
}

export interface QueriesCategoriesListReply {
  /**
   * Items on all pages.
   */
  count: number
  next: string | null
  previous: string | null
  results: QueryCategory[]
}

export interface QueryCategory {
  id: number
  name: string
  parent: number | null
  /**
   * Queries directly in this category.
   */
  query_count: number
  children: number[]
}

export interface QueriesExecutionLogsListReply {
  /**
   * Items on all pages, or an estimate when `count_is_exact` is false.
   */
  count: number
  next: string | null
  previous: string | null
  results: ExecutionLogItem[]
  count_is_exact: boolean
}

export interface QueriesFileSchemaReply {
  [k: string]: unknown
}

export interface QueriesPipelineExecutionsListReply {
  /**
   * Items on all pages, or an estimate when `count_is_exact` is false.
   */
  count: number
  next: string | null
  previous: string | null
  results: PipelineExecutionItem[]
  count_is_exact: boolean
}

export interface RepositoryConflict {
  id: string
  /**
   * The saved query.
   */
  name: string
  saved_query: string | null
  file: string
  /**
   * Who saved it here.
   */
  author: string
  saved_at: string
  here: FileSavedQuery | null
  git: FileSavedQuery | null
}

export interface QueriesRepositoriesListReply {
  /**
   * Items on all pages.
   */
  count: number
  next: string | null
  previous: string | null
  results: Repository[]
}

export interface Repository {
  id: string
  /**
   * The folder; with all below it.
   */
  category: number
  /**
   * Its path.
   */
  folder: string
  url: string
  branch: string
  path: string
  has_token: boolean
  ca_certificate: string | null
  mode: 'here' | 'git'
  apply: 'plan' | 'auto'
  /**
   * `new`: not read yet. `plan`: a change waits in the repository. `conflict`: somebody has to decide.
   */
  state: 'new' | 'ok' | 'plan' | 'conflict' | 'failing'
  last_commit: string | null
  waiting_commit: string | null
  /**
   * The history of the branch no longer leads from `last_commit` to `waiting_commit`.
   */
  is_rewritten: boolean
  /**
   * Saves that are not in the repository yet.
   */
  waiting_changes: number
  /**
   * How many of them somebody has to decide on.
   */
  conflicts: number
  last_error: string | null
  checked_at: string | null
  created_by: string | null
  created_at: string
  updated_at: string
}

export interface QueriesSavedQueriesListReply {
  /**
   * Items on all pages.
   */
  count: number
  next: string | null
  previous: string | null
  results: SavedQueryListItem[]
}

export interface SavedQueryListItem {
  id: string
  name: string
  description: string
  category: number | null
  controller_connection: string | null
  controller_connection_name: string | null
  /**
   * As it is, faults included.
   */
  nodes: QueryNode[]
  /**
   * As it is, faults included.
   */
  edges: QueryEdge[]
  /**
   * As it is, faults included.
   */
  post_processors: QueryStep[]
  expect: Expect | null
  parameters: Parameter[]
  when: string | null
  /**
   * The column that a finding is about.
   */
  resource: string
  /**
   * Why a row is a finding, with `{{columns}}` of it; empty: what is expected.
   */
  reason: string
  /**
   * How bad it is if the rows are not as expected.
   */
  severity: 'none' | 'low' | 'medium' | 'high' | 'critical'
  /**
   * Why it matters, as Markdown.
   */
  why: string
  /**
   * What to do about it, as Markdown.
   */
  remedy: string
  links: {
    title: string
    url: string
  }[]
  /**
   * Rows that are not as expected are for a person to judge: the status is `look` instead of `failed`.
   */
  look: boolean
  current_version: string
  /**
   * sha256:<hex> over nodes, edges and post_processors.
   */
  current_version_hash: string
  pack: {
    name: string
    version: string
    check: string
  } | null
  is_favorite: boolean
  created_by: string | null
  created_at: string
  updated_at: string
}

export interface VersionEntry {
  version: string
  before_hash: string | null
  after_hash: string
  changed_at: string
  changed_by: string
  /**
   * Items: Changed part: nodes, edges or post_processors.
   */
  changes: string[]
}

export interface QueriesScheduledExecutionsListReply {
  /**
   * Items on all pages, or an estimate when `count_is_exact` is false.
   */
  count: number
  next: string | null
  previous: string | null
  results: ScheduledExecution[]
  count_is_exact: boolean
}

export interface ScheduledExecution {
  id: string
  scheduled_task: string
  saved_query: string
  saved_query_name: string | null
  controller_connection: string | null
  controller_connections: string[] | null
  controller_connection_name: string | null
  controller_connection_names: (string | null)[] | null
  execution: string | null
  snapshot: string | null
  status: 'running' | 'success' | 'failure' | 'timeout' | 'cancelled'
  trigger: 'schedule' | 'manual' | 'catch_up'
  scheduled_for: string
  started_at: string
  finished_at: string | null
  row_count: number
  error_message: string | null
  expectation: ExpectationResult | null
  changes: {
    added: number
    removed: number
    changed: number
  } | null
  follow_up: {
    request: string | null
    error: string | null
  } | null
}

export interface QueriesScheduledTasksListReply {
  /**
   * Items on all pages.
   */
  count: number
  next: string | null
  previous: string | null
  results: ScheduledTask[]
}

export interface ScheduledTask {
  id: string
  name: string
  /**
   * Username; runs act for this user.
   */
  owner: string
  saved_query: string
  saved_query_name: string | null
  /**
   * Each firing starts a run for each of them, or with `merge` one for all.
   */
  controller_connections: string[]
  /**
   * In the order of `controller_connections`.
   */
  controller_connection_names: (string | null)[]
  /**
   * One run puts the rows of all connections together.
   */
  merge: boolean
  /**
   * With `merge`, a connection that fails is a warning.
   */
  allow_partial: boolean
  schedule_type: 'cron' | 'interval'
  cron_expression: string | null
  interval_minutes: number | null
  timezone: string
  enabled: boolean
  notify_on_failure: boolean
  notify_on_changes: boolean
  /**
   * When a run no longer meets what its query expects, and when it does again.
   */
  notify_on_expectation: boolean
  /**
   * Their members see the task and may run it.
   */
  granted_groups: number[]
  capture_snapshot: boolean | null
  retention_policy: ('7d' | '30d' | '90d' | '1y' | 'forever') | null
  diff_key_fields: string[] | null
  diff_ignore_fields: string[] | null
  /**
   * Values for {{name}} in the saved query. Variables: at most 16 kB each and 1000 kB together; a text with its values filled in: at most 64 kB, all of a run 1000 kB.
   */
  variables: {
    [k: string]: unknown
  }
  on_changes: OnChanges | null
  metric: QueryMetric | null
  next_run_at: string | null
  /**
   * The next five, with the offset of the task's time zone; empty while disabled or paused.
   */
  next_runs: string[]
  last_run_at: string | null
  last_run_status: ('success' | 'failure' | 'timeout' | 'cancelled') | null
  /**
   * Failed firings since the last success.
   */
  failure_streak: number
  /**
   * Paused automatically after failing too often in a row; enabling it resumes.
   */
  paused: boolean
  paused_at: string | null
  /**
   * A firing is in progress.
   */
  running: boolean
  created_at: string
  updated_at: string
}

export interface QueryMetric {
  /**
   * Served as `heddle_query_<name>`.
   */
  name: string
  /**
   * What it says; absent: the name of the task.
   */
  help?: string
  /**
   * `rows` for their number, or a column whose values are numbers.
   */
  value: string
  /**
   * Columns; characters that a label cannot have become `_`.
   */
  labels: string[]
}

export interface QueriesWaiversListReply {
  /**
   * Items on all pages.
   */
  count: number
  next: string | null
  previous: string | null
  results: Waiver[]
}

export interface Waiver {
  id: string
  saved_query: string
  resource: string
  controller_connection: string | null
  until: string
  reason: string
  created_by: string | null
  created_at: string
  expired: boolean
}

export interface QueryCategoryListQuery {
  /**
   * Page number, from 1.
   */
  page?: number
  /**
   * Items per page: 50 by default, at most 200.
   */
  page_size?: number
  /**
   * Comma-separated names: each item has only these, and its `id`. All by default.
   */
  fields?: string
  parent?: number
  search?: string
  /**
   * Comma-separated fields, `-` before one for descending.
   */
  ordering?: string
}

export interface QueryCategoryPatch {
  name?: string
  parent?: number | null
}

export interface QueryCategoryWrite {
  name: string
  parent?: number | null
}

export interface QueryExportQuery {
  /**
   * A folder with all below it: its id or its path. A path may begin with a slash.
   */
  category?: string
  /**
   * Comma-separated ids of saved queries. With `category` both are exported.
   */
  ids?: string
  /**
   * What else, of the whole installation: groups, controller_connections, automation_connections, automation_categories, regex_patterns, validation_lists, column_templates, automation_templates, settings, with commas between.
   */
  include?: string
  /**
   * Says of each scheduled task whose it is.
   */
  owners?: boolean
  format?: 'yaml' | 'json'
}

export interface QueryFile {
  version: 1
  /**
   * Items: Names from the top, such as `A/B`; a slash in a name is `~1`, and `~0` a tilde before 0 or 1.
   */
  categories: string[]
  saved_queries: FileSavedQuery[]
  scheduled_tasks: FileScheduledTask[]
  groups?: FileGroup[]
  controller_connections?: FileControllerConnection[]
  automation_connections?: FileAutomationConnection[]
  automation_categories?: FileAutomationCategory[]
  regex_patterns?: FileRegexPattern[]
  validation_lists?: FileValidationList[]
  column_templates?: FileColumnTemplate[]
  automation_templates?: FileAutomationTemplate[]
  settings?: FileSetting[]
}

export interface QueryImportBody {
  /**
   * 1; required.
   */
  version?: unknown
  /**
   * Paths of folders, each after those it is in.
   */
  categories?: unknown
  /**
   * A list, as in an export.
   */
  saved_queries?: unknown
  /**
   * A list, as in an export.
   */
  scheduled_tasks?: unknown
  /**
   * A list, as in an export with `include`.
   */
  groups?: unknown
  /**
   * A list, as in an export with `include`.
   */
  controller_connections?: unknown
  /**
   * A list, as in an export with `include`.
   */
  automation_connections?: unknown
  /**
   * A list, as in an export with `include`.
   */
  automation_categories?: unknown
  /**
   * A list, as in an export with `include`.
   */
  regex_patterns?: unknown
  /**
   * A list, as in an export with `include`.
   */
  validation_lists?: unknown
  /**
   * A list, as in an export with `include`.
   */
  column_templates?: unknown
  /**
   * A list, as in an export with `include`.
   */
  automation_templates?: unknown
  /**
   * A list, as in an export with `include`.
   */
  settings?: unknown
  /**
   * True: what is in `scope` and not in the file is deleted.
   */
  delete_missing?: unknown
  /**
   * `{category: <path>}` (`/`: everything), `{kinds: [<list>]}` for all that such a list of the file could name, or both; required with `delete_missing`.
   */
  scope?: unknown
  [k: string]: unknown
}

export interface QueryImportQuery {
  /**
   * Plans the import and changes nothing.
   */
  dry_run?: boolean
  /**
   * With `dry_run`: says of each query that is created or changed why it could not run.
   */
  validate?: boolean
}

export interface QueryImportReply {
  /**
   * Groups, connections, templates and what they name, categories, saved queries, scheduled tasks and settings, each by name.
   */
  plan: ImportStep[]
  /**
   * False for a dry run.
   */
  applied: boolean
}

export interface QuotaUsageReply {
  quota: {
    ai_analysis_daily: number | null
    queries_max: number | null
    can_use_ai_builder: boolean
  }
  usage: {
    ai_analysis_today: number
    queries_total: number
  }
}

export interface ReferenceListQuery {
  /**
   * Page number, from 1.
   */
  page?: number
  /**
   * Items per page: 50 by default, at most 200.
   */
  page_size?: number
  /**
   * Comma-separated names: each item has only these, and its `id`. All by default.
   */
  fields?: string
  search?: string
  /**
   * Comma-separated fields, `-` before one for descending.
   */
  ordering?: string
}

export interface RefreshBody {
  /**
   * Required, unless a browser sends the cookie.
   */
  refresh?: string
  /**
   * Also replace the refresh token.
   */
  rotate?: boolean
}

export interface RefreshReply {
  access: string
  /**
   * Only with `rotate`.
   */
  refresh?: string
}

export interface RegexPatternPatch {
  name?: string
  description?: string
  pattern?: string
}

export interface RegexPatternWrite {
  name: string
  description?: string
  pattern: string
}

export interface RelaunchBody {
  only?: 'failed' | 'all'
}

export interface RemoteInstall {
  version_key: string
  /**
   * Number of concurrent requests; configured on the server by default.
   */
  concurrency?: number
  /**
   * False reads the version only to compare it; the installed model stays in use.
   */
  activate?: boolean
}

export interface RepositoryApplyBody {
  /**
   * The one that the plan was shown for.
   */
  commit: string
}

export interface RepositoryBranchBody {
  /**
   * As Git names branches.
   */
  name: string
  message: string
  saved_query?: string | null
  query?: SavedQueryPatch | null
}

export interface SavedQueryPatch {
  name?: string
  description?: string
  category?: number | null
  controller_connection?: string
  /**
   * nodes, edges and post_processors together: at most 512 kB of JSON, unknown keys included.
   */
  nodes?: QueryNode[]
  /**
   * nodes, edges and post_processors together: at most 512 kB of JSON, unknown keys included.
   */
  edges?: QueryEdge[]
  /**
   * At most 20 lookups in a run, those of the queries it looks up in included.
   */
  post_processors?: QueryStep[]
  expect?: Expect | null
  /**
   * Variables the query declares.
   */
  parameters?: ParameterWrite[]
  when?: string | null
  /**
   * The column that a finding is about.
   */
  resource?: string
  /**
   * Why a row is a finding, with `{{columns}}` of it; empty: what is expected.
   */
  reason?: string
  /**
   * How bad it is if the rows are not as expected.
   */
  severity?: 'none' | 'low' | 'medium' | 'high' | 'critical'
  /**
   * Why it matters, as Markdown.
   */
  why?: string
  /**
   * What to do about it, as Markdown.
   */
  remedy?: string
  links?: {
    title: string
    url: string
  }[]
  /**
   * Rows that are not as expected are for a person to judge: the status is `look` instead of `failed`.
   */
  look?: boolean
}

export interface RepositoryBranchReply {
  branch: string
  commit: string
}

export interface RepositoryConflictParams {
  id: string
  conflict: string
}

export interface RepositoryCreate {
  category: number
  /**
   * An https:// address, without a password in it.
   */
  url: string
  /**
   * As Git names branches.
   */
  branch?: string
  /**
   * A folder of the repository, with slashes between; empty: all of it.
   */
  path?: string
  token?: string | null
  ca_certificate?: string | null
  /**
   * `here`: what is saved is committed. `git`: the repository says what is in the folder.
   */
  mode: 'here' | 'git'
  /**
   * With `git`: a plan waits for somebody, or is applied with the rights of the person who chose `auto`.
   */
  apply?: 'plan' | 'auto'
}

export interface RepositoryDecision {
  /**
   * `here`: the save is committed over it. `git`: the saved query becomes what the repository has.
   */
  keep: 'here' | 'git'
}

export interface RepositoryFault {
  file: string | null
  message: string
}

export interface RepositoryListQuery {
  /**
   * Page number, from 1.
   */
  page?: number
  /**
   * Items per page: 50 by default, at most 200.
   */
  page_size?: number
  /**
   * Comma-separated names: each item has only these, and its `id`. All by default.
   */
  fields?: string
}

export interface RepositoryPatch {
  /**
   * An https:// address, without a password in it.
   */
  url?: string
  /**
   * As Git names branches.
   */
  branch?: string
  /**
   * A folder of the repository, with slashes between; empty: all of it.
   */
  path?: string
  token?: string | null
  ca_certificate?: string | null
  /**
   * `here`: what is saved is committed. `git`: the repository says what is in the folder.
   */
  mode?: 'here' | 'git'
  /**
   * With `git`: a plan waits for somebody, or is applied with the rights of the person who chose `auto`.
   */
  apply?: 'plan' | 'auto'
}

export interface RepositoryPlan {
  commit: string | null
  is_rewritten: boolean
  /**
   * Why it cannot be applied.
   */
  faults: RepositoryFault[]
  /**
   * As that of an import; empty where there are faults.
   */
  plan: ImportStep[]
}

export interface RequestProof {
  /**
   * Of this shape.
   */
  version: number
  request: string
  template: {
    id: string | null
    name: string
    job_template: number
  }
  requested_by: string
  comment: string
  started_at: string | null
  finished_at: string | null
  status: 'pending' | 'running' | 'succeeded' | 'failed' | 'cancelled'
  source: RequestSource | null
  approval: RequestApproval | null
  verification: Verification | null
  rows: {
    index: number
    values: {
      [k: string]: unknown
    }
    before: {
      [k: string]: unknown
    } | null
  }[]
  executions: {
    job: number | null
    url: string | null
    revision: string | null
    status: 'pending' | 'running' | 'successful' | 'failed' | 'error' | 'cancelled'
    /**
     * Its end.
     */
    output: string
    output_sha256: string | null
    output_bytes: number
  }[]
  /**
   * The rows in the source at the last check.
   */
  after: {
    index: number
    row: {
      [k: string]: unknown
    } | null
  }[]
  /**
   * Who changed the rows that differ, by the audit log of the controller between the two readings. Absent if none differs, and in proofs of checks made before this was read.
   */
  blame?: {
    index: number
    /**
     * `none`: the records of the whole span were read, and none fits. `unknown`: they were not, and none fits of those that were, or the row has no DN.
     */
    status: 'found' | 'none' | 'unknown'
    /**
     * Newest first, at most five.
     */
    entries: {
      at: string
      /**
       * The account at the controller.
       */
      user: string
      action: 'created' | 'modified' | 'deleted'
      /**
       * The DN of the object.
       */
      affected: string
      /**
       * What changed, in the words of the controller. Secrets are masked.
       */
      changes: string
      /**
       * Of the login that made the change; empty if unknown.
       */
      session: string
      /**
       * The DN of the audit record.
       */
      record: string
    }[]
    more: boolean
  }[]
  /**
   * Of the same canonical JSON without this field.
   */
  sha256: string
}

export interface RequestRowListQuery {
  /**
   * Page number, from 1.
   */
  page?: number
  /**
   * Items per page: 50 by default, at most 200.
   */
  page_size?: number
  /**
   * Comma-separated names: each item has only these, and its `id`. All by default.
   */
  fields?: string
}

export interface ResetCodeReply {
  code: string
  expires_at: string
}

export interface ResetPasswordBody {
  new_password?: string
}

export interface ResultsQuery {
  format?: 'csv' | 'ndjson' | 'xlsx' | 'parquet'
  /**
   * What the first step got; 404 where `rows_before_steps` of the run is null.
   */
  before_steps?: boolean
}

export interface ResumeReply {
  run_id: string
  task_id: string
}

export interface ReviewBody {
  snapshot_a: string
  snapshot_b: string
  rows: {
    /**
     * What names the row in the comparison: its DN, or the values of its key.
     */
    key: string
    /**
     * Of a changed row, the fields that were seen to differ. Where others differ too, it is not reviewed.
     */
    fields?: string[]
  }[]
  /**
   * True by default; false takes the marks away.
   */
  reviewed?: boolean
}

export interface Reviews {
  reviewed: {
    /**
     * What names the row in the comparison: its DN, or the values of its key.
     */
    key: string
    /**
     * Of a changed row, the fields that were seen to differ. Where others differ too, it is not reviewed.
     */
    fields: string[]
    reviewed_by: string | null
    reviewed_at: string
  }[]
}

export interface ReviewsQuery {
  snapshot_a: string
  snapshot_b: string
}

export interface RotateReply {
  /**
   * Shown once.
   */
  secret: string
  previous_until: string
}
/**
 * The run succeeded. The last frame.
 */
export interface RunCompleteFrame {
  type: 'execution_complete'
  timestamp: string
  data: {
    status: 'success'
    total_rows: number
    /**
     * Path of the execution log.
     */
    results_url: string
    /**
     * Of a query that expects something of its rows.
     */
    expectation?: {
      status: 'passed' | 'failed' | 'look' | 'not_applicable' | 'waived'
      reason: string | null
    }
  }
}

export interface RunDetail {
  run: MimImportRun
  /**
   * The most recent failed jobs, at most 25.
   */
  failed_recent: MimImportJob[]
}
/**
 * A run of anybody has ended. Its log says more.
 */
export interface RunEndedFrame {
  type: 'run_ended'
  timestamp: string
  data: {
    execution_id: string
    saved_query: string | null
    /**
     * The first, of a merged run.
     */
    controller_connection: string
    trigger: 'manual' | 'background' | 'schedule'
    status: 'success' | 'failure' | 'timeout'
    cancelled: boolean
    row_count: number
    duration_ms: number
    expectation: ('passed' | 'failed' | 'look' | 'not_applicable' | 'waived') | null
  }
}
/**
 * The run failed, or was cancelled. The last frame.
 */
export interface RunFailedFrame {
  type: 'execution_failed'
  timestamp: string
  data: {
    /**
     * `cancelled`, or what went wrong.
     */
    error: string
    failed_node: string | null
  }
}
/**
 * The run waits for its turn. Sent once a second.
 */
export interface RunWaitingFrame {
  type: 'execution_waiting'
  timestamp: string
  data: {
    /**
     * Earlier runs of its user, a place among the runs of all, memory, or the budget of the controller.
     */
    waits_for: 'user' | 'server' | 'memory' | 'controller'
    /**
     * In all.
     */
    waited_ms: number
  }
}

export interface RunNowReply {
  execution_id: string
  /**
   * Scheduled executions, one for each connection.
   */
  execution_ids: string[]
}

export interface SavedQuery {
  id: string
  name: string
  description: string
  category: number | null
  controller_connection: string | null
  controller_connection_name: string | null
  /**
   * As it is, faults included.
   */
  nodes: QueryNode[]
  /**
   * As it is, faults included.
   */
  edges: QueryEdge[]
  /**
   * As it is, faults included.
   */
  post_processors: QueryStep[]
  expect: Expect | null
  parameters: Parameter[]
  when: string | null
  /**
   * The column that a finding is about.
   */
  resource: string
  /**
   * Why a row is a finding, with `{{columns}}` of it; empty: what is expected.
   */
  reason: string
  /**
   * How bad it is if the rows are not as expected.
   */
  severity: 'none' | 'low' | 'medium' | 'high' | 'critical'
  /**
   * Why it matters, as Markdown.
   */
  why: string
  /**
   * What to do about it, as Markdown.
   */
  remedy: string
  links: {
    title: string
    url: string
  }[]
  /**
   * Rows that are not as expected are for a person to judge: the status is `look` instead of `failed`.
   */
  look: boolean
  current_version: string
  /**
   * sha256:<hex> over nodes, edges and post_processors.
   */
  current_version_hash: string
  pack: {
    name: string
    version: string
    check: string
  } | null
  is_favorite: boolean
  created_by: string | null
  created_at: string
  updated_at: string
  /**
   * The newest 500.
   */
  version_history: VersionEntry[]
}

export interface SavedQueryCreate {
  name?: string
  description?: string
  category?: number | null
  controller_connection: string
  /**
   * nodes, edges and post_processors together: at most 512 kB of JSON, unknown keys included.
   */
  nodes: QueryNode[]
  /**
   * nodes, edges and post_processors together: at most 512 kB of JSON, unknown keys included.
   */
  edges: QueryEdge[]
  /**
   * At most 20 lookups in a run, those of the queries it looks up in included.
   */
  post_processors?: QueryStep[]
  expect?: Expect | null
  /**
   * Variables the query declares.
   */
  parameters?: ParameterWrite[]
  when?: string | null
  /**
   * The column that a finding is about.
   */
  resource?: string
  /**
   * Why a row is a finding, with `{{columns}}` of it; empty: what is expected.
   */
  reason?: string
  /**
   * How bad it is if the rows are not as expected.
   */
  severity?: 'none' | 'low' | 'medium' | 'high' | 'critical'
  /**
   * Why it matters, as Markdown.
   */
  why?: string
  /**
   * What to do about it, as Markdown.
   */
  remedy?: string
  links?: {
    title: string
    url: string
  }[]
  /**
   * Rows that are not as expected are for a person to judge: the status is `look` instead of `failed`.
   */
  look?: boolean
}

export interface SavedQueryListQuery {
  /**
   * Page number, from 1.
   */
  page?: number
  /**
   * Items per page: 50 by default, at most 200.
   */
  page_size?: number
  /**
   * Comma-separated names: each item has only these, and its `id`. All by default.
   */
  fields?: string
  category?: number
  controller_connection?: string
  is_favorite?: boolean
  expectation?: 'passed' | 'failed' | 'look' | 'not_applicable' | 'waived' | 'none'
  search?: string
  /**
   * Comma-separated fields, `-` before one for descending.
   */
  ordering?: string
}

export interface SavedQueryVersion {
  version: string
  before_hash: string | null
  after_hash: string
  changed_at: string
  changed_by: string
  /**
   * Items: Changed part: nodes, edges or post_processors.
   */
  changes: string[]
  /**
   * As it is, faults included.
   */
  nodes: QueryNode[]
  /**
   * As it is, faults included.
   */
  edges: QueryEdge[]
  /**
   * As it is, faults included.
   */
  post_processors: QueryStep[]
}

export interface ScheduleDensity {
  timezone: string
  /**
   * Those that are enabled and not paused.
   */
  tasks: number
  /**
   * Of these tasks in these days.
   */
  firings: number
  /**
   * False if there are more different schedules than are counted.
   */
  is_complete: boolean
  /**
   * Seven, from today on.
   */
  days: {
    date: string
    /**
     * Firings in each of the 24 hours.
     */
    hours: number[]
  }[]
}

export interface ScheduleDensityQuery {
  /**
   * IANA name of the clocks to show; UTC if absent.
   */
  timezone?: string
}

export interface ScheduledExecutionListQuery {
  /**
   * Page number, from 1.
   */
  page?: number
  /**
   * Items per page: 50 by default, at most 200.
   */
  page_size?: number
  /**
   * Comma-separated names: each item has only these, and its `id`. All by default.
   */
  fields?: string
  scheduled_task?: string
  status?: 'running' | 'success' | 'failure' | 'timeout' | 'cancelled'
  expectation?: 'passed' | 'failed' | 'look' | 'not_applicable' | 'waived' | 'none'
  /**
   * Comma-separated fields, `-` before one for descending.
   */
  ordering?: string
}

export interface ScheduledTaskCreate {
  name: string
  saved_query: string
  /**
   * Each connection at most once.
   */
  controller_connections: string[]
  merge?: boolean
  allow_partial?: boolean
  schedule_type: 'cron' | 'interval'
  cron_expression?: string | null
  interval_minutes?: number | null
  /**
   * IANA name; defaults to `default_timezone` of the task settings.
   */
  timezone?: string
  enabled?: boolean
  notify_on_failure?: boolean
  notify_on_changes?: boolean
  notify_on_expectation?: boolean
  granted_groups?: number[]
  capture_snapshot?: boolean | null
  retention_policy?: ('7d' | '30d' | '90d' | '1y' | 'forever') | null
  diff_key_fields?: string[] | null
  diff_ignore_fields?: string[] | null
  /**
   * Values for {{name}} in the saved query. Variables: at most 16 kB each and 1000 kB together; a text with its values filled in: at most 64 kB, all of a run 1000 kB.
   */
  variables?: {
    [k: string]: unknown
  }
  on_changes?: OnChangesWrite | null
  metric?: {
    /**
     * Served as `heddle_query_<name>`.
     */
    name: string
    /**
     * What it says; absent: the name of the task.
     */
    help?: string
    /**
     * `rows` for their number, or a column whose values are numbers.
     */
    value: string
    /**
     * Columns; characters that a label cannot have become `_`.
     */
    labels?: string[]
  } | null
}

export interface ScheduledTaskListQuery {
  /**
   * Page number, from 1.
   */
  page?: number
  /**
   * Items per page: 50 by default, at most 200.
   */
  page_size?: number
  /**
   * Comma-separated names: each item has only these, and its `id`. All by default.
   */
  fields?: string
  enabled?: boolean
  saved_query?: string
  search?: string
  /**
   * Comma-separated fields, `-` before one for descending.
   */
  ordering?: string
}

export interface ScheduledTaskPatch {
  name?: string
  saved_query?: string
  /**
   * Each connection at most once.
   */
  controller_connections?: string[]
  merge?: boolean
  allow_partial?: boolean
  schedule_type?: 'cron' | 'interval'
  cron_expression?: string | null
  interval_minutes?: number | null
  /**
   * IANA name; defaults to `default_timezone` of the task settings.
   */
  timezone?: string
  enabled?: boolean
  notify_on_failure?: boolean
  notify_on_changes?: boolean
  notify_on_expectation?: boolean
  granted_groups?: number[]
  capture_snapshot?: boolean | null
  retention_policy?: ('7d' | '30d' | '90d' | '1y' | 'forever') | null
  diff_key_fields?: string[] | null
  diff_ignore_fields?: string[] | null
  /**
   * Values for {{name}} in the saved query. Variables: at most 16 kB each and 1000 kB together; a text with its values filled in: at most 64 kB, all of a run 1000 kB.
   */
  variables?: {
    [k: string]: unknown
  }
  on_changes?: OnChangesWrite | null
  metric?: {
    /**
     * Served as `heddle_query_<name>`.
     */
    name: string
    /**
     * What it says; absent: the name of the task.
     */
    help?: string
    /**
     * `rows` for their number, or a column whose values are numbers.
     */
    value: string
    /**
     * Columns; characters that a label cannot have become `_`.
     */
    labels?: string[]
  } | null
}

export interface SchemaQuery {
  format?: 'json' | 'yaml'
}

export interface SchemaReply {
  [k: string]: unknown
}

export interface ScimError {
  schemas: string[]
  status: string
  scimType?: string
  detail: string
}

export interface ScimGroupList {
  schemas: string[]
  totalResults: number
  startIndex: number
  itemsPerPage: number
  Resources: ScimGroupReply[]
}

export interface ScimGroupReply {
  schemas: string[]
  id: string
  externalId?: string
  displayName?: string
  /**
   * Items: With `$ref`, its address.
   */
  members?: {
    value?: string
    display?: string
    type?: string
    [k: string]: string | undefined
  }[]
  meta?: {
    resourceType?: string
    created?: string
    lastModified?: string
    location?: string
    version?: string
  }
}

export interface ScimId {
  id: number
}

export interface ScimListQuery {
  /**
   * As in RFC 7644: `userName eq "ada" and active eq true`.
   */
  filter?: string
  sortBy?: string
  sortOrder?: 'ascending' | 'descending'
  /**
   * Position of the first result; below 1 it is 1.
   */
  startIndex?: number
  /**
   * Results at most, up to 200.
   */
  count?: number
  /**
   * Only these, separated by commas.
   */
  attributes?: string
  /**
   * All but these.
   */
  excludedAttributes?: string
}

export interface ScimName {
  name: string
}

export interface ScimPatchBody {
  schemas?: string[]
  /**
   * Items: One of `{op, path, value}`.
   */
  Operations: unknown[]
}

export interface ScimProjectionQuery {
  /**
   * Only these, separated by commas.
   */
  attributes?: string
  /**
   * All but these.
   */
  excludedAttributes?: string
}

export interface ScimSearchBody {
  schemas?: string[]
  filter?: string
  sortBy?: string
  sortOrder?: 'ascending' | 'descending'
  /**
   * Position of the first result; below 1 it is 1.
   */
  startIndex?: number
  /**
   * Results at most, up to 200.
   */
  count?: number
  attributes?: string[]
  excludedAttributes?: string[]
}

export interface ScimUserList {
  schemas: string[]
  totalResults: number
  startIndex: number
  itemsPerPage: number
  Resources: ScimUserReply[]
}

export interface ScimUserReply {
  schemas: string[]
  id: string
  externalId?: string
  userName?: string
  name?: {
    formatted?: string
    givenName?: string
    familyName?: string
  }
  displayName?: string
  emails?: {
    value?: string
    type?: string
    primary?: boolean
  }[]
  active?: boolean
  /**
   * Items: With `$ref`, its address.
   */
  groups?: {
    value?: string
    display?: string
    type?: string
    [k: string]: string | undefined
  }[]
  meta?: {
    resourceType?: string
    created?: string
    lastModified?: string
    location?: string
    version?: string
  }
}

export interface ServerErrorBody {
  detail: string
  request_id: string
}

export interface ServiceAccountCreate {
  name: string
  /**
   * What the program does, and where it runs.
   */
  description?: string
  group: number
}

export interface ServiceAccountListQuery {
  /**
   * Page number, from 1.
   */
  page?: number
  /**
   * Items per page: 50 by default, at most 200.
   */
  page_size?: number
  /**
   * Comma-separated names: each item has only these, and its `id`. All by default.
   */
  fields?: string
  search?: string
  group?: number
  is_active?: boolean
  /**
   * Comma-separated fields, `-` before one for descending.
   */
  ordering?: string
}

export interface ServiceAccountPatch {
  /**
   * What the program does, and where it runs.
   */
  description?: string
  group?: number
}

export interface ServiceAccountTokenCreate {
  name: string
  permissions?: string[] | null
  expires_at?: string | null
}

export interface ServiceAccountTokenParams {
  id: number
  token: string
}

export interface ServiceAccountTokenQuery {
  /**
   * Page number, from 1.
   */
  page?: number
  /**
   * Items per page: 50 by default, at most 200.
   */
  page_size?: number
  /**
   * Comma-separated names: each item has only these, and its `id`. All by default.
   */
  fields?: string
  /**
   * Comma-separated fields, `-` before one for descending.
   */
  ordering?: string
}

export interface SessionOfUserParams {
  id: number
  session: string
}

export interface SessionTimeoutBody {
  /**
   * Idle limit; 0 means never.
   */
  minutes: 0 | 15 | 30 | 60 | 120 | 240 | 480
}

export interface SessionTimeoutReply {
  minutes: number
}

export interface SignOnParams {
  /**
   * The name in the settings, in small letters.
   */
  name: string
}

export interface SignOnSignOutReply {
  url: string | null
}

export interface SignOnStartQuery {
  /**
   * The path to open afterwards; another site leads home.
   */
  next?: string
}

export interface Snapshot {
  id: string
  saved_query: string
  saved_query_name: string | null
  controller_connection: string | null
  controller_connections: string[] | null
  controller_connection_name: string | null
  controller_connection_names: (string | null)[] | null
  captured_at: string
  /**
   * Username.
   */
  captured_by: string
  row_count: number
  /**
   * `sha256:` and 64 hex digits. Equal rows have equal hashes, whatever their order.
   */
  version_hash: string
  /**
   * Size of all rows, uncompressed.
   */
  size_bytes: number
  /**
   * Bytes this snapshot added to the database.
   */
  stored_bytes: number
  retention_policy: '7d' | '30d' | '90d' | '1y' | 'forever'
  expires_at: string | null
  annotation: string | null
  /**
   * A pinned snapshot is kept regardless of its policy.
   */
  pinned: boolean
  execution: string | null
  changes: SnapshotChanges | null
  columns: string[]
}

export interface SnapshotDetail {
  id: string
  saved_query: string
  saved_query_name: string | null
  controller_connection: string | null
  controller_connections: string[] | null
  controller_connection_name: string | null
  controller_connection_names: (string | null)[] | null
  captured_at: string
  /**
   * Username.
   */
  captured_by: string
  row_count: number
  /**
   * `sha256:` and 64 hex digits. Equal rows have equal hashes, whatever their order.
   */
  version_hash: string
  /**
   * Size of all rows, uncompressed.
   */
  size_bytes: number
  /**
   * Bytes this snapshot added to the database.
   */
  stored_bytes: number
  retention_policy: '7d' | '30d' | '90d' | '1y' | 'forever'
  expires_at: string | null
  annotation: string | null
  /**
   * A pinned snapshot is kept regardless of its policy.
   */
  pinned: boolean
  execution: string | null
  changes: SnapshotChanges | null
  columns: string[]
  rows: {
    [k: string]: unknown
  }[]
}

export interface SnapshotDetailQuery {
  /**
   * Page number, from 1.
   */
  page?: number
  /**
   * Items per page: 50 by default, at most 200.
   */
  page_size?: number
}

export interface SnapshotGroups {
  /**
   * Sorted; empty for rows that are in no group.
   */
  groups: string[]
  truncated: boolean
}

export interface SnapshotGroupsQuery {
  /**
   * By tenant or node (what the DN begins with), by class, or by the object above.
   */
  by: 'place' | 'class' | 'parent'
}

export interface SnapshotListQuery {
  /**
   * Page number, from 1.
   */
  page?: number
  /**
   * Items per page: 50 by default, at most 200.
   */
  page_size?: number
  /**
   * Comma-separated names: each item has only these, and its `id`. All by default.
   */
  fields?: string
  saved_query: string
  controller_connection?: string
  /**
   * ISO 8601.
   */
  captured_after?: string
  /**
   * ISO 8601.
   */
  captured_before?: string
  retention_policy?: '7d' | '30d' | '90d' | '1y' | 'forever'
  pinned?: boolean
}

export interface SnapshotSettings {
  default_retention_policy: '7d' | '30d' | '90d' | '1y' | 'forever'
  /**
   * Whether scheduled tasks capture snapshots unless they say otherwise.
   */
  auto_capture_enabled: boolean
  diff_key_strategy: 'dn' | 'auto' | 'hash'
  diff_ignore_fields: string[]
  /**
   * Whether clean-up keeps the first and the last snapshot of each query and connection.
   */
  keep_first_and_last: boolean
}

export interface SnapshotSettingsPatch {
  default_retention_policy?: '7d' | '30d' | '90d' | '1y' | 'forever'
  /**
   * Whether scheduled tasks capture snapshots unless they say otherwise.
   */
  auto_capture_enabled?: boolean
  diff_key_strategy?: 'dn' | 'auto' | 'hash'
  diff_ignore_fields?: string[]
  /**
   * Whether clean-up keeps the first and the last snapshot of each query and connection.
   */
  keep_first_and_last?: boolean
}

export interface StatsReply {
  queries_run: number
  active_schedules: number
  unread_notifications: number
}

export interface StdoutQuery {
  /**
   * Page number, from 1.
   */
  page?: number
  /**
   * Items per page: 50 by default, at most 200.
   */
  page_size?: number
  /**
   * Comma-separated names: each item has only these, and its `id`. All by default.
   */
  fields?: string
}

export interface StdoutReply {
  /**
   * Number of chunks.
   */
  count: number
  next: string | null
  previous: string | null
  /**
   * Most bytes of UTF-8 in a chunk.
   */
  chunk_size: number
  /**
   * No more will come.
   */
  complete: boolean
  results: {
    /**
     * In bytes of UTF-8.
     */
    offset: number
    text: string
  }[]
}

export interface TablePreferenceCreate {
  class_name: string
  columns: {
    name: string
    visible?: boolean
    width?: number | null
  }[]
}

export interface TablePreferenceListQuery {
  /**
   * Page number, from 1.
   */
  page?: number
  /**
   * Items per page: 50 by default, at most 200.
   */
  page_size?: number
  /**
   * Comma-separated names: each item has only these, and its `id`. All by default.
   */
  fields?: string
  class_name?: string
}

export interface TablePreferencePatch {
  class_name?: string
  columns?: {
    name: string
    visible?: boolean
    width?: number | null
  }[]
}

export interface TableTemplateCreate {
  name: string
  class_name: string
  /**
   * Property names in order.
   */
  columns: string[]
  is_shared?: boolean
}

export interface TableTemplateListQuery {
  /**
   * Page number, from 1.
   */
  page?: number
  /**
   * Items per page: 50 by default, at most 200.
   */
  page_size?: number
  /**
   * Comma-separated names: each item has only these, and its `id`. All by default.
   */
  fields?: string
  class_name?: string
  is_shared?: boolean
}

export interface TableTemplatePatch {
  name?: string
  class_name?: string
  /**
   * Property names in order.
   */
  columns?: string[]
  is_shared?: boolean
}

export interface TakeBackEmailBody {
  /**
   * From the link in the mail to the former address.
   */
  token: string
}

export interface TaskSettingsPatch {
  max_concurrent_background?: number
  execution_log_retention_days?: number
  /**
   * An IANA time zone name.
   */
  default_timezone?: string
  pause_after_failures?: number
}

export interface TaskSettingsReply {
  /**
   * Background runs over this number are queued in order.
   */
  max_concurrent_background: number
  /**
   * Older execution logs are deleted with their rows.
   */
  execution_log_retention_days: number
  /**
   * For new scheduled tasks; the time zone of the user's preferences until set.
   */
  default_timezone: string
  /**
   * A scheduled task pauses after this many failed firings in a row; 0 means never.
   */
  pause_after_failures: number
}

export interface TicketReply {
  ticket: string
  /**
   * Seconds.
   */
  expires_in: number
}

export interface TimelineQuery {
  saved_query_id: string
  dn: string
  /**
   * 20 by default, at most 100.
   */
  limit?: number
  /**
   * ISO 8601.
   */
  from_date?: string
  /**
   * ISO 8601.
   */
  to_date?: string
  controller_connection?: string
  /**
   * In merged runs, the `@controller` of the object.
   */
  controller?: string
  /**
   * Whether points that differ from the one before say who is known to have changed it.
   */
  blame?: boolean
}

export interface TimelineReply {
  dn: string
  saved_query_id: string
  snapshot_count: number
  points: {
    snapshot_id: string
    executed_at: string
    present: boolean
    attributes: {
      [k: string]: unknown
    }
    blame?: RowBlame | null
  }[]
  attribute_evolution: {
    attribute: string
    change_count: number
    is_stable: boolean
    distinct_values: number
    values: {
      executed_at: string
      snapshot_id: string
      value: unknown
      changed: boolean
    }[]
  }[]
  tracked_attributes: string[]
}

export interface UnmuteQuery {
  saved_query?: string
}

export interface UnreadCountReply {
  count: number
}

export interface UserCreate {
  username: string
  email: string
  password?: string
  first_name?: string
  last_name?: string
  is_active?: boolean
  groups?: number[]
  /**
   * Superusers only.
   */
  is_superuser?: boolean
}

export interface UserListQuery {
  /**
   * Page number, from 1.
   */
  page?: number
  /**
   * Items per page: 50 by default, at most 200.
   */
  page_size?: number
  /**
   * Comma-separated names: each item has only these, and its `id`. All by default.
   */
  fields?: string
  is_active?: boolean
  is_superuser?: boolean
  group?: number
  /**
   * Who holds it: through a group, directly, or as a superuser. One that does not exist is held by nobody.
   */
  permission?: string
  /**
   * Part of the username, e-mail address or names.
   */
  search?: string
  ordering?: string
}

export interface UserParams {
  id: number
}

export interface UserPatch {
  email?: string
  first_name?: string
  last_name?: string
  is_active?: boolean
  groups?: number[]
  is_superuser?: boolean
}

export interface UuidParams {
  id: string
}

export interface ValidateBody {
  controller_connection?: string | null
  controller_connections?: string[] | null
  /**
   * Runs the canvas on each connection and puts the rows together, with the column `@controller`.
   */
  merge?: boolean
  /**
   * A connection that fails is a warning, unless all of them do.
   */
  allow_partial?: boolean
  /**
   * Values for {{name}} in filters, scopes and steps. Variables: at most 16 kB each and 1000 kB together; a text with its values filled in: at most 64 kB, all of a run 1000 kB.
   */
  variables?: {
    [k: string]: unknown
  }
  draft?: DraftBody | null
}

export interface ValidateDraftBody {
  controller_connection?: string | null
  controller_connections?: string[] | null
  /**
   * Runs the canvas on each connection and puts the rows together, with the column `@controller`.
   */
  merge?: boolean
  /**
   * A connection that fails is a warning, unless all of them do.
   */
  allow_partial?: boolean
  /**
   * Values for {{name}} in filters, scopes and steps. Variables: at most 16 kB each and 1000 kB together; a text with its values filled in: at most 64 kB, all of a run 1000 kB.
   */
  variables?: {
    [k: string]: unknown
  }
  draft: DraftBody
}

export interface ValidateQueryReply {
  /**
   * True for a draft; absent for what is saved.
   */
  draft?: boolean
  valid: boolean
  errors: CanvasProblem[]
  warnings: CanvasProblem[]
  plan: PlanReply | null
}

export interface ValidationListPatch {
  name?: string
  description?: string
  values?: string[]
  /**
   * Absent: static.
   */
  source?:
    | 'static'
    | {
        type: 'static' | 'saved_query' | 'snapshot'
        saved_query?: string | null
        column?: string | null
      }
}

export interface ValidationListWrite {
  name: string
  description?: string
  values?: string[]
  /**
   * Absent: static.
   */
  source?:
    | 'static'
    | {
        type: 'static' | 'saved_query' | 'snapshot'
        saved_query?: string | null
        column?: string | null
      }
}

export interface VerifyEmailQuery {
  token?: string
}

export interface WaiverCreate {
  saved_query: string
  /**
   * A pattern for the whole resource of a finding: `*` is any text, `?` one character.
   */
  resource: string
  controller_connection?: string | null
  /**
   * ISO 8601, at most 2 years ahead.
   */
  until: string
  reason: string
}

export interface WaiverListQuery {
  /**
   * Page number, from 1.
   */
  page?: number
  /**
   * Items per page: 50 by default, at most 200.
   */
  page_size?: number
  /**
   * Comma-separated names: each item has only these, and its `id`. All by default.
   */
  fields?: string
  saved_query?: string
  controller_connection?: string
  expired?: boolean
  /**
   * Comma-separated fields, `-` before one for descending.
   */
  ordering?: string
}

export interface WebhookHealth {
  status: 'ok'
}

export interface WebhookReply {
  status: 'queued' | 'ignored'
  event_id: string
}

export interface WhyAnswer {
  exists: boolean
  /**
   * Whether it is in the result.
   */
  present: boolean
  /**
   * Up to the first `dropped`; all of them, `not_reached`, if the object does not exist.
   */
  stages: WhyStage[]
  row: {
    [k: string]: unknown
  } | null
  /**
   * The DNs of the objects that the row comes from.
   */
  objects: string[]
}

export interface WhyStage {
  kind: 'scope' | 'filter' | 'edge' | 'step'
  /**
   * Of the node, edge or step; of a filter `<node>.filters.<index>`, or `<node>.time_range`.
   */
  id: string
  verdict: 'kept' | 'dropped' | 'not_reached'
  /**
   * One sentence with the condition and what the object has.
   */
  because: string
  /**
   * What the sentence is about, by property or column; null where there is none.
   */
  values: {
    [k: string]: unknown
  }
}

export interface WhyBody {
  /**
   * Of an object of the class that the rows are about.
   */
  dn: string
  controller_connection?: string | null
  controller_connections?: string[] | null
  /**
   * Runs the canvas on each connection and puts the rows together, with the column `@controller`.
   */
  merge?: boolean
  /**
   * A connection that fails is a warning, unless all of them do.
   */
  allow_partial?: boolean
  /**
   * Values for {{name}} in filters, scopes and steps. Variables: at most 16 kB each and 1000 kB together; a text with its values filled in: at most 64 kB, all of a run 1000 kB.
   */
  variables?: {
    [k: string]: unknown
  }
  draft?: DraftBody | null
}

export interface WhyDraftBody {
  /**
   * Of an object of the class that the rows are about.
   */
  dn: string
  controller_connection?: string | null
  controller_connections?: string[] | null
  /**
   * Runs the canvas on each connection and puts the rows together, with the column `@controller`.
   */
  merge?: boolean
  /**
   * A connection that fails is a warning, unless all of them do.
   */
  allow_partial?: boolean
  /**
   * Values for {{name}} in filters, scopes and steps. Variables: at most 16 kB each and 1000 kB together; a text with its values filled in: at most 64 kB, all of a run 1000 kB.
   */
  variables?: {
    [k: string]: unknown
  }
  draft: DraftBody
}

export interface WhyOnConnection {
  controller_connection: string
  /**
   * The value of `@controller`.
   */
  name: string
  error: string | null
  answer: WhyAnswer | null
}

export interface WhyReply {
  dn: string
  exists: boolean
  /**
   * Whether it is in the result.
   */
  present: boolean
  /**
   * Up to the first `dropped`; all of them, `not_reached`, if the object does not exist.
   */
  stages: WhyStage[]
  row: {
    [k: string]: unknown
  } | null
  /**
   * The DNs of the objects that the row comes from.
   */
  objects: string[]
  /**
   * Of a merged query: the connection that this answer is about. It is the first where the object is in the result, else where it exists.
   */
  controller_connection?: string
  /**
   * Of a merged query: the answer on each connection.
   */
  connections?: WhyOnConnection[]
}

export interface WhyThen {
  dn: string
  snapshot: string
  captured_at: string
  saved_query: string
  /**
   * The version that ran: its filters and steps let the row through.
   */
  saved_query_version: number
  /**
   * Whether the capture has a row with this DN.
   */
  present: boolean
  row: {
    [k: string]: unknown
  } | null
  /**
   * The DNs of the objects that the row came from.
   */
  objects: string[]
  before: {
    snapshot: string
    at: string
  } | null
  after: {
    snapshot: string
    at: string
  } | null
  /**
   * What to send to `saved-queries/<id>/why/` with the DN, to ask why it is (not) there now. `variables` are absent for those who may not read the run.
   */
  asked: {
    controller_connection?: string
    controller_connections?: string[]
    merge?: boolean
    variables?: {
      [k: string]: unknown
    }
  }
}

export interface WhyThenQuery {
  dn: string
  /**
   * In a merged capture, the value of `@controller`.
   */
  controller?: string
}
