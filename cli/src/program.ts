import { Argument, Command } from 'commander'
import { printTo, readCount } from './command.ts'
import { addApi } from './commands/api.ts'
import { addAutomation } from './commands/automation.ts'
import { addAccount } from './commands/account.ts'
import { addChecks } from './commands/checks.ts'
import { addClasses } from './commands/classes.ts'
import { addConnections } from './commands/connections.ts'
import { addFiles } from './commands/files.ts'
import { addModels } from './commands/models.ts'
import { addPacks } from './commands/pack.ts'
import { addQueries } from './commands/queries.ts'
import { addRuns } from './commands/runs.ts'
import { addSchedules } from './commands/schedules.ts'
import { addSignIn } from './commands/sign-in.ts'
import { addSnapshots } from './commands/snapshots.ts'
import { addVersion } from './commands/version.ts'
import { addWhy } from './commands/why.ts'
import { completions, completionScript, type ShellName, SHELLS } from './completion.ts'
import { CommandError, EXIT, type Terminal } from './terminal.ts'

const SECOND = 1000

const HELP = `
Exit codes: 0 done; 1 found what you asked to fail on, or the run failed; 2 the command or its input was wrong;
3 the server refused, failed or did not answer; 4 \`plan\` found something to apply.

HEDDLE_URL and HEDDLE_TOKEN take the place of a context, HEDDLE_CONTEXT names one, HEDDLE_CONFIG is its file.
HEDDLE_CA_FILE and HTTPS_PROXY are used for every connection. --json prints any result as JSON.
`

/** The whole command line. */
export function createProgram(terminal: Terminal): Command {
  const program = new Command('heddle')
    .description('Heddle from the command line: queries, runs, snapshots, schedules, classes and automation')
    .option('--context <name>', 'the server to use, instead of the current context')
    .option('--json', 'print JSON')
    .option('--ca-file <file>', 'trust these certificates too (PEM); login remembers it')
    .option('--timeout <seconds>', 'give up after so many', readCount)
    .addHelpText('after', HELP)
    .configureOutput({
      writeOut: (text) => void terminal.stdout.write(text),
      writeErr: (text) => void terminal.stderr.write(text),
    })
    .configureHelp({ showGlobalOptions: true })
    .showHelpAfterError('Run `heddle help` to see all commands.')
    .exitOverride()
  for (const add of [
    addSignIn,
    addQueries,
    addWhy,
    addRuns,
    addChecks,
    addPacks,
    addFiles,
    addSnapshots,
    addSchedules,
    addClasses,
    addAutomation,
    addConnections,
    addModels,
    addAccount,
    addApi,
    addVersion,
  ])
    add(program, terminal)
  addCompletion(program, terminal)
  program.hook('preAction', () => {
    const { timeout } = program.opts<{ timeout?: number }>()
    const giveUp = () => terminal.abort?.(new CommandError(`Gave up after ${timeout ?? 0} s.`, EXIT.refused))
    if (timeout !== undefined) setTimeout(giveUp, timeout * SECOND).unref()
  })
  return program
}

function addCompletion(program: Command, terminal: Terminal): void {
  program
    .command('completion')
    .addArgument(new Argument('<shell>').choices([...SHELLS]))
    .description('print a script that completes commands; put it into the start-up file of your shell')
    .action((shell: ShellName) => printTo(terminal, completionScript(shell)))
  program
    .command('complete', { hidden: true })
    .argument('[words...]')
    .action((words: string[]) =>
      printTo(
        terminal,
        completions(program, words)
          .map((word) => `${word}\n`)
          .join(''),
      ),
    )
}
