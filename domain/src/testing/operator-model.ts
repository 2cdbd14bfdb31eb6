import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ClassRecord } from '../mim/class-record.ts'
import { createGraphCompiler } from '../mim/graph/compile-graph.ts'
import { engineModelOf } from '../mim/graph/graph-model.ts'
import { openGraph } from '../mim/graph/open-graph.ts'
import { KNOWN_CLASSES } from '../mim/known-classes.ts'
import { type ClassSearch, openSearch } from '../mim/search/class-search.ts'
import { compileSearch } from '../mim/search/compile-search.ts'
import type { RetrievalModel } from '../retrieval/model.ts'
import { classRecord, propertyRecord } from './class-record.ts'
import { parseRealRecords } from './real-documents.ts'

const folder = join(process.env.HEDDLE_TEST_DATA ?? join(import.meta.dirname, '../../../../shared/data'), 'mim-index')
const namesFile = join(folder, 'search.txt')
const configurableFile = join(folder, 'configurable-classes-6.0-9c.derived.jsonl')

/** Whether the lists of real classes exist. Warns if not, because tests that need them are then skipped. */
export const hasOperatorModel = existsSync(namesFile) && existsSync(configurableFile)
if (!hasOperatorModel) console.warn(`SKIPPED: retrieval over the real classes, because ${folder} is absent`)

type Configurable = {
  readonly class: string
  readonly label: string
  readonly comment: string
  readonly rnFormat: string
  readonly contains: readonly string[]
  readonly identifiedBy: readonly string[]
  readonly containedBy: readonly string[]
  readonly properties: readonly { readonly name: string; readonly descr: string | null }[]
}

/** Containments of operational classes that neither the documents nor the built-in table have. */
const CONTAINED = `
lldpEntity topSystem|lldpInst lldpEntity|lldpIf lldpInst|lldpAdjEp lldpIf|cdpEntity topSystem|cdpInst cdpEntity|cdpIf cdpInst|cdpAdjEp cdpIf
rmonEtherStats l1PhysIf|rmonIfIn l1PhysIf|rmonIfOut l1PhysIf|procEntity topSystem|procSysCPU5min procEntity|procSysMem5min procEntity
ospfIf ospfDom|ospfAdjEp ospfIf|bgpPeerEntry bgpPeer|eqptCh topSystem|eqptPsu eqptPsuSlot|eqptPsuSlot eqptCh|ethpmFcot ethpmPhysIf
firmwareRunning firmwareStatusCont|firmwareCtrlrRunning firmwareCtrlrFwStatusCont|firmwareCtrlrFwStatusCont topSystem|pcRsMbrIfs pcAggrIf
`
const containers = new Map(
  CONTAINED.trim()
    .split(/[|\n]/)
    .map((pair) => pair.split(' ') as [string, string]),
)

/** A retrieval model of plain records. */
export function retrievalModelOf(records: Iterable<ClassRecord>): RetrievalModel & { readonly search: ClassSearch } {
  const compiler = createGraphCompiler()
  for (const record of records) compiler.add(record)
  const { parts } = compiler.finish()
  const graph = openGraph(parts)
  return { graph, search: openSearch(graph, compileSearch(graph)), engine: engineModelOf(graph) }
}

/**
 * All real classes, each with the most that is known about it: its document, its configurable properties and what it
 * contains, or its label. Relations without a document have the ends of the engine's built-in table.
 */
export function readOperatorRecords(): ReadonlyMap<string, ClassRecord> {
  const records = new Map<string, ClassRecord>()
  for (const line of readLines(namesFile)) {
    const [name = '', rank, label = '', description = ''] = line.split('\t')
    const isRelation = KNOWN_CLASSES.get(name)?.relation !== undefined
    records.set(
      name,
      complete(name, { label, description, is_abstract: rank === '3', is_configurable: rank === '0' || isRelation }),
    )
  }
  for (const line of readLines(configurableFile)) {
    const one = JSON.parse(line) as Configurable
    records.set(
      one.class,
      complete(one.class, {
        label: one.label,
        description: one.comment,
        rn_format: one.rnFormat,
        naming: one.identifiedBy,
        contains: one.contains,
        contained_by: one.containedBy,
        properties: one.properties.map(({ name, descr }) =>
          propertyRecord(name, { description: descr ?? '', is_naming: one.identifiedBy.includes(name) }),
        ),
      }),
    )
  }
  for (const record of parseRealRecords()) records.set(record.name, record)
  return records
}

function complete(name: string, parts: Parameters<typeof classRecord>[1] & object): ClassRecord {
  const known = KNOWN_CLASSES.get(name)
  const above = containers.get(name)
  const contained = new Set([
    ...(parts.contained_by ?? []),
    ...(known?.contained_by ?? []),
    ...(above === undefined ? [] : [above]),
  ])
  if (!known) return classRecord(name, { ...parts, contained_by: [...contained] })
  const relation = known.relation && {
    from_class: known.relation.from_class,
    from_relation: name,
    to_class: known.relation.to_class,
    to_relation: '',
    type: 'named',
    cardinality: 'n-to-m',
  }
  return classRecord(name, {
    rn_format: known.rn_format,
    naming: known.naming,
    ...parts,
    contained_by: [...contained],
    super_classes: known.super_classes,
    relation: relation ?? null,
  })
}

function readLines(file: string): string[] {
  return readFileSync(file, 'utf8').trimEnd().split('\n')
}
