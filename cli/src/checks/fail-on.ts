import type { CheckResults } from '@heddle/client'
import { Option } from 'commander'
import { EXIT } from '../terminal.ts'

/** From the least to the worst. */
const SEVERITIES = ['none', 'low', 'medium', 'high', 'critical'] as const
export type Severity = (typeof SEVERITIES)[number]

export const isAtLeast = (severity: Severity, least: Severity): boolean =>
  SEVERITIES.indexOf(severity) >= SEVERITIES.indexOf(least)

export const failOnOption = (usual: Severity) =>
  new Option('--fail-on <severity>', 'end with 1 when a check of this severity or a worse one fails')
    .choices([...SEVERITIES])
    .default(usual)

/** What a finished check ends with. What failed counts more than what could not run. */
export function exitOf({ results, errored }: CheckResults, failOn: Severity): number {
  if (results.some(({ status, severity }) => status === 'failed' && isAtLeast(severity, failOn))) return EXIT.found
  return errored > 0 ? EXIT.refused : EXIT.ok
}
