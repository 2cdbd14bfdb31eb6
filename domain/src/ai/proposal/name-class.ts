import { isClassName } from '../../canvas/names.ts'
import type { ClassModel } from '../../mim/model.ts'

/**
 * The class that is meant by a name, if the model leaves no doubt: package notation, another case, a single near name.
 * Otherwise the name itself, which the rules of canvases then reject.
 */
export function nameClass(written: string, model: ClassModel): string {
  const name = written.replace(':', '')
  if (!isClassName(name) || model.find(name) !== undefined) return name
  return plainRemedy(name, model.suggestClasses(name)) ?? name
}

/** The one suggestion that leaves no doubt: the same name in another case, or the only near one. */
export function plainRemedy(written: string, suggestions: readonly string[] = []): string | undefined {
  const same = suggestions.filter((name) => name.toLowerCase() === written.toLowerCase())
  return same[0] ?? (suggestions.length === 1 ? suggestions[0] : undefined)
}
