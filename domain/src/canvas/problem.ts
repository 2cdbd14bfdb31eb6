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
export const WARNING_CODES = ['mim_not_installed', 'unfiltered_large_class', 'local_filter', 'deprecated_class'] as const

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
