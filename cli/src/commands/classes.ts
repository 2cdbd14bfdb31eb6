import type { Command } from 'commander'
import { readCount, working } from '../command.ts'
import type { Terminal } from '../terminal.ts'

/** The class model. */
export function addClasses(program: Command, terminal: Terminal): void {
  const command = program.command('class').alias('classes').description('classes of the installed model')

  command
    .command('search')
    .argument('<text...>', 'a name, or words that describe it')
    .description('find classes')
    .option('--limit <count>', 'at most so many', readCount, 20)
    .action(
      working(terminal, async ({ heddle, list }, words: string[], { limit }: { limit: number }) => {
        const { results } = await heddle.mim.search({ q: words.join(' '), type: 'class', limit })
        await list(results, {
          name: ({ name }) => name,
          label: ({ display_name }) => display_name,
          description: ({ description }) => description,
        })
      }),
    )

  command
    .command('show')
    .argument('<class>', 'such as fvBD')
    .description('print what the model says about a class, as JSON')
    .action(
      working(terminal, async ({ heddle, print }, name: string) =>
        print(`${JSON.stringify(await heddle.mim.explorer.class.get(name), null, 2)}\n`),
      ),
    )
}
