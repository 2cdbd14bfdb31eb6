import { globSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readExpect } from '../expectation/read-expect.ts'
import { judgeWhen } from '../expectation/when.ts'
import { readParameters } from '../parameters/read-parameters.ts'
import { prepareQuery } from '../query/prepare-query.ts'
import { documentModel } from '../testing/document-model.ts'
import { hasRealDocuments, parseRealDocuments } from '../testing/real-documents.ts'
import { runExamples } from './run-examples.ts'
import { GUARDS } from './testing/guards.ts'
import { releasesAround } from './testing/releases.ts'
import { PACK_NAMES, PACKS, shippedPack } from './testing/shipped-packs.ts'

/** A condition that names a release. */
const RELEASE = /version\("/

describe.each(PACK_NAMES)('the pack %s', (name) => {
  const pack = shippedPack(name)

  it('is called as its folder, and its files as their checks', () => {
    const files = globSync('checks/*.yaml', { cwd: `${PACKS}${name}` }).map((path) => basename(path, '.yaml'))

    expect(pack.pack).toBe(name)
    expect(files.sort()).toEqual(pack.checks.map(({ id }) => id).sort())
  })

  it('has examples that hold', () => expect(runExamples(pack)).toEqual([]))

  it('shows of each check what it finds, says why, where the rule is from and what it was tried with', () => {
    const lacking = pack.checks.filter(
      ({ examples = [], why, remedy, sources = [], verified_on }) =>
        !examples.some(({ status }) => status === 'failed' || status === 'look') ||
        !examples.some(({ status }) => status === 'passed' || status === 'not_applicable') ||
        why === undefined ||
        remedy === undefined ||
        sources.length === 0 ||
        verified_on === undefined,
    )

    expect(lacking.map(({ id }) => id)).toEqual([])
  })
})

describe.skipIf(!hasRealDocuments).each(PACK_NAMES)('the pack %s and the real class model', (name) => {
  // Most classes have no document here: only what the others lack is a fault.
  it('asks for no property that a class lacks, and joins nothing that cannot be joined', () => {
    const model = documentModel(parseRealDocuments())
    const faults = shippedPack(name).checks.flatMap((check) => {
      const { nodes = [], edges = [], post_processors = [], expect: expected } = check
      const parameters = readParameters(check.parameters ?? []).parameters
      const { errors } = prepareQuery({
        canvas: { nodes, edges, post_processors },
        expect: readExpect(expected).expect,
        model,
        parameters,
        variables: Object.fromEntries(parameters.map((parameter) => [parameter.name, '10.0.0.7'])),
      })
      return errors.filter(({ code }) => code !== 'unknown_class').map(({ message }) => `${check.id}: ${message}`)
    })

    expect(faults).toEqual([])
  })
})

describe('a check that concerns some releases', () => {
  const checks = PACK_NAMES.flatMap((name) => shippedPack(name).checks).filter(({ when }) => RELEASE.test(when ?? ''))

  it('concerns them by a rule that is written down here too', () => {
    expect(checks.map(({ id }) => id).sort()).toEqual(Object.keys(GUARDS).sort())
  })

  it.each(checks.map((check) => [check.id, check] as const))(
    '%s can tell for each step whether it does, around every boundary',
    (id, { when, parameters }) => {
      const guard = GUARDS[id]!
      const releases = releasesAround(when!)
      const declared = readParameters(parameters ?? []).parameters
      const wrong: string[] = []

      for (const current of releases)
        for (const target of releases) {
          const facts = { version: current, lowest_switch: current, highest_switch: current, switch_versions: [] }
          const { status } = judgeWhen(when!, {
            fabric: { ...facts, nodes: 4, leafs: 2, spines: 1, controllers: 1, pods: 1 },
            classes: new Map(),
            parameters: declared,
            variables: { target },
            now: 0,
          })
          if (status !== (guard(current, target) ? 'applies' : 'not_applicable'))
            wrong.push(`${current} to ${target}: ${status}`)
        }

      expect(wrong).toEqual([])
    },
  )
})
