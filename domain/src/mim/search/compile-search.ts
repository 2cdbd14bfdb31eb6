import type { IndexParts } from '../parts.ts'
import { indexNames } from './index-names.ts'
import { indexLabels, indexWords } from './index-texts.ts'
import { layoutParts } from './layout.ts'
import { planLayout } from './plan-layout.ts'
import type { SearchSource } from './search-source.ts'

/**
 * Compiles the search index of a class model into named arrays, to be stored with the model and opened by `openSearch`
 * over the same source. A whole model takes seconds, so call it in a worker thread.
 */
export function compileSearch(source: SearchSource): IndexParts {
  const layout = planLayout(source)
  return {
    ...layoutParts(layout),
    ...indexNames(source, layout),
    ...indexLabels(source, layout),
    ...indexWords(source, layout),
    'search.packageLengths': packageLengths(source),
    'search.classesByName': classesByName(source),
  }
}

function packageLengths(source: SearchSource): Uint8Array {
  return Uint8Array.from({ length: source.classCount }, (_, id) => {
    const { length } = source.classPackage(id)
    // A longer one would not fit in a byte. Its class only loses the rule for names without their package.
    return length <= 255 && source.className(id).startsWith(source.classPackage(id)) ? length : 0
  })
}

function classesByName(source: SearchSource): Uint32Array {
  const names = Array.from({ length: source.classCount }, (_, id) => ({ id, name: source.className(id) }))
  names.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.id - b.id))
  return Uint32Array.from(names, ({ id }) => id)
}
