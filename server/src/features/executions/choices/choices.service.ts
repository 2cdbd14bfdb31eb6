import type { Static } from 'typebox'
import { LARGEST_VARIABLE_BYTES } from '@heddle/contract/canvas-budget.ts'
import { type Choices, type ChoicesQuery, MOST_CHOICES, type Parameter } from '@heddle/contract/queries.ts'
import type { Problem } from '@heddle/domain/canvas/problem.ts'
import { notAChoice, variablePath } from '@heddle/domain/parameters/bind-parameters.ts'
import { choiceKey, type ParameterValue, readValue } from '@heddle/domain/parameters/parameter-value.ts'
import { textOf } from '@heddle/domain/values/compare-texts.ts'
import type { Value } from '@heddle/domain/values/row.ts'
import type { Caller } from '../../../kernel/caller.ts'
import { Conflict, FieldErrors, orNotFound } from '../../../kernel/errors.ts'
import type { ControllerConnectionsService } from '../../controller-connections/index.ts'
import type { SavedQueriesService } from '../../queries/index.ts'
import { firstInOrder } from './first-choices.ts'
import type { ChoiceRows, ReadChoiceRows, Requester, StartRun } from './choice-rows.ts'

type Parts = {
  readonly queries: Pick<SavedQueriesService, 'get'>
  readonly connections: Pick<ControllerConnectionsService, 'find'>
  readonly readRows: ReadChoiceRows
}
type FromQuery = Parameter & { readonly choices_from: NonNullable<Parameter['choices_from']> }
/** Values that a request gives to parameters. */
type GivenValues = {
  readonly parameters: readonly Parameter[]
  readonly variables: Readonly<Record<string, unknown>>
  /** A choice on any of them will do. */
  readonly connections: readonly string[]
}
type ListTerms = { readonly signal: AbortSignal; readonly startRun: StartRun }

/** Reading more would take too long for a request; a list of choices is shorter. */
const MOST_ROWS = 100_000
/** Of all choices together, which are in memory while they are compared. */
const MOST_CHOICE_BYTES = 16_000_000

/** The values a parameter may have where they are listed, or come from another query. */
export type ChoicesService = {
  /** What is wrong with values whose choices come from other queries; those that do not fit at all are left out. */
  readonly problemsOf: (given: GivenValues, requester: Requester) => Promise<readonly Problem[]>
  /** The choices of a parameter: those from a query in natural order, others as they are declared. */
  readonly list: (
    caller: Caller,
    parameter: { readonly id: string; readonly name: string },
    query: Static<typeof ChoicesQuery>,
    terms: ListTerms,
  ) => Promise<Static<typeof Choices>>
}

export function createChoicesService(parts: Parts): ChoicesService {
  return {
    problemsOf: (given, requester) => problemsOfValues(parts, given, requester),
    list: async (caller, { id, name }, query, terms) => {
      const { parameters, controllerConnectionId } = await parts.queries.get(caller, id)
      const parameter = orNotFound(parameters.find((declared) => declared.name === name))
      const connection = await chosenConnection(parts, query, controllerConnectionId)
      if (isFromQuery(parameter)) {
        const choices = await choicesOf(parts, parameter, connection, { ...terms, actor: caller })
        return firstInOrder(choices?.values() ?? [], query.q ?? '', MOST_CHOICES)
      }
      const wanted = (query.q ?? '').toLowerCase()
      const found = declaredChoices(parameter).filter((choice) =>
        textOf(choice as Value)
          .toLowerCase()
          .includes(wanted),
      )
      return { choices: found.slice(0, MOST_CHOICES), count: found.length }
    },
  }
}

async function problemsOfValues(parts: Parts, given: GivenValues, requester: Requester): Promise<readonly Problem[]> {
  const problems: Problem[] = []
  for (const parameter of given.parameters.filter(isFromQuery)) {
    const value = Object.hasOwn(given.variables, parameter.name) ? given.variables[parameter.name] : undefined
    const read = value === undefined || value === null ? undefined : readValue(parameter.type, value)
    if (!read?.ok || (await isChoice(parts, parameter, read.value, given.connections, requester))) continue
    problems.push({ ...notAChoice(parameter.name, value), path: variablePath(parameter.name) })
  }
  return problems
}

async function isChoice(
  parts: Parts,
  parameter: FromQuery,
  value: ParameterValue,
  connections: readonly string[],
  requester: Requester,
): Promise<boolean> {
  for (const connection of connections) {
    const choices = await choicesOf(parts, parameter, connection, requester)
    if (!choices || choices.has(choiceKey(parameter.type, value))) return true
  }
  return false
}

async function chosenConnection(
  { connections }: Parts,
  { controller_connection: chosen }: Static<typeof ChoicesQuery>,
  ofQuery: string | null,
): Promise<string> {
  const connection = (chosen ?? ofQuery)?.toLowerCase()
  if (connection === undefined) throw new FieldErrors({ controller_connection: ['This field is required.'] })
  if (chosen !== undefined && !(await connections.find(connection)))
    throw new FieldErrors({ controller_connection: ['This connection does not exist.'] })
  return connection
}

function declaredChoices(parameter: Parameter): NonNullable<Parameter['choices']> {
  const listed = parameter.choices ?? (parameter.type === 'boolean' ? [false, true] : undefined)
  if (listed) return listed
  throw new Conflict(`The parameter ${parameter.name} takes any value of its type: it has no choices.`, 'no_choices')
}

/** By key; undefined if they are unknown. */
async function choicesOf({ readRows }: Parts, parameter: FromQuery, connection: string, requester: Requester) {
  const { saved_query, column } = parameter.choices_from
  const rows = await readRows(saved_query, connection, requester)
  return rows && readColumn(rows, column, parameter.type)
}

export const isFromQuery = (parameter: Parameter): parameter is FromQuery => parameter.choices_from !== undefined

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
  if (rowCount > MOST_ROWS) throw tooMany(queryName, `${rowCount} rows`)
  const choices = new Map<string, ParameterValue>()
  let bytes = 0
  for await (const lines of rows.lines()) {
    for (const line of lines) {
      const cell = (JSON.parse(line) as Readonly<Record<string, Value>>)[column]
      const read =
        typeof cell === 'string' && cell === '' ? undefined : readValue(type, Array.isArray(cell) ? textOf(cell) : cell)
      if (!read?.ok) continue
      const key = choiceKey(type, read.value)
      const size = Buffer.byteLength(key)
      // A value that is longer than a variable may be could not be chosen.
      if (size > LARGEST_VARIABLE_BYTES || choices.has(key)) continue
      choices.set(key, read.value)
      bytes += size
    }
    if (bytes > MOST_CHOICE_BYTES) throw tooMany(queryName, `${MOST_CHOICE_BYTES / 1_000_000} MB of choices`)
  }
  return choices
}

const tooMany = (queryName: string, what: string): Conflict =>
  new Conflict(
    `The saved query "${queryName}" has ${what}, too many to choose from: end it with a distinct or limit step.`,
    'too_many_choices',
  )
