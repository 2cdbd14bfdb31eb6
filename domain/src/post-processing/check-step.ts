import type { PostProcessorStep } from '../canvas/canvas.ts'
import type { Problem } from '../canvas/problem.ts'
import { suggest } from '../suggest.ts'
import { checkConfig } from './check-config.ts'
import type { Columns, ConfigFault } from './post-processor.ts'
import { findPostProcessor, POST_PROCESSOR_TYPES } from './registry.ts'

/**
 * What is wrong with a step, given the columns before it (undefined if not known). `path` is the step's position, such
 * as `post_processors.0`. A disabled step is not checked.
 */
export function checkStep(step: PostProcessorStep, columns: Columns, path: string): Problem[] {
  if (!step.enabled) return []
  const processor = findPostProcessor(step.type)
  if (processor === undefined) return [unknownType(step, path)]
  const shape = checkConfig(processor.config, step.config)
  if (shape.length > 0) return shape.map((fault) => badConfig(step, fault, path))
  const faults = processor.check?.(step.config, columns) ?? []
  const absent = columns === undefined ? [] : (processor.needs(step.config) ?? []).filter((column) => !columns.includes(column))
  return [
    ...faults.map((fault) => badConfig(step, fault, path)),
    ...absent.map((column) => unknownColumn(step, column, columns ?? [], path)),
  ]
}

function unknownType({ id, type }: PostProcessorStep, path: string): Problem {
  const suggestions = suggest(type, POST_PROCESSOR_TYPES)
  const message = `there is no post-processor ${type}; expected one of ${POST_PROCESSOR_TYPES.join(', ')}`
  return { code: 'unknown_post_processor', message, step_id: id, path: `${path}.type`, suggestions }
}

function badConfig({ id, type }: PostProcessorStep, fault: ConfigFault, path: string): Problem {
  const place = fault.path === '' ? `${path}.config` : `${path}.config.${fault.path}`
  const suggestions = fault.suggestions === undefined ? {} : { suggestions: fault.suggestions }
  return { code: 'bad_post_processor_config', message: `${type}: ${fault.message}`, step_id: id, path: place, ...suggestions }
}

function unknownColumn({ id, type, config }: PostProcessorStep, column: string, columns: readonly string[], path: string): Problem {
  const place = findName(config, column) ?? ('expression' in config ? ['expression'] : [])
  return {
    code: 'unknown_column',
    message: `${type}: there is no column ${column} at this step`,
    step_id: id,
    path: [path, 'config', ...place].join('.'),
    suggestions: suggest(column, columns),
  }
}

/** The first place where a name occurs in a configuration, as a value or as a key. */
function findName(value: unknown, name: string): readonly string[] | undefined {
  if (value === name) return []
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, inner] of Object.entries(value)) {
    if (key === name && !Array.isArray(value)) return [key]
    const rest = findName(inner, name)
    if (rest !== undefined) return [key, ...rest]
  }
  return undefined
}
