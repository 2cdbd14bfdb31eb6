import { Argument, Command, InvalidArgumentError, Option } from 'commander'
import { type OutputKind, printTo, readColumns, readCount } from './command.ts'
import { addApi } from './commands/api.ts'
import { addAutomation } from './commands/automation.ts'
import { addAccount } from './commands/account.ts'
import { addChanges } from './commands/changes.ts'
import { addChannels } from './commands/channels.ts'
import { addChecks } from './commands/checks.ts'
import { addClasses } from './commands/classes.ts'
import { addConnections } from './commands/connections.ts'
import { addFiles } from './commands/files.ts'
import { addHistoryExport } from './commands/history-export.ts'
import { addModels } from './commands/models.ts'
import { addPacks } from './commands/pack.ts'
import { addQueries } from './commands/queries.ts'
import { addRepositories } from './commands/repositories.ts'
import { addRuns } from './commands/runs.ts'
import { addSchedules } from './commands/schedules.ts'
import { addSignIn } from './commands/sign-in.ts'
import { addServiceAccounts } from './commands/service-accounts.ts'
import { addSnapshots } from './commands/snapshots.ts'
import { addVerify } from './commands/verify.ts'
import { addVersion } from './commands/version.ts'
import { addWhy } from './commands/why.ts'
import { addExamples } from './examples.ts'
import { completions, completionScript, type ShellName, SHELLS } from './completion.ts'
import { nameCompletions } from './name-completion.ts'
import { readTemplate } from './output/template.ts'
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
    .addOption(
      new Option('-o, --output <kind>', 'wide: all fields, uncut; json; or template={name}').argParser(readOutput),
    )
    .option('--columns <names>', 'only these columns of a list or of rows, with commas between', readColumns)
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
    addChannels,
    addPacks,
    addFiles,
    addRepositories,
    addSnapshots,
    addHistoryExport,
    addChanges,
    addVerify,
    addSchedules,
    addClasses,
    addAutomation,
    addConnections,
    addModels,
    addAccount,
    addServiceAccounts,
    addApi,
    addVersion,
  ])
    add(program, terminal)
  addCompletion(program, terminal)
  addHelp(program)
  addExamples(program)
  program.hook('preAction', () => {
    const { timeout } = program.opts<{ timeout?: number }>()
    const giveUp = () => terminal.abort?.(new CommandError(`Gave up after ${timeout ?? 0} s.`, EXIT.refused))
    if (timeout !== undefined) setTimeout(giveUp, timeout * SECOND).unref()
  })
  return program
}

const TEMPLATE = 'template='

function readOutput(text: string): OutputKind {
  if (text === 'wide' || text === 'json') return text
  if (text.startsWith(TEMPLATE)) return readTemplate(text.slice(TEMPLATE.length))
  throw new InvalidArgumentError('Expected wide, json, or template= and text with fields, such as template={name}.')
}

/** `help query run` is `query run --help`; the library's own stops at the first word. */
function addHelp(program: Command): void {
  program
    .helpCommand(false)
    .command('help')
    .argument('[words...]')
    .description('display help for a command')
    .action((words: string[]) => {
      let shown = program
      for (const word of words) {
        const next = shown.commands.find((command) => command.name() === word || command.aliases().includes(word))
        if (next === undefined) shown.error(`error: unknown command '${word}'`)
        else shown = next
      }
      shown.help()
    })
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
    .action(async (words: string[]) => {
      const names = await nameCompletions(terminal, program, words)
      const found = [...completions(program, words), ...names]
      await printTo(terminal, found.map((word) => `${word}\n`).join(''))
    })
}
