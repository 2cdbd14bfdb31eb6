import type { Work } from './command.ts'
import { CommandError, EXIT } from './terminal.ts'

/** Follows a background run to its end, with a progress bar; throws if it fails. */
export async function followRun({ heddle, progress, terminal }: Work, executionId: string): Promise<void> {
  let rows = 0
  progress.say('Waiting…')
  const tell = () => {
    progress.end()
    terminal.stderr.write(
      `The run goes on: \`heddle run follow ${executionId}\` shows it, \`heddle run cancel ${executionId}\` ends it.\n`,
    )
  }
  terminal.signal.addEventListener('abort', tell, { once: true })
  try {
    for await (const { type, data } of heddle.follow.run(executionId, { signal: terminal.signal })) {
      if (type === 'node_start') progress.step(`Reading ${data.class_name}…`)
      if (type === 'node_progress') progress.bar(data.node_id, data.rows, data.total)
      if (type === 'node_complete') progress.say('Joining…')
      if (type === 'execution_complete') rows = data.total_rows
      if (type === 'execution_failed') throw new CommandError(`The run failed: ${data.error}`, EXIT.found)
    }
  } finally {
    terminal.signal.removeEventListener('abort', tell)
  }
  progress.end()
  terminal.stderr.write(`${rows.toLocaleString('en')} rows\n`)
}
