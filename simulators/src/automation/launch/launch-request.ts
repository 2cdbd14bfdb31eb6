/** What a launch takes from its body, merged with the template. */
export type LaunchRequest = {
  /** The template's variables, the defaults of the survey and those of the launch. */
  readonly extraVars: Readonly<Record<string, unknown>>
  /** Names of variables whose values are never shown. */
  readonly secrets: ReadonlySet<string>
  readonly prompts: Readonly<Record<PromptField, unknown>>
}

export type PromptField =
  | 'limit'
  | 'inventory'
  | 'credentials'
  | 'job_type'
  | 'job_tags'
  | 'skip_tags'
  | 'verbosity'
  | 'diff_mode'
  | 'scm_branch'
  | 'execution_environment'
  | 'labels'
  | 'forks'
  | 'job_slice_count'
  | 'timeout'
  | 'instance_groups'
