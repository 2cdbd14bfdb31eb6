import { NotFound } from '../../kernel/errors.ts'
import type { CurrentModel, InstalledModel } from './installed-model.ts'

/** Of any list. */
export const MOST_USERS_OF_CLASS = 100

export type ExplorerParts = { readonly installed: Pick<InstalledModel, 'current'> }

export function aboutClass<T>(
  { installed }: ExplorerParts,
  name: string,
  answer: (model: CurrentModel, id: number) => T,
): T {
  const model = installed.current()
  const id = model && findClass(model, name)
  if (model && id !== undefined) return answer(model, id)
  const detail = model
    ? `There is no class ${name} in the installed model.`
    : `No class model is installed, so ${name} is not known.`
  throw new NotFound(detail, { suggestions: model?.engine.suggestClasses(name) ?? [] })
}

/** Documents spell the class `fvBD` as `fv:BD`. */
export function findClass({ graph }: CurrentModel, name: string): number | undefined {
  return graph.find(name) ?? (name.includes(':') ? graph.find(name.replace(':', '')) : undefined)
}
