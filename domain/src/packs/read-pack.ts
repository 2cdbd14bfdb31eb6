import {
  LARGEST_PACK_BYTES,
  LARGEST_PACK_FILE_BYTES,
  MANIFEST_FILE,
  MOST_CHECKS,
  PackCheck,
  type PackExample,
  PackManifest,
} from '@heddle/contract/pack-files.ts'
import type { Static, TObject } from 'typebox'
import { checkShape } from '../canvas/check-shape.ts'
import { canvasSizeFault } from '../canvas/budget.ts'
import { isWireObject, show, type WireObject } from '../canvas/wire.ts'
import type { ManagedObject } from '../controller-query/controller-query.ts'
import { whenFault } from '../expectation/when.ts'
import { readExpect } from '../expectation/read-expect.ts'
import { type Faults, noFaults } from '../faults.ts'
import { readParameters } from '../parameters/read-parameters.ts'
import { checkConfig } from '../post-processing/check-config.ts'
import { Suggestions } from '../suggest.ts'
import { utf8Length } from '../values/utf8-length.ts'
import { readFixture } from './fixture.ts'
import { groupOfCheck } from './groups.ts'
import type { PackedCheck, LoadedPack } from './pack.ts'

/** A document as a value, or what is wrong with it. */
export type ReadDocument = (text: string) => { readonly value: unknown } | { readonly faults: readonly string[] }

/** Texts by path. */
export type PackFiles = ReadonlyMap<string, string>

type Report = (path: string, message: string) => void

const MOST_FAULTS = 1_000
const IGNORED = /^(?:readme|license|licence|changelog)(?:\.md|\.txt)?$/i
const PLACE = /^(checks\/[^/]+\.ya?ml|fixtures\/[^/]+\.json)$/

export type ReadPack = {
  /** Only without any fault. */
  readonly pack: LoadedPack | undefined
  /** The faults of all files, each under `files.<path>.…`. */
  readonly faults: Faults
  /** The files of checks by id. */
  readonly paths: ReadonlyMap<string, string>
  /** What the pack itself declares; its checks have those that they use. */
  readonly parameters: readonly unknown[]
}

/** Reads a pack; examples are not run here. */
export function readPack(files: PackFiles, read: ReadDocument): ReadPack {
  const faults = noFaults()
  let count = 0
  const report: Report = (path, message) => {
    if (++count <= MOST_FAULTS) (faults[path === '' ? 'files' : `files.${path}`] ??= []).push(message)
  }
  const paths = new Map<string, string>()
  checkFiles(files, report)
  if (count > 0) return { pack: undefined, faults, paths, parameters: [] }
  const documents = new Map([...files].flatMap(([path, text]) => documentOf(path, text, read, report)))
  const manifest = readManifest(documents.get(MANIFEST_FILE), report)
  const fixtures = new Map(
    [...documents]
      .filter(([path]) => path.startsWith('fixtures/'))
      .map(([path, value]) => [path, readFixture(value, (below, text) => report(placed(path, below), text))] as const),
  )
  const checks = readChecks(documents, manifest, fixtures, paths, report)
  if (manifest === undefined || count > 0) return { pack: undefined, faults, paths, parameters: [] }
  const { parameters = [], ...rest } = manifest
  return { pack: { ...rest, checks, fixtures }, faults, paths, parameters }
}

const placed = (path: string, below: string): string => (below === '' ? path : `${path}.${below}`)

/** What can be said without reading any file. */
function checkFiles(files: PackFiles, report: Report): void {
  let bytes = 0
  for (const [path, text] of files) {
    const size = utf8Length(text)
    bytes += size
    if (size > LARGEST_PACK_FILE_BYTES) report(path, `Larger than ${LARGEST_PACK_FILE_BYTES} bytes.`)
    if (path !== MANIFEST_FILE && !PLACE.test(path) && !IGNORED.test(path))
      report(path, `There is no place for this file: expected ${MANIFEST_FILE}, checks/*.yaml or fixtures/*.json.`)
  }
  if (bytes > LARGEST_PACK_BYTES) report('', `The files are larger than ${LARGEST_PACK_BYTES} bytes together.`)
  if (!files.has(MANIFEST_FILE)) report(MANIFEST_FILE, 'This file is required.')
  const checks = [...files.keys()].filter((path) => path.startsWith('checks/')).length
  if (checks > MOST_CHECKS) report('', `${checks} checks: expected at most ${MOST_CHECKS}.`)
  if (checks === 0) report('', 'There is no check: expected files checks/*.yaml.')
}

function documentOf(
  path: string,
  text: string,
  read: ReadDocument,
  report: Report,
): readonly (readonly [string, unknown])[] {
  if (IGNORED.test(path)) return []
  const document = path.endsWith('.json') ? readJson(text) : read(text)
  if ('value' in document) return [[path, document.value]]
  for (const fault of document.faults) report(path, fault)
  return []
}

function readJson(text: string): ReturnType<ReadDocument> {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch (error: unknown) {
    return { faults: [`Not JSON: ${(error as Error).message}.`] }
  }
}

