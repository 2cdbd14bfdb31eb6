import type { PromptField } from '../launch/launch-request.ts'
import { type JobScript, scriptOf, type ScriptInput } from './job-script.ts'

export type SurveyQuestion = {
  readonly variable: string
  readonly type: 'text' | 'textarea' | 'password' | 'integer' | 'float' | 'multiplechoice' | 'multiselect'
  readonly required?: boolean
  readonly question?: string
  readonly default?: string | number
  readonly min?: number
  readonly max?: number
  /** The real server answers with either form, as it was saved. */
  readonly choices?: readonly string[] | string
}

export type TemplateOptions = {
  /** The next free one by default. */
  readonly id?: number
  readonly name: string
  readonly description?: string
  readonly playbook?: string
  readonly extraVars?: Readonly<Record<string, unknown>>
  /** Which prompts a launch may answer; `variables` are the extra variables. */
  readonly asks?: readonly (PromptField | 'variables')[]
  /** Values of the template's own fields that differ from the defaults. */
  readonly fields?: Partial<Readonly<Record<PromptField, unknown>>>
  readonly survey?: readonly SurveyQuestion[]
  readonly surveyEnabled?: boolean
  readonly allowSimultaneous?: boolean
  /** More than one: a launch answers a workflow job. */
  readonly slices?: number
  /** What accounts other than superusers may do with it. */
  readonly access?: 'execute' | 'read' | 'none'
  readonly passwordsNeeded?: readonly string[]
  /** "Job Template inventory is missing or undefined." and the like. */
  readonly resourcesNeeded?: readonly string[]
  /** The last update of the project failed: a launch answers this text. */
  readonly projectProblem?: string
  readonly script?: JobScript | ((input: ScriptInput) => JobScript)
}

export type JobTemplate = Required<Omit<TemplateOptions, 'fields' | 'script' | 'projectProblem'>> & {
  readonly fields: Readonly<Record<PromptField, unknown>>
  readonly projectProblem: string | undefined
  readonly created: number
  scriptFor(input: ScriptInput): JobScript
}

const DEFAULT_FIELDS: Readonly<Record<PromptField, unknown>> = {
  limit: '',
  inventory: 2,
  credentials: [4],
  job_type: 'run',
  job_tags: '',
  skip_tags: '',
  verbosity: 0,
  diff_mode: false,
  scm_branch: '',
  execution_environment: null,
  labels: [],
  forks: 0,
  job_slice_count: 1,
  timeout: 0,
  instance_groups: [],
}

export function createTemplate(options: TemplateOptions, id: number, created: number): JobTemplate {
  const { script } = options
  const slices = options.slices ?? 1
  return {
    id,
    created,
    name: options.name,
    description: options.description ?? '',
    playbook: options.playbook ?? 'site.yml',
    extraVars: options.extraVars ?? {},
    asks: options.asks ?? ['variables'],
    fields: { ...DEFAULT_FIELDS, job_slice_count: slices, ...options.fields },
    survey: options.survey ?? [],
    surveyEnabled: options.surveyEnabled ?? (options.survey ?? []).length > 0,
    allowSimultaneous: options.allowSimultaneous ?? false,
    slices,
    access: options.access ?? 'execute',
    passwordsNeeded: options.passwordsNeeded ?? [],
    resourcesNeeded: options.resourcesNeeded ?? [],
    projectProblem: options.projectProblem,
    scriptFor: typeof script === 'function' ? script : () => script ?? scriptOf(),
  }
}
