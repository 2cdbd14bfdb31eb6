export const ERROR_CODES = [
  'empty_canvas',
  'duplicate_node_id',
  'missing_class',
  'unknown_class',
  'unknown_property',
  'unknown_operator',
  'bad_value',
  'bad_scope_dn',
  'edge_endpoint_missing',
  'self_edge',
  'cyclic_graph',
  'disconnected_graph',
  'impossible_containment',
  'no_relation',
  'ambiguous_relation',
  'unknown_post_processor',
  'bad_post_processor_config',
  'unknown_column',
  'missing_variable',
  'several_primaries',
  'too_large',
] as const
export const WARNING_CODES = [
  'mim_not_installed',
  'unfiltered_large_class',
  'local_filter',
  'deprecated_class',
  'unknown_key',
  'named_number',
  'other_version',
  'backwards',
  'no_history',
  'class_absent',
] as const

/** An error or warning about a canvas. `path` points into the wire form, such as `nodes.0.filters.1.value`. */
export type Problem = {
  readonly code: (typeof ERROR_CODES)[number] | (typeof WARNING_CODES)[number]
  readonly message: string
  readonly node_id?: string
  readonly edge_id?: string
  /** Id of the post-processor step. */
  readonly step_id?: string
  readonly path?: string
  /** Similar names, best first, at most five; for an ambiguous relation the candidates. */
  readonly suggestions?: readonly string[]
}

/**
 * What cannot be judged without the installed model, the stored variables and the controller: a page that checks its
 * canvas on its own keeps the server's last word about these.
 */
export const ONLY_THE_SERVER_KNOWS: readonly Problem['code'][] = [
  'unknown_class',
  'missing_variable',
  'impossible_containment',
  'no_relation',
  'ambiguous_relation',
  'unfiltered_large_class',
  'local_filter',
  'other_version',
  'backwards',
  'no_history',
  'class_absent',
  'mim_not_installed',
  'named_number',
]

/** How many problems an answer lists: enough to work on, and few enough to send. */
export const MOST_PROBLEMS = 500

/** A report into a list that stops at the most an answer lists. */
export function reportInto(problems: Problem[]): (problem: Problem) => void {
  return (problem) => {
    if (problems.length < MOST_PROBLEMS) problems.push(problem)
  }
}

const LONGEST_MESSAGE = 2_000
const LONGEST_PATH = 500

/** Problems as an answer lists them: not too many, and none too long. The keys in a path may have any length. */
export function listedProblems(problems: readonly Problem[]): readonly Problem[] {
  return problems.slice(0, MOST_PROBLEMS).map((problem) => ({
    ...problem,
    message: clip(problem.message, LONGEST_MESSAGE),
    ...(problem.path === undefined ? {} : { path: clip(problem.path, LONGEST_PATH) }),
  }))
}

const clip = (text: string, longest: number): string =>
  text.length > longest ? `${text.slice(0, longest - 1)}…` : text
