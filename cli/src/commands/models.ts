import type { Command } from 'commander'
import { type Work, working } from '../command.ts'
import { EXIT, type Terminal } from '../terminal.ts'

/** Class models: which one is installed, which there are, and installing one. */
export function addModels(program: Command, terminal: Terminal): void {
  const model = program.command('model').alias('models').description('class models of controller releases')
  model
    .command('status')
    .description('show the installed version and the running import')
    .action(
      working(terminal, async ({ heddle, tell }) => {
        const reply = await heddle.mimRegistry.status()
        const running = reply.active_import
        const lines = [
          reply.loaded_version === null ? 'No class model is installed.' : `Installed: ${reply.loaded_version}`,
          ...(running ? [`Import of ${running.controller_version}: ${running.phase}, ${running.state}`] : []),
        ]
        await tell(lines.join('\n'), reply)
      }),
    )
  model
    .command('install')
    .argument('<version>', 'a version of the registry, as `heddle api GET /api/mim-registry/remote/versions/` lists it')
    .description('import a class model, and follow it to its end (administrators)')
    .action(
      working(terminal, async (work, version: string) => {
        const reply = await work.heddle.mimRegistry.remote.install({ version_key: version, activate: true })
        work.terminal.stderr.write(`Import ${reply.run_id} of ${reply.total_classes.toLocaleString('en')} classes\n`)
        return followImport(work, reply.run_id)
      }),
    )
}

async function followImport({ heddle, progress, terminal, tell }: Work, id: string): Promise<number> {
  for await (const { type, data } of heddle.follow.modelImport(id, { signal: terminal.signal }))
    if (type === 'progress') progress.bar('classes', data.current, data.total)
  progress.end()
  const { run } = await heddle.mimRegistry.remote.runs.get(id)
  await tell(`The import ended: ${run.state}`, run)
  return run.state === 'succeeded' ? EXIT.ok : EXIT.found
}
