import type { Wire } from '../../../lib/api/wire.ts'

export type ChoicesBy = 'any' | 'list' | 'query'

/** A parameter as its dialog shows it: all of it is text. */
export type ParameterForm = {
  readonly name: string
  readonly label: string
  readonly type: Wire.Parameter['type']
  readonly isRequired: boolean
  readonly default: string
  readonly choicesBy: ChoicesBy
  /** One a line. */
  readonly choices: string
  readonly query: string
  readonly column: string
}

export function formOfParameter(parameter: Partial<Wire.Parameter> & { readonly name: string }): ParameterForm {
  const {
    name,
    label = '',
    type = 'text',
    required = false,
    default: standard,
    choices,
    choices_from: from,
  } = parameter
  return {
    name,
    // Its name stands for it when nobody gave it another label.
    label: label === name ? '' : label,
    type,
    isRequired: required,
    default: standard == null ? '' : String(standard),
    choicesBy: choices ? 'list' : from ? 'query' : 'any',
    choices: (choices ?? []).join('\n'),
    query: from?.saved_query ?? '',
    column: from?.column ?? '',
  }
}

/** What is sent, and checked by the same rules here: texts stay texts, which their type reads. */
export function parameterOfForm(form: ParameterForm): Readonly<Record<string, unknown>> {
  const { name, label, type, isRequired, choicesBy, choices, query, column } = form
  // The two values of a truth value need no list.
  const by = type === 'boolean' ? 'any' : choicesBy
  return {
    name: name.trim(),
    label: label.trim() === '' ? name.trim() : label.trim(),
    type,
    required: isRequired,
    default: form.default.trim() === '' ? null : form.default.trim(),
    ...(by === 'list' && { choices: linesOf(choices) }),
    ...(by === 'query' && { choices_from: { saved_query: query, column: column.trim() } }),
  }
}

const linesOf = (text: string): readonly string[] =>
  text.split('\n').flatMap((line) => (line.trim() === '' ? [] : line.trim()))

/** The parameters after one was edited, or declared as the last. */
export const withParameter = <Parameter extends { readonly name: string }>(
  parameters: readonly Parameter[],
  edited: string | undefined,
  next: Parameter,
): readonly Parameter[] => {
  const index = parameters.findIndex(({ name }) => name === edited)
  return index < 0 ? [...parameters, next] : parameters.with(index, next)
}

/** One place up or down; at the ends it stays. */
export function moved<Part>(parts: readonly Part[], index: number, step: 1 | -1): readonly Part[] {
  const to = index + step
  return to < 0 || to >= parts.length ? parts : parts.toSpliced(index, 1).toSpliced(to, 0, parts[index]!)
}
