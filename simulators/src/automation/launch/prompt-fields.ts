import type { PromptField } from './launch-request.ts'

/** What the server answers to a value of the wrong type, if anything. */
type Check = (value: unknown) => string | undefined

const text: Check = (value) => (typeof value === 'string' ? undefined : 'Not a valid string.')
const truth: Check = (value) => (typeof value === 'boolean' ? undefined : 'Must be a valid boolean.')
const integer: Check = (value) => (Number.isInteger(value) ? undefined : 'A valid integer is required.')
const count: Check = (value) =>
  integer(value) ?? (Number(value) < 0 ? 'Ensure this value is greater than or equal to 0.' : undefined)

const choice =
  (...choices: readonly unknown[]): Check =>
  (value) =>
    choices.includes(value) ? undefined : `"${String(value)}" is not a valid choice.`

/** The ids of related objects that exist here. */
const key =
  (...known: readonly number[]): Check =>
  (value) => {
    if (value === null) return undefined
    if (!Number.isInteger(value))
      return `Incorrect type. Expected pk value, received ${typeof value === 'string' ? 'str' : typeof value}.`
    return known.includes(Number(value)) ? undefined : `Invalid pk "${Number(value)}" - object does not exist.`
  }

const keys =
  (...known: readonly number[]): Check =>
  (value) => {
    if (!Array.isArray(value))
      return `Expected a list of items but got type "${typeof value === 'string' ? 'str' : typeof value}".`
    return value.map(key(...known)).find((problem) => problem !== undefined)
  }

export const PROMPT_CHECKS: Readonly<Record<PromptField, Check>> = {
  limit: text,
  inventory: key(2, 3),
  credentials: keys(4, 5),
  job_type: choice('run', 'check'),
  job_tags: text,
  skip_tags: text,
  verbosity: choice(0, 1, 2, 3, 4, 5),
  diff_mode: truth,
  scm_branch: text,
  execution_environment: key(1, 2),
  labels: keys(1, 2, 3),
  forks: count,
  job_slice_count: count,
  timeout: integer,
  instance_groups: keys(1, 2),
}

/** The flag that lets a launch answer the prompt. */
export const ASK_FLAGS: Readonly<Record<PromptField | 'variables', string>> = {
  variables: 'ask_variables_on_launch',
  limit: 'ask_limit_on_launch',
  inventory: 'ask_inventory_on_launch',
  credentials: 'ask_credential_on_launch',
  job_type: 'ask_job_type_on_launch',
  job_tags: 'ask_tags_on_launch',
  skip_tags: 'ask_skip_tags_on_launch',
  verbosity: 'ask_verbosity_on_launch',
  diff_mode: 'ask_diff_mode_on_launch',
  scm_branch: 'ask_scm_branch_on_launch',
  execution_environment: 'ask_execution_environment_on_launch',
  labels: 'ask_labels_on_launch',
  forks: 'ask_forks_on_launch',
  job_slice_count: 'ask_job_slice_count_on_launch',
  timeout: 'ask_timeout_on_launch',
  instance_groups: 'ask_instance_groups_on_launch',
}

export const PROMPT_FIELDS = Object.keys(PROMPT_CHECKS) as readonly PromptField[]
