import { writeDocument } from './documents/write-document.ts'
import { padDocument } from './documents/pad-document.ts'
import { firstClasses } from './generate/first-classes.ts'
import { inventClasses } from './generate/invent-classes.ts'
import { placeClasses } from './generate/place-classes.ts'
import { readClassNames } from './generate/read-class-names.ts'
import { readKnownClasses } from './known-classes.ts'
import type { ClassSpec } from './model/class-spec.ts'
import { ModelGraph } from './model/model-graph.ts'
import type { SimulatedModel } from './simulated-model.ts'

export type ModelOptions = {
  readonly classes: number
  /** Equal seeds give equal models; 1 by default. */
  readonly seed?: number
  /** A file of real class names, `class TAB rank TAB label TAB description`, used before names are invented. */
  readonly names?: string
  /** Approximate mean size of a document as text; real ones have 39 kB. Without padding it is about 22 kB. */
  readonly bytesPerDocument?: number
  /** Generic classes list this many DN formats (`true`: 40,000, several megabytes each) instead of a few. */
  readonly giants?: boolean | number
}

const DN_FORMATS = 25
const GIANT_DN_FORMATS = 40_000

/**
 * A class model of any size: the classes of the table first, then generated ones connected to them. Documents are
 * written on demand and not kept, so that the model is small regardless of their size.
 */
export function generateModel(options: ModelOptions): SimulatedModel {
  const graph = new ModelGraph(generateClasses(options))
  const generic = options.giants === true ? GIANT_DN_FORMATS : options.giants || DN_FORMATS
  const limits = { usual: DN_FORMATS, generic }
  const document = (name: string): object | undefined => {
    const spec = graph.specs.get(name)
    if (!spec) return undefined
    const written = writeDocument(graph, spec, limits)
    return options.bytesPerDocument === undefined ? written : padDocument(written, options.bytesPerDocument)
  }
  return {
    classNames: [...graph.specs.keys()],
    document,
    json: (name) => {
      const found = document(name)
      return found && JSON.stringify(found)
    },
  }
}

function generateClasses({ classes, seed = 1, names }: ModelOptions): ClassSpec[] {
  const known = firstClasses(readKnownClasses(), classes)
  const used = known.map(({ name }) => name)
  const read = names === undefined ? [] : readClassNames(names, classes - known.length, used)
  const invented = inventClasses(classes - known.length - read.length, seed, [...used, ...read.map(({ name }) => name)])
  return [...known, ...placeClasses([...read, ...invented], seed, known)]
}
