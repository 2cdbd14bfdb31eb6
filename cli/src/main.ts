#!/usr/bin/env node
import { run } from './run.ts'

const stop = new AbortController()
process.once('SIGINT', () => stop.abort(new Error('Interrupted.')))
// A reader that has enough, such as `head`, closes the pipe.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
})

const { stdin, stdout, stderr, env } = process
process.exitCode = await run(process.argv.slice(2), { stdin, stdout, stderr, env, signal: stop.signal })
