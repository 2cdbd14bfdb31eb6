import type { Command } from 'commander'
import type { WhyAnswer, WhyReply, WhyThen } from '@heddle/client'
import { variableOption, type Work, working } from '../command.ts'
import { connectionNamed, queryNamed } from '../find.ts'
import { plainValue, table } from '../output/table.ts'
import type { Terminal } from '../terminal.ts'
import { requireVariables } from '../variables.ts'

type WhyOptions = {
  readonly var?: Readonly<Record<string, unknown>>
  readonly connection?: readonly string[]
  readonly snapshot?: string
}

/** Why an object is in the result of a query, or is not. */
export function addWhy(program: Command, terminal: Terminal): void {
  program
    .command('why')
    .argument('<query>', 'name or id')
    .argument('<dn>', 'of an object')
    .description('say why an object is in the result of a query, or what drops it')
    .addOption(variableOption())
    .option('-c, --connection <connections...>', 'another connection, by name or id; of several, the rows are merged')
    .option('-s, --snapshot <snapshot>', 'say first whether it was in a capture, by its id')
    .action(working(terminal, explain))
}

async function explain(work: Work, wanted: string, dn: string, options: WhyOptions) {
  const { heddle, progress, width } = work
  const query = await queryNamed(heddle, wanted)
  const { snapshot, var: given } = options
  const then = snapshot === undefined ? undefined : await heddle.history.snapshots.why(snapshot, { dn })
  const variables = given ?? then?.asked.variables
  await requireVariables(heddle, query, variables)
  const on = (await connectionsOf(work, options)) ?? then?.asked ?? {}
  progress.say('Following the object…')
  const reply = await heddle.queries.savedQueries.why(query.id, { dn, ...on, ...(variables && { variables }) })
  progress.end()
  const now = inWords(reply, query.name, width)
  await work.tell(
    then ? `${thenInWords(then, await work.clock())}\n\n${now}` : now,
    then ? { then, now: reply } : reply,
  )
}

async function connectionsOf({ heddle }: Work, { connection = [] }: WhyOptions) {
  const ids: string[] = []
  for (const wanted of connection) ids.push((await connectionNamed(heddle, wanted)).id)
  if (ids.length === 0) return undefined
  return ids.length === 1 ? { controller_connection: ids[0]! } : { controller_connections: ids, merge: true }
}

/** A capture keeps rows: what dropped an object then is not known. */
function thenInWords(
  { dn, captured_at: at, present, objects, before, after }: WhyThen,
  time: (instant: string) => string,
): string {
  const other = (what: string, place: WhyThen['before']) =>
    place === null ? [] : [`${what} the capture of ${time(place.at)}.`]
  return [
    `${dn} was ${present ? '' : 'not '}in the capture of ${time(at)}.`,
    ...other(present ? 'It was not in' : 'It was last in', before),
    ...other(present ? 'It was gone in' : 'It was there again in', after),
    present ? `Its row came from ${objects.join(', ')}.` : 'What dropped it then is not kept.',
  ].join('\n')
}

function inWords(reply: WhyReply, name: string, width: number): string {
  const { dn, connections } = reply
  if (!connections) return answerInWords(dn, reply, name, width)
  return connections
    .map(({ name: on, error, answer }) =>
      answer ? `${on}: ${answerInWords(dn, answer, name, width)}` : `${on}: It could not be asked. ${error}`,
    )
    .join('\n\n')
}

function answerInWords(dn: string, answer: WhyAnswer, name: string, width: number): string {
  const { exists, present, stages, row, objects } = answer
  if (!exists) return `There is no object ${dn}.`
  const rows = stages.map(({ verdict, kind, id, because }) => [verdict, `${kind} ${id}`, because])
  const parts = [
    `${dn} is ${present ? '' : 'not '}in the result of "${name}".`,
    table(['verdict', 'stage', 'because'], rows, width).trimEnd(),
    ...(row === null ? [] : [cells(row)]),
    ...(objects.length === 0 ? [] : [`From ${objects.join(', ')}`]),
  ]
  return parts.join('\n\n')
}

const cells = (row: Readonly<Record<string, unknown>>): string =>
  Object.entries(row)
    .map(([column, value]) => `${column}: ${plainValue(value)}`)
    .join('\n')
