import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SimulatedModel } from './simulated-model.ts'

/** Serves the documents of a folder laid out `<package>/<Class>.json`, byte for byte. Each is read on demand. */
export function loadModel(folder: string): SimulatedModel {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => file.replaceAll('\\', '/'))
  const names = files.flatMap((file) => {
    const match = /^(\w+)\/(\w+)\.json$/.exec(file)
    return match ? [`${match[1]}:${match[2]}`] : []
  })
  const classNames = names.sort()
  const known = new Set(classNames)
  const json = (name: string) =>
    known.has(name) ? readFileSync(join(folder, `${name.replace(':', '/')}.json`), 'utf8') : undefined
  return {
    classNames,
    json,
    document: (name) => {
      const text = json(name)
      return text === undefined ? undefined : (JSON.parse(text) as object)
    },
  }
}
