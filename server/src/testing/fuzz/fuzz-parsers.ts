import type { Random } from '@heddle/domain/testing/random.ts'
import { ServiceError } from '../../kernel/errors.ts'
import { mutatedText, mutatedValue } from './mutate.ts'
import type { Parser } from './parsers.ts'

const HANGS_AFTER_MS = 2_000

/** What a parser did wrong, each with the input that repeats it. */
export function fuzzParser(parser: Parser, inputs: number, random: Random): string[] {
  return Array.from({ length: inputs }, () => faultOf(parser, random)).filter((fault) => fault !== undefined)
}

function faultOf(parser: Parser, random: Random): string | undefined {
  if ('texts' in parser) {
    const text = mutatedText(random.pick(parser.texts), random)
    return faultOfCall(parser.name, text, () => parser.read(text))
  }
  const value = mutatedValue(random.pick(parser.values), random)
  return faultOfCall(parser.name, value, () => parser.readValue(value))
}

function faultOfCall(name: string, input: unknown, call: () => unknown): string | undefined {
  const before = process.threadCpuUsage()
  try {
    call()
  } catch (error: unknown) {
    if (!(error instanceof ServiceError))
      return `${name} ${JSON.stringify(input)} → ${error instanceof Error ? error.stack : String(error)}`
  }
  // Processor time: a busy machine is no fault.
  const { user, system } = process.threadCpuUsage(before)
  const ms = (user + system) / 1_000
  return ms > HANGS_AFTER_MS ? `${name} ${JSON.stringify(input)} → took ${ms.toFixed(0)} ms` : undefined
}
