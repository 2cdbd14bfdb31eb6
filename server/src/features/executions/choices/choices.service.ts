import type { Static } from 'typebox'
import { type Choices, type ChoicesQuery, MOST_CHOICES, type Parameter } from '@heddle/contract/queries.ts'
import type { Problem } from '@heddle/domain/canvas/problem.ts'
import { notAChoice, variablePath } from '@heddle/domain/parameters/bind-parameters.ts'
import { choiceKey, type ParameterValue, readValue } from '@heddle/domain/parameters/parameter-value.ts'
import { textOf } from '@heddle/domain/values/compare-texts.ts'
import { compareNatural } from '@heddle/domain/values/natural-order.ts'
import type { Value } from '@heddle/domain/values/row.ts'
import type { Caller } from '../../../kernel/caller.ts'
import { Conflict, FieldErrors, orNotFound } from '../../../kernel/errors.ts'
import type { ControllerConnectionsService } from '../../controller-connections/index.ts'
import type { SavedQueriesService } from '../../queries/index.ts'
import type { Asking, ChoiceRows, ReadChoiceRows } from './choice-rows.ts'

type Dependencies = {
  readonly queries: Pick<SavedQueriesService, 'get'>
  readonly connections: Pick<ControllerConnectionsService, 'find'>
  readonly readRows: ReadChoiceRows
}
type FromQuery = Parameter & { readonly choices_from: NonNullable<Parameter['choices_from']> }
type Given = {
  readonly parameters: readonly Parameter[]
  readonly variables: Readonly<Record<string, unknown>>
  /** A choice on any of them will do. */
  readonly connections: readonly string[]
}

/** Reading more would take too long for a request; a list of choices is shorter. */
const MOST_ROWS = 100_000

export type ChoicesService = ReturnType<typeof createChoicesService>

/** The values a parameter may have where they are listed, or come from another query. */
export function createChoicesService({ queries, connections, readRows }: Dependencies) {
  /** By key; undefined if they are unknown. */
  async function choicesOf({ type, choices_from }: FromQuery, connection: string, asking: Asking) {
    const { saved_query, column } = choices_from
    const rows = await readRows(saved_query, connection, asking)
    return rows && readColumn(rows, column, type)
  }

  async function isChoice(parameter: FromQuery, value: ParameterValue, given: Given, asking: Asking): Promise<boolean> {
    for (const connection of given.connections) {
      const choices = await choicesOf(parameter, connection, asking)
      if (!choices || choices.has(choiceKey(parameter.type, value))) return true
    }
    return false
  }

  return {
    /** What is wrong with values whose choices come from other queries; those that do not fit at all are left out. */
    problemsOf: async (given: Given, asking: Asking): Promise<readonly Problem[]> => {
      const problems: Problem[] = []
      for (const parameter of given.parameters.filter(isFromQuery)) {
        const value = Object.hasOwn(given.variables, parameter.name) ? given.variables[parameter.name] : undefined
        const read = value === undefined || value === null ? undefined : readValue(parameter.type, value)
        if (!read?.ok || (await isChoice(parameter, read.value, given, asking))) continue
        problems.push({ ...notAChoice(parameter.name, value), path: variablePath(parameter.name) })
      }
      return problems
    },

    /** The choices of a parameter: those from a query in natural order, others as they are declared. */
    list: async (
      caller: Caller,
      { id, name }: { readonly id: string; readonly name: string },
      { q = '', controller_connection }: Static<typeof ChoicesQuery>,
      signal: AbortSignal,
    ): Promise<Static<typeof Choices>> => {
      const query = await queries.get(caller, id)
      const parameter = orNotFound(query.parameters.find((declared) => declared.name === name))
      const connection = (controller_connection ?? query.controllerConnectionId).toLowerCase()
      if (controller_connection !== undefined && !(await connections.find(connection))) {
        throw new FieldErrors({ controller_connection: ['This connection does not exist.'] })
      }
      const all = isFromQuery(parameter)
        ? inOrder((await choicesOf(parameter, connection, { actor: caller, signal, runs: 'in turn' }))?.values() ?? [])
        : (parameter.choices ?? (parameter.type === 'boolean' ? [false, true] : undefined))
      if (!all)
        throw new Conflict(`The parameter ${name} takes any value of its type: it has no choices.`, 'no_choices')
      const wanted = q.toLowerCase()
      const found = all.filter((choice) =>
        textOf(choice as Value)
          .toLowerCase()
          .includes(wanted),
      )
      return { choices: found.slice(0, MOST_CHOICES), count: found.length }
    },
  }
}

export const isFromQuery = (parameter: Parameter): parameter is FromQuery => parameter.choices_from !== undefined

const inOrder = (choices: Iterable<ParameterValue>): readonly ParameterValue[] =>
  [...choices].sort((a, b) => compareNatural(textOf(a), textOf(b)))

/** The values of a column that the parameter can have, each once, by key. */
async function readColumn(
  rows: ChoiceRows,
  column: string,
  type: Parameter['type'],
): Promise<Map<string, ParameterValue>> {
  const { queryName, columns, rowCount } = rows
  if (!columns.includes(column)) {
    throw new Conflict(
      `The choices come from the column "${column}", which the saved query "${queryName}" does not have.`,
      'choices_column_missing',
    )
  }
  if (rowCount > MOST_ROWS) {
    const advice = 'end it with a distinct or limit step'
    throw new Conflict(
      `The saved query "${queryName}" has ${rowCount} rows, too many to choose from: ${advice}.`,
      'too_many_choices',
    )
  }
  const choices = new Map<string, ParameterValue>()
  for await (const lines of rows.lines()) {
    for (const line of lines) {
      const cell = (JSON.parse(line) as Readonly<Record<string, Value>>)[column]
      const read =
        typeof cell === 'string' && cell === '' ? undefined : readValue(type, Array.isArray(cell) ? textOf(cell) : cell)
      if (!read?.ok) continue
      const key = choiceKey(type, read.value)
      if (!choices.has(key)) choices.set(key, read.value)
    }
  }
  return choices
}
