import type { Command } from 'commander'
import type { Repository, RepositoryPlan } from '@heddle/client'
import { ask } from '../ask.ts'
import { time, type Work, working } from '../command.ts'
import { repositoryNamed } from '../find.ts'
import { planText } from '../output/plan-text.ts'
import { takeFirst } from '../take-first.ts'
import { CommandError, EXIT, type Terminal } from '../terminal.ts'

/** Folders that are kept in Git: how far each is in step, and what waits to be applied. */
export function addRepositories(program: Command, terminal: Terminal): void {
  const repository = program.command('repo').alias('repositories').description('folders of queries that are in Git')

  repository
    .command('list')
    .description('list folders that are in Git')
    .action(
      working(terminal, async ({ heddle, list }) =>
        list(await takeFirst(heddle.queries.repositories.all(), Infinity), {
          folder: ({ folder }) => folder,
          mode: ({ mode }) => mode,
          state: ({ state }) => state,
          branch: ({ branch }) => branch,
          commit: ({ last_commit }) => last_commit?.slice(0, 12),
          checked: ({ checked_at }) => time(checked_at),
          error: ({ last_error }) => last_error,
          id: ({ id }) => id,
        }),
      ),
    )

  repository
    .command('plan')
    .argument('<folder>', 'a folder that is in Git, or the id of its repository')
    .description('show what waits in the repository; exit code 4 when something does')
    .action(working(terminal, showPlan))

  repository
    .command('apply')
    .argument('<folder>', 'a folder that is in Git, or the id of its repository')
    .option('--yes', 'without asking')
    .description('apply what waits in the repository')
    .action(working(terminal, apply))
}

async function showPlan(work: Work, wanted: string): Promise<number> {
  const { id, folder } = await repositoryNamed(work.heddle, wanted)
  const plan = await work.heddle.queries.repositories.plan(id)
  await show(work, plan, folder)
  if (plan.faults.length > 0) return EXIT.usage
  return isWaiting(plan) ? EXIT.changes : EXIT.ok
}

async function apply(work: Work, wanted: string, { yes }: { readonly yes?: true }): Promise<number> {
  const { repositories } = work.heddle.queries
  const { id, folder } = await repositoryNamed(work.heddle, wanted)
  const plan = await repositories.plan(id)
  if (!work.wantsJson || plan.faults.length > 0) await show(work, plan, folder)
  if (plan.faults.length > 0)
    throw new CommandError('Nothing was applied: the repository has to be fixed first.', EXIT.usage)
  const { commit } = plan
  if (commit === null || !isWaiting(plan)) return EXIT.ok
  if (!yes) {
    const answer = await ask(work.terminal, 'Apply this? Only "yes" does', { instead: 'pass --yes' })
    if (answer.trim() !== 'yes') throw new CommandError('Nothing was applied.', EXIT.found)
  }
  // A newer commit is refused: what is applied is what was shown.
  const applied = await repositories.apply(id, { commit })
  await work.tell(`"${folder}" is what ${commit.slice(0, 12)} says.`, applied)
  return EXIT.ok
}

const isWaiting = ({ plan }: RepositoryPlan): boolean => plan.some(({ action }) => action !== 'unchanged')

async function show(work: Work, plan: RepositoryPlan, folder: Repository['folder']): Promise<void> {
  const { print, wantsJson, colour, terminal } = work
  if (wantsJson) return print(`${JSON.stringify(plan, null, 2)}\n`)
  if (plan.is_rewritten) terminal.stderr.write('The history of the branch was rewritten.\n')
  for (const { file, message } of plan.faults) terminal.stderr.write(`${file === null ? '' : `${file}: `}${message}\n`)
  if (plan.commit === null) return print(`Nothing waits for "${folder}".\n`)
  await print(planText(plan.plan, { colour, columns: terminal.stdout.columns ?? 80 }))
}
