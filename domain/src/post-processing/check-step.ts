import type { PostProcessorStep } from '../canvas/canvas.ts'
import type { Problem } from '../canvas/problem.ts'
import { Suggestions } from '../suggest.ts'
import { checkConfig } from './check-config.ts'
import { expressionColumns } from './expression-config.ts'
import type { Columns, ConfigFault, PostProcessor } from './post-processor.ts'
import { findPostProcessor, POST_PROCESSOR_TYPES } from './registry.ts'

/**
 * What is wrong with a step, given the columns before it (undefined if not known). `path` is the step's position, such
 * as `post_processors.0`. A disabled step is not checked.
 */
export function checkStep(
  step: PostProcessorStep,
  columns: Columns,
  path: string,
  suggestions = new Suggestions(),
): Problem[] {
  if (!step.enabled) return []
  const processor = findPostProcessor(step.type)
  if (processor === undefined) return [unknownType(step, path, suggestions)]
  const shape = checkConfig(processor.config, step.config, suggestions)
  if (shape.length > 0) return shape.map((fault) => badConfig(step, fault, path))
  const faults = processor.check?.(step.config, columns, suggestions) ?? []
  return [
    ...faults.map((fault) => badConfig(step, fault, path)),
    ...unknownColumns(step, processor, columns, path, suggestions),
  ]
}

function unknownType({ id, type }: PostProcessorStep, path: string, suggestions: Suggestions): Problem {
  const near = suggestions.among(POST_PROCESSOR_TYPES, type)
  const message = `there is no post-processor ${type}; expected one of ${POST_PROCESSOR_TYPES.join(', ')}`
  return { code: 'unknown_post_processor', message, step_id: id, path: `${path}.type`, suggestions: near }
}

function badConfig({ id, type }: PostProcessorStep, fault: ConfigFault, path: string): Problem {
  const place = fault.path === '' ? `${path}.config` : `${path}.config.${fault.path}`
  const suggestions = fault.suggestions === undefined ? {} : { suggestions: fault.suggestions }
  return {
    code: 'bad_post_processor_config',
    message: `${type}: ${fault.message}`,
    step_id: id,
    path: place,
    ...suggestions,
  }
}

function unknownColumns(
  step: PostProcessorStep,
  processor: PostProcessor,
  columns: Columns,
  path: string,
  suggestions: Suggestions,
): Problem[] {
  if (columns === undefined) return []
  const known = new Set(columns)
  const absent = (processor.needs(step.config) ?? []).filter((column) => !known.has(column))
  if (absent.length === 0) return []
  const { id, type, config } = step
  const places = namePlaces(config)
  return absent.map((column) => ({
    code: 'unknown_column',
    message: `${type}: there is no column ${column} at this step`,
    step_id: id,
    path: [path, 'config', ...(places.get(column) ?? [])].join('.'),
    suggestions: suggestions.among(columns, column),
  }))
}

const EXPRESSIONS = new Set(['expression', 'where'])

/** Where each name first occurs in a configuration: as a value, as a key or in an expression. */
function namePlaces(config: unknown): ReadonlyMap<string, readonly string[]> {
  const places = new Map<string, readonly string[]>()
  const note = (name: string, place: readonly string[]): void => {
    if (!places.has(name)) places.set(name, place)
  }
  const visit = (value: unknown, place: readonly string[]): void => {
    if (typeof value === 'string') note(value, place)
    if (typeof value !== 'object' || value === null) return
    for (const [key, inner] of Object.entries(value)) {
      const here = [...place, key]
      if (!Array.isArray(value)) note(key, here)
      if (EXPRESSIONS.has(key) && typeof inner === 'string')
        for (const column of expressionColumns(inner)) note(column, here)
      visit(inner, here)
    }
  }
  visit(config, [])
  return places
}
