#!/usr/bin/env node
import { missingVariables, startAgain } from './launch.ts'
import { run } from './run.ts'

const { stdin, stdout, stderr, env, argv } = process
const words = argv.slice(2)
const variables = await missingVariables(words, env)
if (Object.keys(variables).length > 0) process.exitCode = await startAgain(variables, env)
else {
  const stop = new AbortController()
  process.once('SIGINT', () => stop.abort(new Error('Interrupted.')))
  // A reader that has enough, such as `head`, closes the pipe.
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0)
  })
  const abort = (reason: Error) => stop.abort(reason)
  process.exitCode = await run(words, { stdin, stdout, stderr, env, signal: stop.signal, abort })
}
