import { parseCron } from './parse-cron.ts'

/**
 * Returns what is wrong with a cron expression, or undefined. Five fields; names in any case, ranges, lists and steps;
 * Sunday is 0 or 7. Left out on purpose, because cron programs disagree on them: seconds, years, `L`, `W`, `#`, `?`,
 * nicknames such as `@daily`, a step without a range (`5/15`) and ranges that run backwards (`FRI-MON`).
 */
export function checkCron(expression: string): string | undefined {
  const parsed = parseCron(expression)
  return parsed.ok ? undefined : parsed.fault
}
