import type { ClassModel } from '../mim/model.ts'

/** Generic classes have thousands of containers; a format that is missing is an error of the run, not a wrong row. */
const MOST_CLASSES = 200

/**
 * RN formats of the objects a nested answer may contain: of the wanted classes and, in a full subtree, of those between
 * them and the root. Nothing if no model is installed, because the built-in table is known where the answer is read.
 */
export function nestedRnFormats(
  root: string,
  wanted: readonly string[],
  depth: 'children' | 'full',
  model: ClassModel,
): Readonly<Record<string, string>> {
  if (!model.installed) return {}
  const classes = new Set(wanted)
  // A set may grow while it is iterated.
  for (const name of classes) {
    if (depth === 'children') break
    for (const parent of model.find(name)?.contained_by ?? []) {
      if (classes.size >= MOST_CLASSES) break
      if (parent !== root && model.canContain(root, parent, 'any')) classes.add(parent)
    }
  }
  return Object.fromEntries(
    [...classes].flatMap((name) => {
      const format = model.find(name)?.rn_format
      return format === undefined || format === '' ? [] : [[name, format] as const]
    }),
  )
}
