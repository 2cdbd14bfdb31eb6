import { DEFAULT_DENIED_RANGES } from '../../adapters/outbound/deny-list.ts'
import * as is from '../value-types.ts'
import { optional, setting } from './variable.ts'

const DAY_SECONDS = 86_400

export const queriesVariables = {
  SYNC_QUERY_TIMEOUT_SECONDS: setting(
    is.integer(1, 3600),
    '30',
    'Longest duration of a run that the caller waits for.',
  ),
  BACKGROUND_QUERY_TIMEOUT_SECONDS: setting(
    is.integer(1, DAY_SECONDS),
    '3600',
    'Longest duration of a background or scheduled run.',
  ),
  MAX_BACKGROUND_RUNS: setting(
    is.integer(1, 1000),
    '4',
    'Background runs that one process has at a time; further ones stay in the queue.',
  ),
  MAX_SCHEDULED_RUNS: setting(
    is.integer(1, 1000),
    '6',
    'Scheduled runs that one process has at a time; further ones stay in the queue.',
  ),
  MAX_SYNC_RUNS: optional(
    is.integer(1, 1000),
    'one for each processor, and six',
    'Runs that somebody waits for and that one process has at a time, three of one user at most; further ones wait for their turn.',
  ),
  MAX_RUN_CPU_SECONDS: setting(
    is.integer(1, 86_400),
    '300',
    'Seconds of processor time above which a run fails; what it waits for costs none.',
  ),
  ENGINE_THREADS: optional(
    is.integer(1, 1000),
    'as many as all these runs together need',
    'Threads that read and join the rows of runs; more than processors make short runs slower while all are busy.',
  ),
  MEMORY_LIMIT_MB: optional(
    is.integer(256, 16_777_216),
    'the limit of its container or machine',
    'Memory that the process may use; runs wait, or the largest one ends as `too_big`, before it is full.',
  ),
  MAX_RESULT_ROWS: setting(is.integer(1, 100_000_000), '1000000', 'Number of rows above which a run fails.'),
  MAX_LAUNCH_ROWS: setting(is.integer(1, 100_000), '10000', 'Most rows that one automation request may have.'),
  WS_PING_SECONDS: setting(
    is.integer(1, 3600),
    '30',
    'Seconds between pings that keep a WebSocket open and check its session.',
  ),
  OUTBOUND_DENY: setting(
    is.denyList,
    DEFAULT_DENIED_RANGES.join(','),
    'Address ranges that hosts and base URLs must not resolve to; loopback and private ranges are not in the default, because controllers are there.',
  ),
}
