import type { Command } from 'commander'
import { PassThrough } from 'node:stream'
import { createProgram } from '../program.ts'

/** The whole command line, whose commands only say that they were called. */
export function createDeaf(onCall: (path: string) => void = () => {}): Command {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()]
  const program = createProgram({ stdin, stdout, stderr, signal: new AbortController().signal, env: {} })
  for (const [path, command] of leavesOf(program)) command.action(() => onCall(path))
  return program
}

/** The commands that do something, by their words. */
export function leavesOf(command: Command, words: readonly string[] = []): readonly (readonly [string, Command])[] {
  return command.commands.length === 0
    ? [[words.join(' '), command]]
    : command.commands.flatMap((one) => leavesOf(one, [...words, one.name()]))
}
