import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { findOriginals, type Position, type SourceMap } from './source-map.ts'

/** A position in a file, counted from one. */
type Place = { readonly file: string; readonly line: number; readonly column: number }

// Of the bundle, where this is part of one.
const OWN_FOLDER = pathToFileURL(`${dirname(import.meta.filename)}/`)

/**
 * Stack traces of bundled files name the sources. Node's own support reads and keeps all maps at the start, which costs
 * more time and memory than they are worth to a program that seldom fails; here a map is read when a trace is written.
 */
export function pointStacksAtSources(folder: URL = OWN_FOLDER): void {
  const known = new Map<string, string>()
  const isBundled = (file: string | null | undefined): file is string => file?.startsWith(folder.href) === true
  Error.prepareStackTrace = (error, frames) => {
    const places = frames.map((frame): Place | undefined => {
      const file = frame.getFileName()
      return isBundled(file)
        ? { file, line: frame.getLineNumber() ?? 1, column: frame.getColumnNumber() ?? 1 }
        : undefined
    })
    lookUp(places, known)
    const lines = frames.map((frame, index) => {
      const place = places[index]
      const original = place && known.get(textOf(place))
      // oxlint-disable-next-line typescript/no-base-to-string -- it writes itself, which its type does not say
      const text = String(frame)
      return original === undefined ? text : text.replace(textOf(place!), original)
    })
    return [headOf(error), ...lines.map((line) => `    at ${line}`)].join('\n')
  }
}

const textOf = ({ file, line, column }: Place): string => `${file}:${line}:${column}`

/** An error whose own words cannot be had must not hide where it came from. */
function headOf(error: unknown): string {
  try {
    return Error.prototype.toString.call(error)
  } catch {
    return 'Error'
  }
}

/** Remembers where the places come from, one pass over the map of a file for all places that are new. */
function lookUp(places: readonly (Place | undefined)[], known: Map<string, string>): void {
  const unknown = places.filter((place) => place !== undefined).filter((place) => !known.has(textOf(place)))
  for (const [file, ofFile] of Map.groupBy(unknown, (place) => place.file)) {
    const originals = originalsIn(file, ofFile)
    ofFile.forEach((place, index) => known.set(textOf(place), originals[index] ?? textOf(place)))
  }
}

function originalsIn(file: string, places: readonly Place[]): (string | undefined)[] {
  try {
    const map = JSON.parse(readFileSync(fileURLToPath(`${file}.map`), 'utf8')) as SourceMap
    const positions = places.map(({ line, column }): Position => ({ line: line - 1, column: column - 1 }))
    return findOriginals(map, positions).map(
      (original) => original && `${new URL(original.source, file).href}:${original.line + 1}:${original.column + 1}`,
    )
  } catch {
    // A trace with the places of the bundle is better than none.
    return []
  }
}