function readManifest(document: unknown, report: Report): PackManifest | undefined {
  if (document === undefined) return undefined
  const here: Report = (path, message) => report(placed(MANIFEST_FILE, path), message)
  const manifest = fitting(PackManifest, document, here)
  if (manifest?.parameters !== undefined) checkParameters(manifest.parameters, here)
  return manifest
}

/** The document as its schema says, or every difference from it. */
function fitting<Schema extends TObject>(
  schema: Schema,
  document: unknown,
  report: Report,
): Static<Schema> | undefined {
  if (!isWireObject(document)) {
    report('', `${show(document)}: expected keys with values.`)
    return undefined
  }
  const faults = checkConfig(schema, document, new Suggestions())
  for (const { path, message } of faults) report(path, `${message}.`)
  return faults.length === 0 ? (document as Static<Schema>) : undefined
}

function readChecks(
  documents: ReadonlyMap<string, unknown>,
  manifest: PackManifest | undefined,
  fixtures: LoadedPack['fixtures'],
  paths: Map<string, string>,
  report: Report,
): readonly PackedCheck[] {
  const checks = [...documents]
    .filter(([path]) => path.startsWith('checks/'))
    .flatMap(([path, document]) => {
      const here: Report = (below, message) => report(placed(path, below), message)
      const check = fitting(PackCheck, document, here)
      if (check === undefined) return []
      const other = paths.get(check.id)
      if (other !== undefined) here('id', `${check.id} is also the id of ${other}.`)
      paths.set(check.id, path)
      checkQuery(check, here)
      const examples = readExamples(check, fixtures, here)
      const group = manifest && groupOfCheck(check.id, manifest.groups)
      if (group?.fault !== undefined) here('id', group.fault)
      const complete = { ...check, ...examples, ...parametersOf(check, manifest), group: group?.title ?? '' }
      checkWhen(complete, here)
      return [complete]
    })
  return checks.sort((one, other) => (one.id < other.id ? -1 : 1))
}

function checkQuery(check: PackCheck, report: Report): void {
  const { nodes = [], edges = [], post_processors = [] } = check
  for (const [path, messages] of Object.entries(checkShape({ nodes, edges, post_processors })))
    for (const message of messages) report(path, message)
  if (nodes.length === 0) report('nodes', 'A check needs a node.')
  const size = canvasSizeFault({ nodes, edges, post_processors })
  if (size !== undefined) report('', `${size}.`)
  for (const [path, messages] of Object.entries(readExpect(check.expect).faults))
    for (const message of messages) report(path === '' ? 'expect' : `expect.${path}`, message)
  if (check.expect == null) report('expect', 'A check needs an expectation, such as {rows: {max: 0}}.')
  checkParameters(check.parameters ?? [], report)
}

function checkWhen({ when, parameters = [] }: PackCheck, report: Report): void {
  const fault = when == null ? undefined : whenFault(when, readParameters(parameters).parameters)
  if (fault !== undefined) report('when', fault)
}

function checkParameters(wire: readonly unknown[], report: Report): void {
  for (const [path, messages] of Object.entries(readParameters(wire).faults))
    for (const message of messages) report(`parameters.${path}`, message)
}

/** A check takes those parameters of its pack that it names and does not declare itself. */
function parametersOf(check: PackCheck, manifest: PackManifest | undefined): Pick<PackCheck, 'parameters'> {
  const { examples: _, parameters: own = [], ...asks } = check
  const text = JSON.stringify(asks)
  const declared = new Set(own.map(nameOf))
  const shared = (manifest?.parameters ?? []).filter((parameter) => {
    const name = nameOf(parameter)
    return name !== undefined && !declared.has(name) && (text.includes(`{{${name}`) || text.includes(`params.${name}`))
  })
  return { parameters: [...own, ...shared] }
}

const nameOf = (parameter: unknown): string | undefined => {
  const name: unknown = (parameter as WireObject | null)?.['name']
  return typeof name === 'string' ? name : undefined
}

function readExamples(
  { examples = [] }: PackCheck,
  fixtures: ReadonlyMap<string, readonly ManagedObject[]>,
  report: Report,
): Pick<PackCheck, 'examples'> {
  return {
    examples: examples.map((example, index) => {
      const { objects, before, rows, status } = example
      const read = (key: 'objects' | 'before', wire: typeof objects) =>
        readObjects(wire, fixtures, (below, text) => report(placed(`examples.${index}.${key}`, below), text))
      if (rows === undefined && status === undefined)
        report(`examples.${index}`, 'Say which rows or which status there should be.')
      return {
        ...example,
        objects: read('objects', objects),
        ...(before !== undefined && { before: read('before', before) }),
      }
    }),
  }
}

/** A list of objects, or the path of a fixture, which stays as it is. */
function readObjects(
  wire: PackExample['objects'],
  fixtures: ReadonlyMap<string, readonly ManagedObject[]>,
  report: Report,
): PackExample['objects'] {
  if (typeof wire !== 'string') return [...readFixture(wire, report)]
  if (!fixtures.has(wire)) report('', `There is no file ${wire}.`)
  return wire
}
