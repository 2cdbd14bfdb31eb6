import './polyfills.ts'
import { readPack, type ReadDocument } from '@heddle/domain/packs/read-pack.ts'
import { runExamples } from '@heddle/domain/packs/run-examples.ts'
import { LineCounter, parseDocument, visit } from 'yaml'

export type TestedPack = {
  readonly name: string | null
  readonly checks: number
  readonly examples: number
  /** Checks without an example that finds something, or without one that finds nothing. */
  readonly lacking: readonly string[]
  readonly faults: readonly { readonly path: string; readonly message: string }[]
}

/** Reads a pack and runs its examples. Only this module loads the engine. */
export function testPack(files: ReadonlyMap<string, string>): TestedPack {
  const { pack, faults } = readPack(files, readDocument)
  const found = Object.entries(faults).flatMap(([path, messages]) =>
    messages.map((message) => ({ path: path.replace(/^files\.?/, ''), message })),
  )
  if (pack === undefined) return { name: null, checks: 0, examples: 0, lacking: [], faults: found }
  const failing = runExamples(pack).map(({ check, example, message }) => ({
    path: `${check}, example ${example + 1}`,
    message,
  }))
  return {
    name: `${pack.pack} ${pack.version}`,
    checks: pack.checks.length,
    examples: pack.checks.reduce((sum, { examples = [] }) => sum + examples.length, 0),
    lacking: pack.checks.filter(({ examples = [] }) => examples.length < 2).map(({ id }) => id),
    faults: failing,
  }
}

const readDocument: ReadDocument = (text) => {
  const lines = new LineCounter()
  const document = parseDocument(text, { version: '1.2', schema: 'core', lineCounter: lines, prettyErrors: false })
  const at = (offset: number, message: string) => `Line ${lines.linePos(offset).line || 1}: ${message}`
  const faults = document.errors.map(({ pos, message }) => at(pos[0], message))
  if (faults.length > 0) return { faults }
  visit(document, {
    Alias: (_, { range }) => void faults.push(at(range?.[0] ?? 0, 'Write the value out instead of an alias.')),
  })
  return faults.length > 0 ? { faults } : { value: document.toJS() as unknown }
}
