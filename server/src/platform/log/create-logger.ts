import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'
import { traceFields } from '../../kernel/trace-context.ts'
import { outageOf } from '../outages.ts'
import { describeError } from './describe-error.ts'
import { createHoldBack } from './hold-back.ts'

type Options = Pick<LoggerOptions, 'level' | 'base'> & {
  /** How often an outage is reported; each minute. */
  readonly everyMs?: number
  readonly destination?: DestinationStream
}

const WARN = 40

/**
 * The logger of a process. While the database or the cache is away, everything that needs it fails: of all warnings and
 * errors with the same cause, one a minute is logged, and then how many there were.
 */
export function createLogger({ everyMs, destination, ...options }: Options): Logger {
  const holdBack = createHoldBack(everyMs)
  const logger: LoggerOptions = {
    ...options,
    mixin: traceFields,
    serializers: { err: describeError },
    hooks: {
      logMethod(parameters, log, level) {
        const outage = level >= WARN ? outageOf(errorIn(parameters[0])) : undefined
        if (outage === undefined) {
          log.apply(this, parameters)
          return
        }
        const { of, cause } = outage
        const write = (fields: object, message?: string): void =>
          log.call(this, { outage: of, cause, ...fields }, message)
        holdBack.write(
          `${of} ${cause}`,
          () => write(fieldsOf(parameters[0]), parameters[1]),
          (count) =>
            write(
              { held_back: count },
              `the ${of} was out of reach: ${count} more messages with this cause were held back`,
            ),
        )
      },
    },
  }
  return destination ? pino(logger, destination) : pino(logger)
}

function errorIn(first: unknown): unknown {
  return typeof first === 'object' && first !== null && 'err' in first ? first.err : first
}

const fieldsOf = (first: unknown): object =>
  first instanceof Error ? { err: first } : typeof first === 'object' && first !== null ? first : {}
