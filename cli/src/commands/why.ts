import type { Command } from 'commander'
import type { WhyReply } from '@heddle/client'
import { variableOption, widthOf, type Work, working } from '../command.ts'
import { connectionNamed, queryNamed } from '../find.ts'
import { plainValue, table } from '../output/table.ts'
import type { Terminal } from '../terminal.ts'
import { requireVariables } from '../variables.ts'

type WhyOptions = { readonly var?: Readonly<Record<string, unknown>>; readonly connection?: string }

/** Why an object is in the result of a query, or is not. */
export function addWhy(program: Command, terminal: Terminal): void {
  program
    .command('why')
    .argument('<query>', 'name or id')
    .argument('<dn>', 'of an object')
    .description('say why an object is in the result of a query, or what drops it')
    .addOption(variableOption())
    .option('-c, --connection <connection>', 'another connection, by name or id')
    .action(working(terminal, explain))
}

async function explain(work: Work, wanted: string, dn: string, { var: variables, connection }: WhyOptions) {
  const { heddle, progress, terminal } = work
  const query = await queryNamed(heddle, wanted)
  await requireVariables(heddle, query, variables)
  const on = connection === undefined ? {} : { controller_connection: (await connectionNamed(heddle, connection)).id }
  progress.say('Following the object…')
  const reply = await heddle.queries.savedQueries.why(query.id, { dn, ...on, ...(variables && { variables }) })
  progress.end()
  await work.tell(inWords(reply, query.name, widthOf(terminal.stdout)), reply)
}

function inWords({ dn, exists, present, stages, row, objects }: WhyReply, name: string, width: number): string {
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
