import type { PackExample } from '@heddle/contract/pack-files.ts'
import type { ManagedObject } from '../controller-query/controller-query.ts'
import type { PackedCheck, LoadedPack } from './pack.ts'
import { type CheckRun, runCheck } from './run-check.ts'

/** An example that does not show what it says. */
export type ExampleFault = { readonly check: string; readonly example: number; readonly message: string }

/** Runs the examples of a pack, and says which of them do not hold. */
export const runExamples = (pack: LoadedPack): readonly ExampleFault[] =>
  pack.checks.flatMap((check) => examplesOf(check, pack.fixtures))

function examplesOf(check: PackedCheck, fixtures: LoadedPack['fixtures']): readonly ExampleFault[] {
  return (check.examples ?? []).flatMap((example, index) => {
    const read = (objects: PackExample['objects']) =>
      (typeof objects === 'string' ? (fixtures.get(objects) ?? []) : objects) as readonly ManagedObject[]
    const { before } = example
    const run = runCheck(check, {
      ...example,
      objects: read(example.objects),
      before: before === undefined ? undefined : read(before),
    })
    const faults = [
      ...(example.status === undefined || run.status === example.status
        ? []
        : [`${run.status}, not ${example.status}${run.reason === null ? '' : `: ${run.reason}`}`]),
      ...(example.rows === undefined || run.rows.length === example.rows ? [] : [rowsFault(run, example.rows)]),
      ...run.warnings,
    ]
    const message = `${example.name}: ${faults.join('; ')}`
    return faults.length === 0 ? [] : [{ check: check.id, example: index, message }]
  })
}

function rowsFault({ rows, status, reason }: CheckRun, wanted: number): string {
  const why = rows.length === 0 && reason !== null ? ` (${status}: ${reason})` : ''
  return `${rows.length} rows, not ${wanted}${why}`
}
